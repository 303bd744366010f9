package org.filbert.workers;

import java.util.List;

/**
 * A bulk-synchronous machine of P workers, each holding one shard of the rows and its own part of
 * what is solved. A solver is sequential code that calls it: every call is one superstep.
 *
 * <p>Whatever the engine, the answers are the same bit for bit: results are combined in worker
 * order. Each worker is sent what is meant for it and nothing else; a task of more than {@value
 * #LARGE} bytes for all of them leaves the driver once, in pieces that the workers pass on to each
 * other.
 */
public interface Workers {
  /** Bytes up to which a task goes to every worker straight from the driver. */
  int LARGE = 4 * 1024;

  /** Number of workers P. */
  int count();

  /** Runs the task on the recipients, all workers or one; their answers in worker order. */
  <R> List<R> run(Task<R> task, Recipients recipients);

  /** Runs the task on all workers; the sum of the answers goes to the driver. */
  Matrices total(Task<Matrices> summand);

  /**
   * Runs the task on all workers. The sum of the answers goes to the recipients without passing the
   * driver, and each of them does the next task with it; their answers in worker order.
   */
  <R> List<R> combine(Task<Matrices> summand, Recipients recipients, SumTask<R> next);

  /** Runs the task on every worker; the answers in worker order. */
  default <R> List<R> gather(Task<R> task) {
    return run(task, new Recipients.All());
  }

  /** Runs the task on one worker. */
  default <R> R at(int worker, Task<R> task) {
    return run(task, new Recipients.One(worker)).get(0);
  }

  /**
   * What the task answers on all workers, added in worker order: ((r₀ + r₁) + r₂) + … Nothing runs
   * before it is said where the sum is to go.
   */
  default Sum sum(Task<Matrices> task) {
    return new Sum(this, task);
  }
}
