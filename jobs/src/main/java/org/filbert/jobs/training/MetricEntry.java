package org.filbert.jobs.training;

import java.util.List;
import java.util.Locale;
import org.filbert.jobs.report.Node.Element;
import org.filbert.jobs.report.Numbers;
import org.filbert.jobs.report.Page;
import org.filbert.jobs.report.Table;
import org.filbert.train.MetricScore;
import org.jspecify.annotations.Nullable;

/**
 * The score of a metric that a training has learned.
 *
 * @param t number of solutions that it was learned from
 * @param form none, diagonal or full
 * @param meanSquare of left-out rows' residuals, in units of what is learned; absent if the metric
 *     cannot be used
 * @param chosen whether it is the model's
 */
record MetricEntry(
    int t,
    String form,
    String kernel,
    @Nullable Double ridge,
    @Nullable Double meanSquare,
    boolean chosen) {
  private static final List<String> HEADER =
      List.of("t", "metric", "kernel", "ridge", "mean square", "");

  /** The scores in their order; null if no metric was learned. */
  static @Nullable List<MetricEntry> all(List<MetricScore> scores) {
    return scores.isEmpty() ? null : scores.stream().map(MetricEntry::of).toList();
  }

  private static MetricEntry of(MetricScore score) {
    return new MetricEntry(
        score.t(),
        score.form(),
        score.kernel().toString(),
        finite(score.ridge()),
        finite(score.meanSquare()),
        score.best());
  }

  private static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }

  /** The section of a page. */
  static Element section(List<MetricEntry> entries) {
    return Page.section(
        "Choice of metric",
        List.of(
            Page.tables(
                List.of(
                    new Table(
                        "Metrics after t solutions, by rows that they have not learned",
                        HEADER,
                        entries.stream().map(MetricEntry::cells).toList())))));
  }

  private List<String> cells() {
    return List.of(
        Integer.toString(t),
        form,
        Numbers.briefly(kernel),
        ridge == null ? "" : Numbers.brief(ridge),
        meanSquare == null ? "" : String.format(Locale.ROOT, "%.4f", meanSquare),
        chosen ? "chosen" : "");
  }
}
