package org.filbert.jobs.training.report;

import java.util.List;
import java.util.Locale;
import org.filbert.jobs.report.Node.Element;
import org.filbert.jobs.report.Numbers;
import org.filbert.jobs.report.Page;
import org.filbert.jobs.report.Table;
import org.filbert.train.metric.MetricScore;
import org.jspecify.annotations.Nullable;

/**
 * The score of a metric that a training has learned.
 *
 * @param t number of solutions that it was learned from
 * @param form none, diagonal or full
 * @param meanSquare of left-out rows' residuals, in units of what is learned; absent if the metric
 *     cannot be used, and of classes
 * @param logLoss of left-out rows; absent if the metric cannot be used, and of numbers
 * @param chosen whether it is the model's
 */
record MetricEntry(
    int t,
    String form,
    String kernel,
    @Nullable Double ridge,
    @Nullable Double meanSquare,
    @Nullable Double logLoss,
    boolean chosen) {
  private static final List<String> HEADER =
      List.of("t", "metric", "kernel", "ridge", "mean square", "log-loss", "");

  /** The scores in their order; null if no metric was learned. */
  static @Nullable List<MetricEntry> all(List<MetricScore> scores, boolean classes) {
    return scores.isEmpty() ? null : scores.stream().map(score -> of(score, classes)).toList();
  }

  private static MetricEntry of(MetricScore score, boolean classes) {
    return new MetricEntry(
        score.t(),
        score.form(),
        score.kernel().toString(),
        finite(score.ridge()),
        classes ? null : finite(score.score()),
        classes ? finite(score.score()) : null,
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
        decimals(meanSquare),
        decimals(logLoss),
        chosen ? "chosen" : "");
  }

  private static String decimals(@Nullable Double value) {
    return value == null ? "" : String.format(Locale.ROOT, "%.4f", value);
  }
}
