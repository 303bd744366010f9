package org.filbert.jobs.query;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.table.api.TableResult;
import org.filbert.jobs.run.AtExit;

/** The job of a statement, which is cancelled if this process ends before it. */
record StatementJob(TableResult result) {
  private static final int SECONDS = 20;

  /** Something that takes until the end of the job. */
  interface Action {
    void run() throws ExecutionException, InterruptedException;
  }

  void await() throws ExecutionException, InterruptedException {
    during(result::await);
  }

  void during(Action action) throws ExecutionException, InterruptedException {
    AtExit cancel =
        AtExit.run("filbert-cancel", () -> result.getJobClient().ifPresent(StatementJob::cancel));
    try {
      action.run();
    } finally {
      cancel.forget();
    }
  }

  private static void cancel(JobClient job) {
    try {
      job.cancel().get(SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      System.getLogger(StatementJob.class.getName())
          .log(System.Logger.Level.WARNING, "the job did not confirm its end: " + e.getMessage());
    }
  }
}
