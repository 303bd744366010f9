package org.filbert.jobs.online;

import java.io.PrintWriter;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.filbert.jobs.training.JobFollower;
import org.filbert.jobs.training.RunDirectory;

/** Shows a run as it goes on; when the process is interrupted, stops it with a savepoint. */
final class OnlineFollower {
  private static final long STOP_SECONDS = 60;

  private final JobClient job;
  private final RunDirectory run;
  private final OnlineConsole console;
  private final PrintWriter out;

  OnlineFollower(JobClient job, RunDirectory run, OnlineConsole console, PrintWriter out) {
    this.job = job;
    this.run = run;
    this.console = console;
    this.out = out;
  }

  void follow() throws Exception {
    JobFollower.follow(job, console::refresh, this::stop);
    console.report();
  }

  private void stop() {
    say("interrupted: stopping the job with a savepoint");
    try {
      String savepoint =
          job.stopWithSavepoint(false, run + "/savepoints", SavepointFormatType.CANONICAL)
              .get(STOP_SECONDS, TimeUnit.SECONDS);
      say("go on with --out " + run + " --resume " + savepoint);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      say("no savepoint was made: " + e.getMessage());
    }
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }
}
