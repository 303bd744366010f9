package org.filbert.jobs.training.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.filbert.jobs.report.Bars;
import org.filbert.jobs.report.Chart;
import org.filbert.jobs.report.Node.Element;
import org.filbert.jobs.report.Page;
import org.filbert.model.Importances;
import org.filbert.model.InputColumns;
import org.filbert.model.LearnedMetric;
import org.filbert.model.RowEncoder;
import org.jspecify.annotations.Nullable;

/**
 * How much a model with a learned metric M looks at an input: a feature of its rows, or all
 * features that one category became.
 *
 * @param name of the input, or its number from 1
 * @param share of its elements M_jj in the trace of M
 * @param withCopies its share in a metric that was learned with permuted copies of all inputs; null
 *     in a model of an earlier version
 * @param noise what 95 % of the copies stay below there; likewise
 */
public record InputShare(
    String name, double share, @Nullable Double withCopies, @Nullable Double noise) {
  private static final int SHOWN = 5;

  /** The shares of all inputs, the largest first; null without a learned metric. */
  public static @Nullable List<InputShare> of(RowEncoder preprocessing) {
    if (!(preprocessing instanceof LearnedMetric metric)) {
      return null;
    }
    double[] diagonal = metric.diagonal();
    double trace = Arrays.stream(diagonal).sum();
    List<InputColumns> inputs = metric.inputs();
    Importances found = metric.importances();
    return IntStream.range(0, inputs.size())
        .mapToObj(
            i ->
                new InputShare(
                    inputs.get(i).name(),
                    inputs.get(i).sum(diagonal) / trace,
                    found == null ? null : (Double) found.shares()[i],
                    found == null ? null : (Double) found.noise()[i]))
        .sorted(Comparator.comparingDouble(InputShare::share).reversed())
        .toList();
  }

  /** Whether the input is told from its permuted copies, or nothing is known of that. */
  public boolean aboveNoise() {
    return withCopies == null || noise == null || withCopies > noise;
  }

  /** The first shares in a line of text. */
  public static String line(List<InputShare> shares) {
    long noisy = shares.stream().filter(each -> !each.aboveNoise()).count();
    return "the learned metric looks at "
        + shares.stream()
            .limit(SHOWN)
            .map(each -> String.format(Locale.ROOT, "%s %.1f %%", each.name, 100 * each.share))
            .collect(Collectors.joining(", "))
        + (shares.size() > SHOWN ? ", ..." : "")
        + (noisy == 0
            ? ""
            : "; %s of %s inputs are not above the level of noise".formatted(noisy, shares.size()));
  }

  /**
   * The section of a page.
   *
   * @param directions of a full metric; null or none of another one
   */
  static Element section(List<InputShare> shares, @Nullable List<InputDirection> directions) {
    List<Chart> charts = new ArrayList<>();
    charts.add(
        new Bars(
            "How much the model looks at each input",
            "share of the metric's diagonal",
            "input",
            shares.stream().map(each -> new Bars.Bar(each.name, each.share, 0)).toList()));
    List<Element> content = new ArrayList<>();
    if (shares.stream().anyMatch(each -> each.noise != null)) {
      charts.add(beside(shares));
      String noisy =
          shares.stream()
              .filter(each -> !each.aboveNoise())
              .map(InputShare::name)
              .collect(Collectors.joining(", "));
      content.add(
          Page.note(
              (noisy.isEmpty()
                      ? "All inputs are above the level of noise."
                      : "Not above the level of noise: " + noisy + ".")
                  + " The level is what 95 % of permuted copies of the inputs stay below."));
    }
    content.add(0, Page.charts(charts));
    if (directions != null && !directions.isEmpty()) {
      content.add(Page.tables(List.of(InputDirection.table(directions))));
    }
    return Page.section("Inputs of the learned metric", content);
  }

  private static Bars beside(List<InputShare> shares) {
    return new Bars(
        "Inputs beside permuted copies of them",
        "share",
        "input",
        shares.stream()
            .filter(each -> each.withCopies != null && each.noise != null)
            .sorted(Comparator.<InputShare>comparingDouble(InputShare::besideCopies).reversed())
            .map(each -> new Bars.Bar(each.name, each.besideCopies(), 0, each.level()))
            .toList(),
        "level of noise");
  }

  private double besideCopies() {
    return withCopies == null ? 0 : withCopies;
  }

  private double level() {
    return noise == null ? Double.NaN : noise;
  }
}
