package org.filbert.jobs.training.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.apache.flink.core.fs.Path;
import org.filbert.jobs.report.Axis;
import org.filbert.jobs.report.Axis.Kind;
import org.filbert.jobs.report.Chart;
import org.filbert.jobs.report.LineChart;
import org.filbert.jobs.report.Node.Element;
import org.filbert.jobs.report.Page;
import org.filbert.jobs.report.Series;
import org.filbert.jobs.report.Table;
import org.filbert.jobs.training.report.ComparedRun.Rows;
import org.jspecify.annotations.Nullable;

/**
 * Several training runs side by side: their errors, their courses, and how their settings differ.
 */
public final class RunComparison {
  private static final List<String> HEADER =
      List.of(
          "run", "test", "validation", "training", "seconds", "epochs", "rows", "solver", "kernel");

  private final List<ComparedRun> runs;

  private RunComparison(List<ComparedRun> runs) {
    this.runs = List.copyOf(runs);
  }

  /**
   * Reads the runs of some directories.
   *
   * @throws org.filbert.jobs.config.yaml.ConfigException if one has no training run
   */
  public static RunComparison of(List<String> directories) throws IOException {
    List<ComparedRun> runs = new ArrayList<>();
    for (String directory : directories) {
      String own = new Path(directory).getName();
      boolean alone =
          directories.stream().filter(each -> new Path(each).getName().equals(own)).count() == 1;
      runs.add(ComparedRun.read(directory, alone ? own : directory));
    }
    return new RunComparison(runs);
  }

  /** A header, and a row for each run. */
  public List<List<String>> table() {
    List<List<String>> table = new ArrayList<>(List.of(HEADER));
    for (ComparedRun run : runs) {
      CurveLine last = run.curve().get(run.curve().size() - 1);
      table.add(
          List.of(
              run.name(),
              error(run, Rows.TEST),
              error(run, Rows.VALIDATION),
              error(run, Rows.TRAINING),
              String.format(
                  Locale.ROOT,
                  "%.1f",
                  run.summary().map(Summary::trainSeconds).orElse(last.trainSeconds())),
              run.summary()
                  .map(own -> Integer.toString(own.epochs()))
                  .orElse(last.epoch() + " ..."),
              run.summary().map(own -> Integer.toString(own.n())).orElse("-"),
              run.summary().map(Summary::solver).orElse("not finished"),
              run.summary().map(Summary::kernel).orElse("-")));
    }
    return table;
  }

  private static String error(ComparedRun run, Rows rows) {
    Double error = run.error(rows);
    if (error == null) {
      return "-";
    }
    return run.regression()
        ? String.format(Locale.ROOT, "%.4g", error)
        : String.format(Locale.ROOT, "%.2f %%", 100 * error);
  }

  /** A header, and a row for each key whose values differ; the header alone if none does. */
  public List<List<String>> differences() {
    List<String> header = new ArrayList<>(List.of("key"));
    runs.forEach(run -> header.add(run.name()));
    List<List<String>> table = new ArrayList<>(List.of(header));
    TreeSet<String> keys = new TreeSet<>();
    runs.forEach(run -> keys.addAll(run.settings().keySet()));
    for (String key : keys) {
      List<String> values =
          runs.stream().map(run -> run.settings().getOrDefault(key, "absent")).toList();
      if (values.stream().distinct().count() > 1) {
        List<String> row = new ArrayList<>(List.of(key));
        row.addAll(values);
        table.add(row);
      }
    }
    return table;
  }

  /** A page with the tables and the courses. */
  public String html() {
    List<Chart> charts = new ArrayList<>();
    for (Rows rows : List.of(Rows.TEST, Rows.VALIDATION, Rows.TRAINING)) {
      String name = rows.name().toLowerCase(Locale.ROOT);
      charts.add(chart(rows, name + " error against time", "seconds", CurveLine::trainSeconds));
      charts.add(chart(rows, name + " error against epochs", "epoch", CurveLine::epoch));
    }
    charts.removeIf(chart -> chart.legend().isEmpty());
    List<Element> sections =
        List.of(
            Page.tables(List.of(table("Results", table()))),
            Page.section("Course", List.of(Page.charts(charts))),
            Page.section(
                "Configuration",
                List.of(Page.tables(List.of(table("Keys that differ", differences()))))));
    return new Page("Comparison of runs", runs.size() + " runs", sections).html();
  }

  private static Table table(String caption, List<List<String>> rows) {
    return new Table(caption, rows.get(0), rows.subList(1, rows.size()));
  }

  private LineChart chart(Rows rows, String title, String unit, ToDoubleFunction<CurveLine> x) {
    Function<CurveLine, @Nullable Double> error =
        switch (rows) {
          case TEST -> CurveLine::testError;
          case VALIDATION -> CurveLine::validationError;
          case TRAINING -> CurveLine::trainError;
        };
    boolean regression = runs.stream().anyMatch(ComparedRun::regression);
    return new LineChart(
        title.substring(0, 1).toUpperCase(Locale.ROOT) + title.substring(1),
        new Axis(unit, unit.equals("epoch") ? Kind.WHOLE : Kind.LINEAR),
        new Axis(
            regression ? "root mean squared error" : "share of misclassified rows", Kind.LINEAR),
        runs.stream().map(run -> Series.of(run.name(), run.curve(), x, error)).toList());
  }
}
