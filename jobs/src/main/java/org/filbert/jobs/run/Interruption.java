package org.filbert.jobs.run;

import java.io.PrintWriter;
import java.util.List;
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
    cancelled(job);
  }

  /**
   * Stops a job with a savepoint in the run directory. A job that makes none is cancelled, so that
   * no second job can resume from its checkpoints beside it.
   */
  public void stop(JobClient job) {
    say("interrupted: stopping the job with a savepoint");
    if (done(
        job.stopWithSavepoint(false, resumption.savepoints(), SavepointFormatType.CANONICAL),
        "no savepoint was made")) {
      advise();
    } else {
      say("cancelling the job: it can go on from its last checkpoint");
      cancelled(job);
    }
  }

  private void cancelled(JobClient job) {
    if (done(job.cancel(), "the job did not confirm")) {
      advise();
    } else {
      say("job %s may still run: cancel it before this run is resumed".formatted(job.getJobID()));
    }
  }

  private void advise() {
    String advice = resumption.advice();
    if (!advice.isEmpty()) {
      say(advice);
    }
  }

  /** Waits for an answer of the job. A failure is shown in one line. */
  private boolean done(CompletableFuture<?> answer, String otherwise) {
    try {
      answer.get(SECONDS, TimeUnit.SECONDS);
      return true;
    } catch (TimeoutException e) {
      say("%s: no answer within %s s".formatted(otherwise, SECONDS));
    } catch (InterruptedException | ExecutionException e) {
      say(otherwise + ": " + reason(e));
    }
    return false;
  }

  /** The first line of the innermost message, as those of a cluster contain stack traces. */
  private static String reason(Throwable failure) {
    List<Throwable> causes = Causes.of(failure);
    String message = String.valueOf(causes.get(causes.size() - 1).getMessage());
    return message.lines().findFirst().orElse("");
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }
}
