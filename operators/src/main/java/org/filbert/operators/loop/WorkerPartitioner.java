package org.filbert.operators.loop;

import org.apache.flink.api.common.functions.Partitioner;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * Sends what is for a worker to its subtask. A scheduler that adapts to what slots there are would
 * leave workers out: the job ends.
 *
 * @param workers how many there must be
 */
record WorkerPartitioner(int workers) implements Partitioner<Integer> {
  private static final long serialVersionUID = 1L;

  @Override
  public int partition(Integer worker, int subtasks) {
    require(subtasks);
    return worker;
  }

  /** Fails, for good, unless each worker has a subtask of its own. */
  void require(int subtasks) {
    if (subtasks != workers) {
      String message =
          "the run needs %d slots, Flink's scheduler gives it %d: add slots, or lower parallelism"
              .formatted(workers, subtasks);
      throw new SuppressRestartsException(
          new UserErrorException(message, new IllegalStateException(message)));
    }
  }
}
