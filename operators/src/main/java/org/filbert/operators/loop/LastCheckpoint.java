package org.filbert.operators.loop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.flink.runtime.checkpoint.CheckpointCoordinator;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;

/**
 * Asks for another checkpoint, on the JobManager, when the last one of a stream has failed. Flink
 * takes one when no task has any more data, and the job ends with it: what sinks have written
 * becomes visible then. Where it fails, as when a task is on the way to its end, Flink waits for
 * the next interval.
 */
final class LastCheckpoint implements OperatorCoordinator {
  private static final byte[] NO_STATE = {};
  private static final long PAUSE_SECONDS = 1;

  private final Runnable another;
  private final Executor later;
  private volatile boolean ended;

  /** The driver has sent its last output. */
  enum Ended implements OperatorEvent {
    EVENT
  }

  /**
   * Waits for the end of a stream.
   *
   * @param another asks for a checkpoint
   * @param later when a checkpoint has failed
   */
  LastCheckpoint(Runnable another, Executor later) {
    this.another = another;
    this.later = later;
  }

  /** Made once for each job. */
  record Provider(OperatorID driver) implements OperatorCoordinator.Provider {
    private static final long serialVersionUID = 1L;

    @Override
    public OperatorID getOperatorId() {
      return driver;
    }

    @Override
    public OperatorCoordinator create(Context context) {
      return new LastCheckpoint(
          () -> {
            CheckpointCoordinator checkpoints = context.getCheckpointCoordinator();
            if (checkpoints != null) {
              CompletableFuture<?> unused = checkpoints.triggerCheckpoint(false);
            }
          },
          CompletableFuture.delayedExecutor(PAUSE_SECONDS, TimeUnit.SECONDS));
    }
  }

  @Override
  public void start() {}

  @Override
  public void handleEventFromOperator(int subtask, int attempt, OperatorEvent event) {
    ended |= event == Ended.EVENT;
  }

  @Override
  public void notifyCheckpointAborted(long checkpoint) {
    if (ended) {
      later.execute(
          () -> {
            if (ended) {
              another.run();
            }
          });
    }
  }

  @Override
  public void notifyCheckpointComplete(long checkpoint) {}

  @Override
  public void checkpointCoordinator(long checkpoint, CompletableFuture<byte[]> result) {
    result.complete(NO_STATE);
  }

  @Override
  public void resetToCheckpoint(long checkpoint, byte[] state) {
    ended = false; // a driver that had ended says so again
  }

  @Override
  public void subtaskReset(int subtask, long checkpoint) {
    ended = false;
  }

  @Override
  public void executionAttemptFailed(int subtask, int attempt, Throwable reason) {
    ended = false;
  }

  @Override
  public void executionAttemptReady(int subtask, int attempt, SubtaskGateway gateway) {}

  @Override
  public void close() {
    ended = false;
  }
}
