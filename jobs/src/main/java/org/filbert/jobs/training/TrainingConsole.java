package org.filbert.jobs.training;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.filbert.jobs.report.Numbers;
import org.filbert.jobs.run.NotedBlas;
import org.filbert.jobs.run.RunDirectory;
import org.filbert.jobs.training.report.CurveLine;
import org.filbert.jobs.training.report.InputShare;
import org.filbert.jobs.training.report.PathTable;
import org.filbert.jobs.training.report.PlanLines;
import org.filbert.jobs.training.report.PlanReport;
import org.filbert.jobs.training.report.SelectionEntry;
import org.filbert.jobs.training.report.Summary;
import org.filbert.store.ModelVersion;
import org.jspecify.annotations.Nullable;

/**
 * Shows a run from its files: the plan, a row for each epoch, of several ridges for the best of
 * them, and at a terminal a bar for the epoch under way.
 */
final class TrainingConsole implements AutoCloseable {
  private final RunDirectory run;
  private final boolean classes;
  private final PrintWriter out;
  private final boolean terminal = Boolean.getBoolean("filbert.terminal");
  private final List<CurveLine> curve = new ArrayList<>();
  private boolean planned;
  private boolean compared;
  private int epochs;
  private int warnings;
  private @Nullable String solution;
  private @Nullable ProgressBar bar;

  /**
   * @param classes whether errors are shares of misclassified rows instead of root mean squares
   */
  TrainingConsole(RunDirectory run, boolean classes, PrintWriter out) {
    this.run = run;
    this.classes = classes;
    this.out = out;
  }

  void refresh() throws IOException {
    if (!planned) {
      Optional<PlanReport> plan = run.readJson(RunDirectory.PLAN, PlanReport.class);
      if (plan.isEmpty()) {
        return;
      }
      planned = true;
      warn(plan.get().warnings());
      print(plan.get());
      boolean widths = !plan.get().sigmas().isEmpty();
      boolean choice = widths || plan.get().ridges().size() > 1;
      print(
          PathTable.cells(widths ? "sigma" : null, choice ? "ridge" : null)
              + row("epoch", "seconds", "residual", "objective", "train", "validation", "test"));
    }
    if (!compared) {
      NotedBlas.change(run)
          .ifPresent(
              change -> {
                compared = true;
                closeBar();
                print("warning: " + change);
              });
    }
    if (curve.addAll(run.readLines(RunDirectory.CURVE, CurveLine.class, curve.size()))) {
      closeBar();
      List<CurveLine> best = CurveLine.bestOfEpochs(curve);
      best.subList(epochs, best.size()).forEach(line -> print(row(line)));
      epochs = best.size();
    }
    Optional<TrainingObserver.Position> position =
        run.readJson(RunDirectory.PROGRESS, TrainingObserver.Position.class);
    position.ifPresent(
        at -> {
          warn(at.warnings());
          tell(at.solution());
        });
    if (terminal) {
      position.filter(at -> at.epoch() > epochs).ifPresent(this::advance);
    }
  }

  /** Prints new rows. */
  private void warn(List<String> all) {
    if (all.size() > warnings) {
      closeBar();
      all.subList(warnings, all.size()).forEach(warning -> print("warning: " + warning));
      warnings = all.size();
    }
  }

  /** Tells of a solution that has begun. */
  private void tell(@Nullable String now) {
    if (now != null && !now.equals(solution)) {
      closeBar();
      print(now);
      solution = now;
    }
  }

  private void advance(TrainingObserver.Position position) {
    if (bar == null) {
      bar =
          new ProgressBarBuilder()
              .setTaskName("epoch " + position.epoch())
              .setInitialMax(position.steps())
              .setUnit(" blocks", 1)
              .setStyle(ProgressBarStyle.ASCII)
              .clearDisplayOnFinish()
              .build();
    }
    bar.stepTo(position.step());
  }

  /**
   * Prints the last lines: the errors, and the model's place.
   *
   * @param model that the run has published
   */
  void report(ModelVersion model) {
    Optional<Summary> found = summary();
    if (found.isEmpty()) {
      print("warning: %s/%s could not be written".formatted(run, RunDirectory.SUMMARY));
      print("model " + model);
      return;
    }
    Summary summary = found.get();
    warn(summary.warnings());
    if (summary.quarantined() > 0) {
      print(
          "%s records were left out, see %s/%s"
              .formatted(summary.quarantined(), run, RunDirectory.QUARANTINE));
    }
    if (summary.path() != null) {
      PathTable.lines(summary.path()).forEach(this::print);
    }
    if (summary.inputs() != null) {
      print(InputShare.line(summary.inputs()));
    }
    if (summary.directions() != null) {
      print(summary.directions().get(0).line());
    }
    print("model " + summary.modelName() + "@" + summary.modelVersion());
    print("run directory " + run);
  }

  private Optional<Summary> summary() {
    try {
      return run.readJson(RunDirectory.SUMMARY, Summary.class);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private void print(PlanReport report) {
    print(
        PlanLines.headline(
            report.name(), report.rows(), report.features(), report.columns(), report.kernel()));
    if (report.validationRows() + report.testRows() > 0) {
      print(
          String.format(
              Locale.ROOT,
              "held out: %,d validation rows, %,d test rows",
              report.validationRows(),
              report.testRows()));
    }
    report
        .hashed()
        .forEach(
            (column, features) ->
                print(
                    String.format(
                        Locale.ROOT,
                        "column %s: more than %,d categories, so a hash chooses one of %2$,d"
                            + " features for each (maxCategories)",
                        column,
                        features)));
    if (report.unscoredRows() > 0) {
      print(
          String.format(
              Locale.ROOT,
              "  %,d more are left out, as evaluation.rows says; filbert evaluate scores them",
              report.unscoredRows()));
    }
    if (report.validationRows() + report.testRows() > 0 && report.scoringInterval() > 1) {
      print(
          "  scored every %s epochs and after the last one (evaluation.every)"
              .formatted(report.scoringInterval()));
    }
    PlanLines lines =
        new PlanLines(
            report.plan(), report.workers(), report.gemmGflops(), report.secondsPerEpoch());
    lines.work().forEach(this::print);
    if (report.sigmas().size() + report.ridges().size() > 1) {
      print(
          "to choose from: ridge "
              + PathTable.numbers(report.ridges())
              + (report.sigmas().isEmpty() ? "" : ", sigma " + PathTable.numbers(report.sigmas())));
    }
    lines.cache().forEach(this::print);
    if (!report.choices().isEmpty()) {
      List<String> choices = new ArrayList<>();
      report
          .choices()
          .forEach((name, value) -> choices.add(name + " " + PathTable.numbers(List.of(value))));
      print("chosen by the solver: " + String.join(", ", choices));
    }
    if (!report.selection().isEmpty()) {
      SelectionEntry.lines(report.selection()).forEach(this::print);
    }
    if (report.quarantined() > 0) {
      print(String.format(Locale.ROOT, "%,d bad records are left out", report.quarantined()));
    }
    print("");
  }

  private String row(CurveLine point) {
    String cells = PathTable.cells(point.sigma(), point.ridge());
    return cells
        + row(
            Integer.toString(point.epoch()),
            String.format(Locale.ROOT, "%.2f", point.trainSeconds()),
            String.format(Locale.ROOT, "%.4g", point.relativeResidual()),
            String.format(Locale.ROOT, "%.5g", point.objective()),
            Numbers.error(point.trainError(), classes),
            Numbers.error(point.validationError(), classes),
            Numbers.error(point.testError(), classes));
  }

  private static String row(String... cells) {
    return String.format(Locale.ROOT, "%5s %9s %10s %11s %10s %10s %10s", (Object[]) cells);
  }

  private void print(String line) {
    out.println(line);
    out.flush();
  }

  private void closeBar() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }

  @Override
  public void close() {
    closeBar();
  }
}
