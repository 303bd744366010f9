package org.filbert.workers;

import org.filbert.cost.Phase;

/**
 * What every worker does in one superstep: a value (in practice a record) whose components are the
 * broadcast argument. It travels to all workers, so its components are plain data; it must not
 * change them, nor anything it returns afterwards.
 *
 * @param <R> what one worker answers
 */
@FunctionalInterface
public interface Task<R> {
  R run(Worker worker);

  /**
   * The phase that its costs belong to, see {@link org.filbert.cost.InPhase}, but for work that the
   * task itself counts to another phase.
   */
  default Phase phase() {
    return Phase.of(getClass());
  }

  /**
   * Whether the answer comes of constants alone ({@link Key.Tier#CONSTANT}), none of which a later
   * task of the program's step replaces: a checkpoint does not keep it then, and after a failure it
   * is asked for again. For what is large, such as rows.
   */
  default boolean readsConstants() {
    return false;
  }
}
