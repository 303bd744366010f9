package org.filbert.workers;

import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;

/**
 * The work of a worker in one superstep: a value (in practice a record) whose components are its
 * arguments. It travels to the workers, so its components are plain data. It must not change them,
 * nor its answer after it has returned it.
 *
 * @param <R> the answer of one worker
 */
@FunctionalInterface
public interface Task<R> {
  R run(Worker worker);

  /**
   * The phase of its costs, see {@link org.filbert.cost.InPhase}, except for work that the task
   * itself counts in another phase.
   */
  default Phase phase() {
    return phaseOf(getClass());
  }

  /**
   * Whether the answer depends only on constants ({@link Key.Tier#CONSTANT}) that no later task of
   * the program's step replaces. A checkpoint does not keep such an answer; after a failure it is
   * requested again. This is for large answers, such as rows.
   */
  default boolean readsConstants() {
    return false;
  }

  /** The phase that a class is annotated with; {@link Phase#OTHER} without one. */
  static Phase phaseOf(Class<?> task) {
    InPhase phase = task.getAnnotation(InPhase.class);
    return phase == null ? Phase.OTHER : phase.value();
  }
}
