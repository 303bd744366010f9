package org.filbert.train;

import org.filbert.linalg.Precision;
import org.filbert.shard.Prepared;
import org.filbert.solver.SolverOptions;

/** Options of a way to a model that solves no kernel system. */
public interface MethodOptions extends SolverOptions {
  /** What tells it from others of its name, for summaries. */
  String variant();

  /**
   * Makes it.
   *
   * @param cacheBytes that it may keep of what could be computed again
   * @param evaluation when held-out rows are scored
   */
  Method<?> method(
      Prepared prepared, Precision precision, long seed, long cacheBytes, Evaluation evaluation);
}
