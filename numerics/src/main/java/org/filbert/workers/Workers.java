package org.filbert.workers;

import java.util.List;
import org.filbert.linalg.Matrix;

/**
 * A bulk-synchronous machine of P workers, each holding one shard of the rows and its own solver
 * state. A solver is sequential code that calls it: every call is one superstep.
 *
 * <p>Whatever the engine, the answers are the same bit for bit: results are combined in worker
 * order.
 */
public interface Workers {
  /** Number of workers P. */
  int count();

  /** Runs the task on every worker; the answers in worker order. */
  <R> List<R> gather(Task<R> task);

  /**
   * Runs the task on every worker and adds the answers, double matrices of one shape, in worker
   * order: ((r₀ + r₁) + r₂) + … For large answers; an engine adds their parts in parallel.
   */
  Matrix sum(Task<Matrix> task);
}
