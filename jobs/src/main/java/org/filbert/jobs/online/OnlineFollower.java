package org.filbert.jobs.online;

import java.io.IOException;
import java.io.PrintWriter;
import org.apache.flink.core.execution.JobClient;
import org.filbert.jobs.run.Interruption;
import org.filbert.jobs.run.JobFailedException;
import org.filbert.jobs.run.JobFollower;
import org.filbert.jobs.run.Resumption;
import org.filbert.jobs.run.RunDirectory;
import org.filbert.jobs.run.StoppedException;

/** Shows a run while it runs. If this process is interrupted, it stops the run with a savepoint. */
final class OnlineFollower {
  private final JobClient job;
  private final RunDirectory run;
  private final OnlineConsole console;
  private final Resumption resumption;
  private final PrintWriter out;

  OnlineFollower(
      JobClient job,
      RunDirectory run,
      OnlineConsole console,
      Resumption resumption,
      PrintWriter out) {
    this.job = job;
    this.run = run;
    this.console = console;
    this.resumption = resumption;
    this.out = out;
  }

  void follow() throws InterruptedException, IOException {
    try {
      JobFollower.follow(
          job,
          console::refresh,
          () -> false,
          out,
          () -> new Interruption(out, resumption).stop(job));
    } catch (JobFailedException e) {
      throw resumption.failed(e.failure());
    }
    if (!run.has(RunDirectory.SUMMARY)) {
      throw resumption.failed(new StoppedException("it has no " + RunDirectory.SUMMARY));
    }
    console.report();
    resumption.clear(out);
  }
}
