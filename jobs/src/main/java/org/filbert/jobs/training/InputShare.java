package org.filbert.jobs.training;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.filbert.jobs.report.Bars;
import org.filbert.jobs.report.Node.Element;
import org.filbert.jobs.report.Page;
import org.filbert.model.LearnedMetric;
import org.filbert.model.TrainedModel;
import org.jspecify.annotations.Nullable;

/**
 * How much a model with a learned metric M looks at an input.
 *
 * @param name of the input, or its number from 1
 * @param share of its element M_jj in the trace of M
 */
record InputShare(String name, double share) {
  private static final int SHOWN = 5;

  /** The shares of all inputs, the largest first; null without a learned metric. */
  static @Nullable List<InputShare> of(TrainedModel model) {
    if (!(model.preprocessing() instanceof LearnedMetric metric)) {
      return null;
    }
    double[] diagonal = metric.diagonal();
    double trace = Arrays.stream(diagonal).sum();
    List<String> names = metric.names();
    return IntStream.range(0, diagonal.length)
        .mapToObj(
            j ->
                new InputShare(
                    names.isEmpty() ? "input " + (j + 1) : names.get(j), diagonal[j] / trace))
        .sorted(Comparator.comparingDouble(InputShare::share).reversed())
        .toList();
  }

  /** The first shares in a line of text. */
  static String line(List<InputShare> shares) {
    return "the learned metric looks at "
        + shares.stream()
            .limit(SHOWN)
            .map(each -> String.format(Locale.ROOT, "%s %.1f %%", each.name, 100 * each.share))
            .collect(Collectors.joining(", "))
        + (shares.size() > SHOWN ? ", ..." : "");
  }

  /** The section of a page. */
  static Element section(List<InputShare> shares) {
    return Page.section(
        "Inputs of the learned metric",
        List.of(
            Page.charts(
                List.of(
                    new Bars(
                        "How much the model looks at each input",
                        "share of the metric's diagonal",
                        "input",
                        shares.stream()
                            .map(each -> new Bars.Bar(each.name, each.share, 0))
                            .toList())))));
  }
}
