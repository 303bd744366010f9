package org.filbert.train.method;

import org.filbert.linalg.Precision;
import org.filbert.shard.Prepared;
import org.filbert.solver.SolverOptions;

/** Options of a {@link Method} that solves no kernel system. */
public interface MethodOptions extends SolverOptions {
  /** Variant of the method, for summaries. */
  String variant();

  /**
   * Makes the method.
   *
   * @param cacheBytes room for values that could be computed again
   * @param evaluation when held-out rows are scored
   */
  Method<?> method(
      Prepared prepared, Precision precision, long seed, long cacheBytes, Evaluation evaluation);
}
