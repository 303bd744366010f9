package org.filbert.jobs.run;

import java.io.PrintWriter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;

/**
 * Ends a job when the process that follows it has to end, for example by Ctrl-C.
 *
 * @param out for the user
 */
public record Interruption(PrintWriter out, Resumption resumption) {
  private static final long SECONDS = 60;

  /** Cancels a job. Its last checkpoint stays. */
  public void cancel(JobClient job) {
    out.println();
    say("interrupted: cancelling the job, no model is stored");
    await(job.cancel(), "the job did not confirm");
  }

  /** Stops a job with a savepoint in the run directory. */
  public void stop(JobClient job) {
    say("interrupted: stopping the job with a savepoint");
    await(
        job.stopWithSavepoint(false, null, SavepointFormatType.CANONICAL), "no savepoint was made");
  }

  private void await(CompletableFuture<?> end, String otherwise) {
    try {
      end.get(SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      say(otherwise + ": " + e);
    }
    String advice = resumption.advice();
    if (!advice.isEmpty()) {
      say(advice);
    }
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }
}
