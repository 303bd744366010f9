package org.filbert.jobs.training;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.JobClient;
import org.filbert.jobs.run.RunDirectory;

/**
 * Cancels a finished job whose last checkpoint takes long or cannot be written. Flink waits for
 * that checkpoint, which a training whose model is stored does not need.
 *
 * <p>A run has finished when its summary is written. Without a summary its model in the store tells
 * so, after the time in which a run gives up on its summary.
 */
final class LateEnd {
  private static final long SUMMARY_SECONDS = 3;
  private static final long MODEL_SECONDS = 3 * TrainingObserver.NOTES_TIME.toSeconds();
  private static final long CANCEL_SECONDS = 60;

  private final JobClient job;
  private final boolean remote;
  private final PrintWriter out;
  private final Sign summary;
  private final Sign model;

  /**
   * Watches a training.
   *
   * @param run its files
   * @param remote whether the job is in another process, whose client hears late of its end
   * @param stored whether the store has the run's model
   */
  LateEnd(JobClient job, boolean remote, RunDirectory run, Asked stored, PrintWriter out) {
    this.job = job;
    this.remote = remote;
    this.out = out;
    this.summary = new Sign(() -> run.has(RunDirectory.SUMMARY), SUMMARY_SECONDS);
    this.model = new Sign(stored, MODEL_SECONDS);
  }

  /** Whether something is there, on a file system. */
  @FunctionalInterface
  interface Asked {
    boolean isThere() throws IOException;
  }

  /**
   * Whether the training has finished and its job is over, if need be by this call.
   *
   * @param nanoTime now, as {@link System#nanoTime} has it
   */
  boolean check(long nanoTime) {
    if (remote && summary.isThereAt(nanoTime) && hasFinished()) {
      return true; // Flink's client asks for the result no more than every two seconds
    }
    boolean late = summary.isOldAt(nanoTime) || model.isOldAt(nanoTime);
    if (late) {
      out.println("the model is stored: the job is not kept waiting for its last checkpoint");
      out.flush();
      cancel();
    }
    return late;
  }

  private boolean hasFinished() {
    try {
      return job.getJobStatus().get(CANCEL_SECONDS, TimeUnit.SECONDS) == JobStatus.FINISHED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  private void cancel() {
    try {
      job.cancel().get(CANCEL_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // It may have ended by itself.
    }
  }

  /** A file or model that a training leaves at its end. */
  private static final class Sign {
    private final Asked asked;
    private final long patience;
    private boolean seen;
    private long since;

    Sign(Asked asked, long patienceSeconds) {
      this.asked = asked;
      this.patience = TimeUnit.SECONDS.toNanos(patienceSeconds);
    }

    /** Whether it has been there for the time to wait. */
    boolean isOldAt(long nanoTime) {
      return isThereAt(nanoTime) && nanoTime - since >= patience;
    }

    /** Whether it is there. */
    boolean isThereAt(long nanoTime) {
      if (!seen) {
        seen = isThere();
        since = nanoTime;
      }
      return seen;
    }

    private boolean isThere() {
      try {
        return asked.isThere();
      } catch (IOException e) {
        return false;
      }
    }
  }
}
