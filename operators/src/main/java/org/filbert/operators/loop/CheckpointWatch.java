package org.filbert.operators.loop;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.runtime.checkpoint.CheckpointException;
import org.apache.flink.runtime.checkpoint.CheckpointFailureReason;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;

/**
 * Sees to a loop's checkpoints at its driver. One waits for the superstep under way, as long as
 * that takes; the driver's own part shows that all workers have had theirs, and from then on it may
 * take no longer than it takes to write. The user is told when checkpoints do not come about, once
 * until one does.
 */
final class CheckpointWatch {
  private static final Logger LOG = System.getLogger(CheckpointWatch.class.getName());

  /** Does something later, on the operator's thread. */
  @FunctionalInterface
  interface Timer {
    void after(Duration delay, Runnable action);
  }

  /** Gives a checkpoint up. */
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
   * @param writing how long it may take to write a checkpoint
   */
  CheckpointWatch(Duration writing, Timer timer, GivingUp givingUp) {
    this.writing = writing;
    this.timer = timer;
    this.givingUp = givingUp;
  }

  static CheckpointWatch of(Loop loop, ProcessingTimeService clock, Environment task) {
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

  /** All workers and the driver have taken their parts. */
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
      LOG.log(Level.WARNING, "checkpoints come about again");
    }
    told = false;
  }

  void aborted(long checkpoint) {
    over = Math.max(over, checkpoint);
    if (!told) {
      LOG.log(
          Level.WARNING,
          "checkpoint "
              + checkpoint
              + " did not come about; the run goes on, after a failure from "
              + (complete == 0 ? "its beginning" : "checkpoint " + complete));
    }
    told = true;
  }
}
