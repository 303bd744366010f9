package org.filbert.operators.loop.state;

import java.util.List;
import java.util.Map;
import org.filbert.data.Instance;
import org.filbert.operators.loop.spec.Attempts;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;

/**
 * Progress of a worker.
 *
 * @param loaded whether it has all its rows
 * @param instances the rows so far; empty when all are loaded, and as it is written
 * @param done number of the last completed superstep
 * @param summed number of the last superstep whose summand has been sent
 * @param mark of the attempts
 * @param seconds of work by the names of phases
 * @param position of the worker; null in states of earlier versions
 */
public record WorkerState(
    boolean loaded,
    List<Instance> instances,
    int done,
    int summed,
    Attempts.Mark mark,
    Map<String, Double> seconds,
    @Nullable Position position) {

  /**
   * Which of the workers it is.
   *
   * @param index from 0
   * @param workers number of workers P
   */
  public record Position(int index, int workers) {
    public static Position of(Worker worker) {
      return new Position(worker.index(), worker.count());
    }
  }

  /** The same with other rows. */
  WorkerState withInstances(List<Instance> rows) {
    return new WorkerState(loaded, rows, done, summed, mark, seconds, position);
  }

  /** The progress of a new worker. */
  static WorkerState start(boolean loaded) {
    return new WorkerState(loaded, List.of(), 0, 0, Attempts.Mark.NONE, Map.of(), null);
  }
}
