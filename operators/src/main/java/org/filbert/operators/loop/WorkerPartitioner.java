package org.filbert.operators.loop;

import org.apache.flink.api.common.functions.Partitioner;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.filbert.operators.loop.spec.UserErrorException;

/**
 * Sends frames to the subtask of their worker. The job ends if an adaptive scheduler provides fewer
 * subtasks than workers.
 *
 * @param workers number of workers
 */
record WorkerPartitioner(int workers) implements Partitioner<Integer> {
  private static final long serialVersionUID = 1L;

  @Override
  public int partition(Integer worker, int subtasks) {
    require(subtasks);
    return worker;
  }

  /** Fails without a restart unless each worker has its own subtask. */
  void require(int subtasks) {
    if (subtasks != workers) {
      String message =
          "the run needs %s slots, Flink's scheduler gives it %s: add slots, or lower parallelism"
              .formatted(workers, subtasks);
      throw new SuppressRestartsException(
          new UserErrorException(message, new IllegalStateException(message)));
    }
  }
}
