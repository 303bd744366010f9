package org.filbert.workers;

import java.util.List;

/**
 * A sum over all workers, before its destination is chosen; see {@link Workers#sum}. Each call is
 * one superstep.
 */
public record Sum(Workers workers, Task<Matrices> summand) {
  /** Sends the sum to the driver, who closes it. */
  public Matrices get() {
    return workers.total(summand);
  }

  /** Sends the sum to one worker, past the driver. */
  public <R> R at(int worker, SumTask<R> next) {
    return workers.combine(summand, new Recipients.One(worker), next).get(0);
  }

  /** Sends the sum to all workers, past the driver. */
  public <R> List<R> everywhere(SumTask<R> next) {
    return workers.combine(summand, new Recipients.All(), next);
  }

  /**
   * Sends each worker its own rows of the sum, past the driver.
   *
   * @param rows number of rows of each worker; the matrices have the rows of all workers, in worker
   *     order, and none of them is symmetric
   */
  public <R> List<R> byRows(List<Integer> rows, SumTask<R> next) {
    return workers.combine(summand, new Recipients.Owners(rows), next);
  }
}
