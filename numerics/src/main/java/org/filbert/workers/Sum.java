package org.filbert.workers;

import java.util.List;

/**
 * A sum over all workers on its way to where it is needed; see {@link Workers#sum}. Each call is
 * one superstep.
 */
public record Sum(Workers workers, Task<Matrices> summand) {
  /** To the driver, who closes it. */
  public Matrices get() {
    return workers.total(summand);
  }

  /** To one worker, past the driver. */
  public <R> R at(int worker, SumTask<R> next) {
    return workers.combine(summand, new Recipients.One(worker), next).get(0);
  }

  /** To all workers, past the driver. */
  public <R> List<R> everywhere(SumTask<R> next) {
    return workers.combine(summand, new Recipients.All(), next);
  }

  /**
   * To each worker the rows that are its own, past the driver.
   *
   * @param rows of each worker; the matrices have as many as these together, in worker order, and
   *     none of them is symmetric
   */
  public <R> List<R> byRows(List<Integer> rows, SumTask<R> next) {
    return workers.combine(summand, new Recipients.Owners(rows), next);
  }
}
