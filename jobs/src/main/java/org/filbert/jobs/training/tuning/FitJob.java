package org.filbert.jobs.training.tuning;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.configuration.Configuration;
import org.filbert.data.Role;
import org.filbert.jobs.config.training.TrainConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.report.Numbers;
import org.filbert.jobs.run.RunDirectory;
import org.filbert.jobs.run.RunStart;
import org.filbert.jobs.training.report.Summary;
import org.filbert.selection.Selection;
import org.filbert.train.method.HeldOutQuality;

/** Trains a configuration that leaves its settings open, and tells what they came to. */
public final class FitJob {
  private static final Set<String> CHOSEN = Set.of("kernel", "objective", "system", "solver");

  private final TuningJob training;

  /**
   * Prepares a training.
   *
   * @param flink settings for an embedded Flink
   */
  public FitJob(TrainConfig config, ProjectPaths paths, Configuration flink) {
    this.training = new TuningJob(config, paths, flink);
  }

  /** Runs the training, follows it, and prints what was chosen and the error of held-out rows. */
  public void run(RunStart start, PrintWriter out) throws Exception {
    out.println(
        String.format(
            Locale.ROOT,
            "reading the rows, then choosing by up to %,d of them; the plan follows",
            Selection.ROWS));
    out.flush();
    training.run(start, false, out);
    RunDirectory run = new RunDirectory(start.directory());
    if (run.has(RunDirectory.CHOSEN)) {
      printChosen(run, out);
    }
    run.readJson(RunDirectory.SUMMARY, Summary.class).ifPresent(summary -> print(summary, out));
    out.flush();
  }

  private static void printChosen(RunDirectory run, PrintWriter out) throws IOException {
    out.println();
    out.println("chosen, as in " + run + "/" + RunDirectory.CHOSEN + ", which train repeats:");
    boolean shown = false;
    for (String line : run.read(RunDirectory.CHOSEN).lines().toList()) {
      if (!line.startsWith(" ")) {
        shown = CHOSEN.contains(line.split(":", 2)[0]);
      }
      if (shown) {
        out.println("  " + line);
      }
    }
  }

  private static void print(Summary summary, PrintWriter out) {
    Double ridge = summary.ridge();
    out.println(
        "kernel "
            + Numbers.briefly(summary.kernel())
            + (ridge == null ? "" : ", ridge " + Numbers.brief(ridge)));
    boolean classes = summary.trainRmse() == null;
    new Expectation(summary, classes).lines().forEach(out::println);
    Map<String, Double> seconds = summary.seconds();
    if (seconds != null) {
      double all = seconds.values().stream().mapToDouble(each -> each).sum();
      out.println(
          seconds.entrySet().stream()
              .map(each -> String.format(Locale.ROOT, "%s %.1f", each.getKey(), each.getValue()))
              .collect(
                  Collectors.joining(
                      ", ", "seconds: ", String.format(Locale.ROOT, "; all %.1f", all))));
    }
    HeldOutQuality quality = summary.heldOut();
    if (quality == null) {
      return;
    }
    boolean test = quality.role() == Role.TEST;
    Double error =
        classes
            ? test ? summary.testError() : summary.validationError()
            : test ? summary.testRmse() : summary.validationRmse();
    out.println(
        String.format(
            Locale.ROOT,
            "%s of %,d %s: %s",
            classes ? "error" : "RMSE",
            quality.rows(),
            test ? "test rows" : "validation rows",
            Numbers.error(error, classes)));
  }
}
