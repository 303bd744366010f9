package org.filbert.jobs.run;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for a job's end bit by bit. */
public final class JobEnd {
  private JobEnd() {}

  /** Whether the job has ended after at most this time. */
  public static boolean within(long millis, CompletableFuture<?> ended)
      throws JobFailedException, InterruptedException {
    try {
      ended.get(millis, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new JobFailedException(e.getCause() instanceof Exception cause ? cause : e);
    }
  }
}
