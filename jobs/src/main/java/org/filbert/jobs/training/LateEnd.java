package org.filbert.jobs.training;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.core.execution.JobClient;
import org.filbert.jobs.run.RunDirectory;

/**
 * Flink ends no job before a last checkpoint of it is complete. A training whose model is stored
 * needs none: if it takes long, or cannot be written, the job is cancelled.
 */
final class LateEnd {
  private static final long PATIENCE_NANOS = 3_000_000_000L;
  private static final long CANCEL_SECONDS = 60;

  private final JobClient job;
  private final RunDirectory run;
  private final PrintWriter out;
  private long finished;

  LateEnd(JobClient job, RunDirectory run, PrintWriter out) {
    this.job = job;
    this.run = run;
    this.out = out;
  }

  /** Whether the training has finished and its job is over, if need be by this call. */
  boolean check() {
    try {
      if (!run.has(RunDirectory.SUMMARY)) {
        return false;
      }
      long now = System.nanoTime();
      if (finished == 0) {
        finished = now;
      }
      if (now - finished < PATIENCE_NANOS) {
        return false;
      }
      out.println("the model is stored: the job is not kept waiting for its last checkpoint");
      out.flush();
      job.cancel().get(CANCEL_SECONDS, TimeUnit.SECONDS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    } catch (ExecutionException | TimeoutException e) {
      return true; // it may have ended by itself
    } catch (IOException e) {
      return false;
    }
  }
}
