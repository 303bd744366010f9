package org.filbert.jobs.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.apache.flink.core.execution.JobClient;

/** Follows a job from its start to its end. */
public final class JobFollower {
  private static final long POLL_MILLIS = 50;

  private JobFollower() {}

  /** Shows the news of a job since the last call. */
  @FunctionalInterface
  public interface Display {
    void refresh() throws IOException;
  }

  /**
   * Whether a job is left to itself, as the user asked for a detached one. Says where it is then.
   *
   * @param out for the user
   */
  public static boolean leaves(JobClient job, RunStart start, PrintWriter out) {
    boolean detached = Application.ofProcess().detached();
    if (detached) {
      out.println(
          "job %s runs detached; its files are in %s, %s among them when it has ended"
              .formatted(job.getJobID(), start.directory(), RunDirectory.SUMMARY));
      out.flush();
    }
    return detached;
  }

  /**
   * Waits until the job has ended. If the display fails, the user is told once, and the job
   * continues.
   *
   * @param enough whether to stop waiting
   * @param out for the user
   * @param interrupted called if this process has to end before the job; not called on a
   *     JobManager, as another one takes over the job
   */
  public static void follow(
      JobClient job, Display display, BooleanSupplier enough, PrintWriter out, Runnable interrupted)
      throws JobFailedException, InterruptedException {
    Runnable shown = bestEffort(display, out);
    CountDownLatch ending = new CountDownLatch(1);
    boolean onJobManager = Application.ofProcess().onJobManager();
    AtExit hook =
        AtExit.run(
            "filbert-interrupted",
            () -> {
              ending.countDown();
              if (!onJobManager) {
                interrupted.run();
              }
            });
    boolean over = false;
    CompletableFuture<?> ended = job.getJobExecutionResult();
    try {
      while (!JobEnd.within(POLL_MILLIS, ended) && !enough.getAsBoolean()) {
        shown.run();
      }
      over = true;
      shown.run();
    } finally {
      if (ending.getCount() == 0) {
        hook.await(); // this process ends after it has told how to resume
      } else if (over || ended.isDone()) {
        hook.forget();
      }
    }
  }

  /** Shows the news. A failure is reported once and otherwise ignored. */
  private static Runnable bestEffort(Display display, PrintWriter out) {
    AtomicBoolean told = new AtomicBoolean();
    return () -> {
      try {
        display.refresh();
      } catch (IOException | RuntimeException e) {
        if (told.compareAndSet(false, true)) {
          out.println("warning: the run cannot be shown: " + e.getMessage() + "; it goes on");
          out.flush();
        }
      }
    };
  }
}
