package org.filbert.operators.loop;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.runtime.checkpoint.CheckpointException;
import org.apache.flink.runtime.checkpoint.CheckpointFailureReason;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.filbert.operators.loop.spec.Loop;

/**
 * Supervises a loop's checkpoints at its driver. A checkpoint may wait for the current superstep
 * for any time. When the driver takes its part, all workers have taken theirs, and from then on
 * only the time for writing is allowed. The user is told when checkpoints fail, once until one
 * succeeds.
 */
final class CheckpointWatch {
  private static final Logger LOG = System.getLogger(CheckpointWatch.class.getName());

  /** Schedules an action on the operator's thread. */
  @FunctionalInterface
  interface Timer {
    void after(Duration delay, Runnable action);
  }

  /** Aborts a checkpoint. */
  @FunctionalInterface
  interface GivingUp {
    void giveUp(long checkpoint);
  }

  private final Duration writing;
  private final Timer timer;
  private final GivingUp givingUp;

  private long complete;
  private long over;
  private boolean told;

  /**
   * @param writing time limit for writing a checkpoint
   */
  CheckpointWatch(Duration writing, Timer timer, GivingUp givingUp) {
    this.writing = writing;
    this.timer = timer;
    this.givingUp = givingUp;
  }

  static CheckpointWatch of(Loop loop, AbstractStreamOperator<?> driver) {
    ProcessingTimeService clock = driver.getProcessingTimeService();
    Environment task = driver.getContainingTask().getEnvironment();
    return new CheckpointWatch(
        loop.checkpointWriting(),
        (delay, action) -> {
          ScheduledFuture<?> unused =
              clock.registerTimer(
                  clock.getCurrentProcessingTime() + delay.toMillis(), time -> action.run());
        },
        checkpoint ->
            task.declineCheckpoint(
                checkpoint, new CheckpointException(CheckpointFailureReason.CHECKPOINT_EXPIRED)));
  }

  /** Records that all workers and the driver have taken their parts. */
  void taken(long checkpoint) {
    timer.after(
        writing,
        () -> {
          if (checkpoint > over) {
            givingUp.giveUp(checkpoint);
          }
        });
  }

  void completed(long checkpoint) {
    complete = checkpoint;
    over = Math.max(over, checkpoint);
    if (told) {
      LOG.log(Level.WARNING, "checkpoints succeed again");
    }
    told = false;
  }

  void aborted(long checkpoint) {
    over = Math.max(over, checkpoint);
    if (!told) {
      LOG.log(
          Level.WARNING,
          "checkpoint %s failed; the run goes on, after a failure from %s"
              .formatted(checkpoint, complete == 0 ? "its beginning" : "checkpoint " + complete));
    }
    told = true;
  }
}
