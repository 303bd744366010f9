package org.filbert.jobs.online;

import java.io.IOException;
import java.io.PrintWriter;
import org.apache.flink.core.execution.JobClient;
import org.filbert.jobs.run.GoingOn;
import org.filbert.jobs.run.Interruption;
import org.filbert.jobs.run.JobFailedException;
import org.filbert.jobs.run.JobFollower;
import org.filbert.jobs.run.RunDirectory;
import org.filbert.jobs.run.StoppedException;

/** Shows a run as it goes on; when the process is interrupted, stops it with a savepoint. */
final class OnlineFollower {
  private final JobClient job;
  private final RunDirectory run;
  private final OnlineConsole console;
  private final GoingOn goingOn;
  private final PrintWriter out;

  OnlineFollower(
      JobClient job, RunDirectory run, OnlineConsole console, GoingOn goingOn, PrintWriter out) {
    this.job = job;
    this.run = run;
    this.console = console;
    this.goingOn = goingOn;
    this.out = out;
  }

  void follow() throws InterruptedException, IOException {
    try {
      JobFollower.follow(
          job, console::refresh, () -> false, out, () -> new Interruption(out, goingOn).stop(job));
    } catch (JobFailedException e) {
      throw goingOn.failed(e.failure());
    }
    if (!run.has(RunDirectory.SUMMARY)) {
      throw goingOn.failed(new StoppedException("it has no " + RunDirectory.SUMMARY));
    }
    console.report();
    goingOn.clear(out);
  }
}
