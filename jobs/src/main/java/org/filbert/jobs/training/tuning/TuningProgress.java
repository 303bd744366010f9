package org.filbert.jobs.training.tuning;

import java.io.PrintWriter;
import java.util.Locale;
import org.filbert.jobs.training.report.ChoiceReport;
import org.filbert.jobs.training.report.SolutionProgress;
import org.filbert.train.method.Measure;

/** Tells of the trials as they end, with the time that is left. */
final class TuningProgress {
  private final PrintWriter out;
  private final Measure by;
  private final long begun = System.nanoTime();
  private double expected;
  private double done;
  private double trained;
  private int trials;

  /**
   * @param expected trainings of all trials, one with all rows and epochs counting 1
   */
  TuningProgress(Measure by, double expected, PrintWriter out) {
    this.by = by;
    this.expected = expected;
    this.out = out;
  }

  /** More trials than were expected. */
  void expect(double more) {
    expected += more;
  }

  /**
   * A trial has ended.
   *
   * @param work trainings that it took, as a share of one with all rows and epochs
   * @param kept whether its result was there already
   */
  void ended(Tried trial, double work, boolean kept) {
    done += work;
    trained += kept ? 0 : work;
    trials++;
    StringBuilder line = new StringBuilder("trial " + trials);
    if (!trial.settings().isEmpty()) {
      line.append(": ").append(TrialConfigs.described(trial.settings()));
    }
    if (trial.budget() < 1) {
      line.append(String.format(Locale.ROOT, ", budget %.3g", trial.budget()));
    }
    if (trial.result() == null) {
      line.append(": failed: ").append(trial.failure());
    } else {
      line.append(": ")
          .append(by.label())
          .append(' ')
          .append(ChoiceReport.number(by.ofLoss(trial.loss())))
          .append(", epoch ")
          .append(trial.result().epoch());
    }
    double left = left();
    if (kept) {
      line.append(" (kept)");
    } else if (left > 0) {
      line.append(String.format(Locale.ROOT, " (about %s left)", SolutionProgress.time(left)));
    }
    say(line.toString());
  }

  /** Seconds that the rest takes if it is as fast as what was trained. */
  private double left() {
    return trained == 0 ? 0 : (System.nanoTime() - begun) / 1e9 / trained * (expected - done);
  }

  void say(String line) {
    out.println(line);
    out.flush();
  }
}
