package org.filbert.jobs.training;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.filbert.jobs.report.Axis;
import org.filbert.jobs.report.Axis.Kind;
import org.filbert.jobs.report.LineChart;
import org.filbert.jobs.report.Series;
import org.filbert.model.CurvePoint;
import org.filbert.train.Trial;
import org.jspecify.annotations.Nullable;

/**
 * What came of several ridges and widths, as far as they have come.
 *
 * @param trials two or more
 * @param error what the errors are
 */
record PathChart(List<Trial> trials, String error) {

  /**
   * All errors against the ridge; for several widths the validation error alone, a line for each.
   */
  LineChart lines() {
    List<Trial> begun = trials.stream().filter(trial -> !trial.curve().isEmpty()).toList();
    Map<String, List<Trial>> byWidth =
        begun.stream()
            .collect(
                Collectors.groupingBy(
                    trial -> Objects.toString(trial.sigma(), ""),
                    LinkedHashMap::new,
                    Collectors.toList()));
    List<Series> series =
        byWidth.size() < 2
            ? List.of(
                line("test", begun, CurvePoint::testError),
                line("validation", begun, CurvePoint::validationError),
                line("training", begun, CurvePoint::trainError))
            : byWidth.entrySet().stream()
                .map(
                    width ->
                        line(
                            "σ = " + width.getKey(), width.getValue(), CurvePoint::validationError))
                .toList();
    return new LineChart(
        byWidth.size() < 2 ? "Error against the ridge" : "Validation error by width and ridge",
        new Axis("ridge", Kind.LOGARITHMIC),
        new Axis(error, Kind.LINEAR),
        series);
  }

  /** An error of a point of the curve, if there is one. */
  private interface ErrorOf {
    @Nullable Double of(CurvePoint point);
  }

  private static Series line(String name, List<Trial> trials, ErrorOf error) {
    return Series.of(name, trials, Trial::ridge, trial -> error.of(trial.reached()));
  }
}
