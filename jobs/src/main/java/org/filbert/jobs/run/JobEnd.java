package org.filbert.jobs.run;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for the end of a job in small steps. */
public final class JobEnd {
  private JobEnd() {}

  /** Waits for at most this time. Returns whether the job has ended. */
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
