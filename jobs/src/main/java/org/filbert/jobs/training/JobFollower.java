package org.filbert.jobs.training;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.core.execution.JobClient;

/** Stays with a job from its start to its end. */
public final class JobFollower {
  private static final long POLL_MILLIS = 100;

  private JobFollower() {}

  /** Shows what has become known of a job since the last time. */
  @FunctionalInterface
  public interface Display {
    void refresh() throws IOException;
  }

  /**
   * Waits until the job has ended; throws what it failed with.
   *
   * @param interrupted what to do if this process has to end before the job
   */
  public static void follow(JobClient job, Display display, Runnable interrupted) throws Exception {
    Thread hook = new Thread(interrupted, "filbert-interrupted");
    Runtime.getRuntime().addShutdownHook(hook);
    CompletableFuture<?> ended = job.getJobExecutionResult();
    try {
      while (!JobEnd.within(POLL_MILLIS, ended)) {
        display.refresh();
      }
      display.refresh();
    } finally {
      if (ended.isDone()) {
        Runtime.getRuntime().removeShutdownHook(hook);
      }
    }
  }
}
