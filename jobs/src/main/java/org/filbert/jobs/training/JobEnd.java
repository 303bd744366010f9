package org.filbert.jobs.training;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for a job's end bit by bit. */
public final class JobEnd {
  private JobEnd() {}

  /** Whether the job has ended after at most this time; throws what it failed with. */
  public static boolean within(long millis, CompletableFuture<?> ended) throws Exception {
    try {
      ended.get(millis, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}
