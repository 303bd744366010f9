package org.filbert.jobs.online;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.filbert.jobs.report.Axis;
import org.filbert.jobs.report.Axis.Kind;
import org.filbert.jobs.report.LineChart;
import org.filbert.jobs.report.LineChart.Marks;
import org.filbert.jobs.report.Series;
import org.jspecify.annotations.Nullable;

/**
 * Charts of the progressive table.
 *
 * @param algorithm name of the learner, beside those of the baselines
 * @param instances the horizontal axis
 * @param error the axis of errors: misclassified share, or root mean square
 */
record OnlineCharts(String algorithm, List<OnlineLine> lines, Axis instances, Axis error) {
  /** Bounds the page of a run without end; more points could not be distinguished. */
  private static final int MOST_POINTS = 200;

  /**
   * The charts of a run.
   *
   * @param lines one or more; of many lines, evenly spaced ones with the first and the last are
   *     shown
   * @param doubling whether the lines come at doubling intervals
   */
  static OnlineCharts of(
      String algorithm, List<OnlineLine> lines, boolean classes, boolean doubling) {
    return new OnlineCharts(
        algorithm,
        thinned(lines),
        new Axis("instances", doubling ? Kind.LOGARITHMIC : Kind.LINEAR),
        new Axis(classes ? "share of misclassified rows" : "root mean squared error", Kind.LINEAR));
  }

  private static List<OnlineLine> thinned(List<OnlineLine> lines) {
    int last = lines.size() - 1;
    return last < MOST_POINTS
        ? lines
        : IntStream.range(0, MOST_POINTS)
            .mapToObj(i -> lines.get((int) ((long) i * last / (MOST_POINTS - 1))))
            .toList();
  }

  List<LineChart> all() {
    return List.of(
        new LineChart(
            "Error over all rows",
            instances,
            error,
            errors(OnlineLine::error, OnlineLine.Errors::error),
            changes()),
        new LineChart(
            "Error in the fading window",
            instances,
            error,
            errors(OnlineLine::errorInWindow, OnlineLine.Errors::errorInWindow),
            changes()),
        course("Blocks", Kind.WHOLE, line -> (double) line.blocks()),
        course("Step size", Kind.LINEAR, OnlineLine::stepSize),
        course("Instances per second", Kind.LINEAR, OnlineLine::instancesPerSecond));
  }

  private LineChart course(String title, Kind kind, Function<OnlineLine, @Nullable Double> height) {
    String name = title.toLowerCase(Locale.ROOT);
    return new LineChart(
        title,
        instances,
        new Axis(name, kind),
        List.of(Series.of(name, lines, OnlineLine::instances, height)));
  }

  private List<Series> errors(
      Function<OnlineLine, @Nullable Double> own,
      Function<OnlineLine.Errors, @Nullable Double> baseline) {
    List<Series> series = new ArrayList<>();
    series.add(Series.of(algorithm, lines, OnlineLine::instances, own));
    for (String name : lines.get(lines.size() - 1).baselines().keySet()) {
      series.add(
          Series.of(
              name,
              lines,
              OnlineLine::instances,
              line -> {
                OnlineLine.Errors errors = line.baselines().get(name);
                return errors == null ? null : baseline.apply(errors);
              }));
    }
    return series;
  }

  /** Marks the lines before which drift was detected. */
  private Marks changes() {
    List<Double> at = new ArrayList<>();
    int before = 0;
    for (OnlineLine line : lines) {
      if (line.drifts() > before) {
        at.add((double) line.instances());
      }
      before = line.drifts();
    }
    return new Marks("change found since the previous point", at);
  }
}
