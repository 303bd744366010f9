package org.filbert.jobs.online;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.filbert.jobs.report.Numbers;
import org.filbert.jobs.run.RunDirectory;
import org.filbert.table.TableCounts;
import org.jspecify.annotations.Nullable;

/** Shows an online run from its files, with a row for each line of the progressive table. */
final class OnlineConsole {
  private final RunDirectory run;
  private final PrintWriter out;
  private final boolean classes;
  private final OnlineExperts experts;
  private final boolean explains;
  private final String error;
  private long shown; // number of instances of the last line shown
  private boolean live; // whether the end of the history has been shown
  private final Set<String> notices = new HashSet<>();

  /**
   * @param classes whether errors are misclassified shares instead of root mean squares
   * @param experts of the learner, whose memory is shown in place of blocks
   * @param explains whether the lines have shares of the inputs
   */
  OnlineConsole(
      RunDirectory run, boolean classes, OnlineExperts experts, boolean explains, PrintWriter out) {
    this.explains = explains;
    this.run = run;
    this.classes = classes;
    this.experts = experts;
    this.error = classes ? "error" : "RMSE";
    this.out = out;
  }

  void refresh() throws IOException {
    List<OnlineLine> lines = run.readLines(RunDirectory.CURVE, OnlineLine.class);
    if (shown == 0 && !lines.isEmpty()) {
      print(
          row(
                  "instances",
                  "seconds",
                  error,
                  "since last",
                  "in window",
                  experts.any() ? "memory" : "blocks",
                  "model bytes",
                  "instances/s")
              + (explains ? "  looks at" : ""));
    }
    for (OnlineLine line : lines) {
      show(line);
      if (line.historyEnd() && !live) {
        live = true;
        print(
            String.format(
                Locale.ROOT,
                "the history of %,d rows has ended, the stream is live now",
                line.instances()));
      }
    }
  }

  private void show(OnlineLine line) {
    if (line.instances() > shown) {
      shown = line.instances();
      print(
          row(
                  Long.toString(line.instances()),
                  String.format(Locale.ROOT, "%.2f", line.seconds()),
                  error(line.error()),
                  error(line.errorSinceLast()),
                  error(line.errorInWindow()),
                  experts.any() ? experts.leadingMemory(line) : Integer.toString(line.blocks()),
                  Long.toString(line.modelBytes()),
                  String.format(Locale.ROOT, "%.0f", line.instancesPerSecond()))
              + (explains ? "  " + ExplainedInputs.words(line.shares()) : ""));
      warn(line);
    }
  }

  /** Shows the notices of a line, each once. */
  private void warn(OnlineLine line) {
    line.notices().stream().filter(notices::add).forEach(notice -> print("warning: " + notice));
  }

  /** Reports the end of a run whose stream has ended. */
  void report() {
    Optional<OnlineSummary> found = summary();
    if (found.isEmpty()) {
      print("warning: %s/%s could not be written".formatted(run, RunDirectory.SUMMARY));
      return;
    }
    OnlineSummary summary = found.get();
    OnlineLine last = summary.finished();
    print("");
    print(
        "%-22s %s %s, in window %s"
            .formatted(
                summary.algorithm(), error, error(last.error()), error(last.errorInWindow())));
    last.baselines()
        .forEach(
            (name, errors) ->
                print(
                    "%-22s %s %s, in window %s"
                        .formatted(
                            name, error, error(errors.error()), error(errors.errorInWindow()))));
    if (last.drifts() > 0) {
      print("%s changes of the stream found".formatted(last.drifts()));
    }
    if (last.setbacks() > 0) {
      print(
          String.format(
              Locale.ROOT,
              "the steps diverged %s times and were halved: a step of %.3g did not diverge",
              last.setbacks(),
              last.stepSize()));
    }
    if (last.deadLetters() > 0) {
      print(String.format(Locale.ROOT, "%,d records rejected", last.deadLetters()));
    }
    if (last.farRows() > 0) {
      print(String.format(Locale.ROOT, "%,d rows far from the others", last.farRows()));
    }
    TableCounts cells = last.cells();
    if (cells != null && cells.allMissing() + cells.allUnseen() > 0) {
      print(
          String.format(
              Locale.ROOT,
              "%,d missing cells, %,d categories that the columns do not have",
              cells.allMissing(),
              cells.allUnseen()));
    }
    warn(last);
    print(
        summary.modelVersion() == null
            ? "nothing was learned: no model"
            : "model %s@%s, run directory %s"
                .formatted(summary.modelName(), summary.modelVersion(), run));
  }

  private Optional<OnlineSummary> summary() {
    try {
      return run.readJson(RunDirectory.SUMMARY, OnlineSummary.class);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private String error(@Nullable Double value) {
    return Numbers.error(value, classes);
  }

  private static String row(String... cells) {
    return String.format(Locale.ROOT, "%11s %9s %10s %10s %10s %7s %12s %12s", (Object[]) cells);
  }

  private void print(String line) {
    out.println(line);
    out.flush();
  }
}
