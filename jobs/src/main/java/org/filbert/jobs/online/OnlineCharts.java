package org.filbert.jobs.online;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
record OnlineCharts(
    String algorithm, OnlineExperts experts, List<OnlineLine> lines, Axis instances, Axis error) {
  /** Bounds the page of a run without end; more points could not be distinguished. */
  private static final int MOST_POINTS = 200;

  /** Inputs in a chart, those that the model looks at most. */
  private static final int MOST_INPUTS = 6;

  /**
   * The charts of a run.
   *
   * @param lines one or more; of many lines, evenly spaced ones with the first and the last are
   *     shown
   * @param doubling whether the lines come at doubling intervals
   */
  static OnlineCharts of(
      String algorithm,
      OnlineExperts experts,
      List<OnlineLine> lines,
      boolean classes,
      boolean doubling) {
    return new OnlineCharts(
        algorithm,
        experts,
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
    List<LineChart> all = new ArrayList<>();
    all.add(
        new LineChart(
            "Error over all rows",
            instances,
            error,
            errors(OnlineLine::error, OnlineLine.Errors::error),
            changes()));
    all.add(
        new LineChart(
            "Error in the fading window",
            instances,
            error,
            errors(OnlineLine::errorInWindow, OnlineLine.Errors::errorInWindow),
            changes()));
    if (experts.any()) {
      all.add(weights("Weights of the experts by memory", experts.memories()));
      all.add(weights("Weights of the experts by features", experts.maps()));
    } else {
      all.add(course("Blocks", Kind.WHOLE, line -> (double) line.blocks()));
      all.add(course("Step size", Kind.LINEAR, OnlineLine::stepSize));
    }
    if (!shares().isEmpty()) {
      all.add(looks());
    }
    all.add(course("Instances per second", Kind.LINEAR, OnlineLine::instancesPerSecond));
    return all;
  }

  /** The shares of the inputs in the latest line that has some. */
  private Map<String, Double> shares() {
    return lines.get(lines.size() - 1).shares();
  }

  private LineChart looks() {
    return new LineChart(
        "How much the model looks at each input",
        instances,
        new Axis("share", Kind.LINEAR),
        shares().keySet().stream()
            .limit(MOST_INPUTS)
            .map(
                input ->
                    Series.of(
                        input, lines, OnlineLine::instances, line -> line.shares().get(input)))
            .toList(),
        changes());
  }

  /** The experts' weights, summed over those with the same words. */
  private LineChart weights(String title, List<String> words) {
    return new LineChart(
        title,
        instances,
        new Axis("weight", Kind.LINEAR),
        OnlineExperts.groups(words).stream()
            .map(
                group ->
                    Series.of(
                        group,
                        lines,
                        OnlineLine::instances,
                        line ->
                            line.weights().isEmpty()
                                ? null
                                : OnlineExperts.weight(line, words, group)))
            .toList(),
        moves());
  }

  /** Marks the lines before which the vote went over to other memories. */
  private Marks moves() {
    return new Marks(
        "the vote has moved since the previous point",
        IntStream.range(1, lines.size())
            .filter(i -> experts.moved(lines.get(i - 1), lines.get(i)))
            .mapToObj(i -> (double) lines.get(i).instances())
            .toList());
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

  /** Marks the lines before which drift was detected; without any, those of {@link #moves}. */
  private Marks changes() {
    List<Double> at = new ArrayList<>();
    int before = 0;
    for (OnlineLine line : lines) {
      if (line.drifts() > before) {
        at.add((double) line.instances());
      }
      before = line.drifts();
    }
    return at.isEmpty() ? moves() : new Marks("change found since the previous point", at);
  }
}
