package org.filbert.workers;

import java.util.List;

/**
 * A bulk-synchronous machine of P workers. Each worker holds one shard of the rows and its own part
 * of the unknowns. A solver is sequential code that calls the machine: every call is one superstep.
 *
 * <p>All engines give the same answers bit for bit: results are combined in worker order. Each
 * worker gets only its own messages. A task of more than {@value #LARGE} bytes for all workers
 * leaves the driver once, in pieces that the workers pass on to each other.
 */
public interface Workers {
  /** Most bytes of a task that the driver sends to every worker itself. */
  int LARGE = 4 * 1024;

  /** Number of workers P. */
  int count();

  /** Runs the task on the recipients, all workers or one. Returns their answers in worker order. */
  <R> List<R> run(Task<R> task, Recipients recipients);

  /** Runs the task on all workers. The sum of the answers goes to the driver. */
  Matrices total(Task<Matrices> summand);

  /**
   * Runs the task on all workers. The sum of the answers goes to the recipients, past the driver,
   * and each of them runs the next task with it. Returns their answers in worker order.
   */
  <R> List<R> combine(Task<Matrices> summand, Recipients recipients, SumTask<R> next);

  /** Runs the task on every worker. Returns the answers in worker order. */
  default <R> List<R> gather(Task<R> task) {
    return run(task, new Recipients.All());
  }

  /** Runs the task on one worker. */
  default <R> R at(int worker, Task<R> task) {
    return run(task, new Recipients.One(worker)).get(0);
  }

  /**
   * The sum of the task's answers on all workers, in worker order: ((r₀ + r₁) + r₂) + … Nothing
   * runs before the destination of the sum is chosen.
   */
  default Sum sum(Task<Matrices> task) {
    return new Sum(this, task);
  }

  /**
   * A sum over all workers, before its destination is chosen; see {@link #sum}. Each call is one
   * superstep.
   */
  record Sum(Workers workers, Task<Matrices> summand) {
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
     * @param rows number of rows of each worker; the matrices have the rows of all workers, in
     *     worker order, and none of them is symmetric
     */
    public <R> List<R> byRows(List<Integer> rows, SumTask<R> next) {
      return workers.combine(summand, new Recipients.Owners(rows), next);
    }
  }
}
