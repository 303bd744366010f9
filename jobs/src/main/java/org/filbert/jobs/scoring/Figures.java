package org.filbert.jobs.scoring;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.filbert.metrics.Classification;
import org.filbert.metrics.Regression;
import org.filbert.metrics.Threshold;
import org.jspecify.annotations.Nullable;

/** The quality of predictions in words: what {@code evaluate} prints and the report shows. */
public final class Figures {
  private static final int MOST_CONFUSED = 5;
  private static final MathContext DIGITS = new MathContext(5, RoundingMode.HALF_EVEN);

  private Figures() {}

  /** Figures by name, the first asked for first. */
  public static Map<String, String> of(Classification classes) {
    Map<String, String> figures = new LinkedHashMap<>();
    figures.put("accuracy", percent(classes.accuracy()));
    figures.put("error", percent(classes.error()));
    figures.put("balanced accuracy", percent(classes.balancedAccuracy()));
    put(figures, "AUC", classes.rocAuc());
    put(figures, "average precision", classes.averagePrecision());
    Classification.OfProbabilities probabilities = classes.probabilities();
    if (probabilities != null) {
      put(figures, "log-loss", probabilities.logLoss());
      put(figures, "Brier", probabilities.brier());
      put(figures, "calibration error", probabilities.calibrationError());
    }
    put(figures, "macro F1", classes.macroF1());
    return figures;
  }

  /** Figures by name, the first asked for first. */
  public static Map<String, String> of(Regression numbers) {
    Map<String, String> figures = new LinkedHashMap<>();
    figures.put("RMSE", number(numbers.rmse()));
    List<Double> byTarget = numbers.rmseByTarget();
    if (byTarget != null) {
      figures.put(
          "RMSE of each", byTarget.stream().map(Figures::number).collect(Collectors.joining(", ")));
    }
    figures.put("MAE", number(numbers.mae()));
    put(figures, "R²", numbers.r2());
    return figures;
  }

  private static void put(Map<String, String> figures, String name, @Nullable Double value) {
    if (value != null) {
      figures.put(name, String.format(Locale.ROOT, "%.5f", value));
    }
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.2f %%", 100 * share);
  }

  /** A number in the unit of the targets, to five digits. */
  public static String number(double value) {
    double size = Math.abs(value);
    return size == 0 || (size >= 1e-4 && size < 1e9)
        ? new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString()
        : String.format(Locale.ROOT, "%.5g", value);
  }

  /** The share of the rows within the interval of each target; none without intervals. */
  public static List<String> coverage(Regression numbers) {
    List<String> lines = new ArrayList<>();
    List<Double> coverage = numbers.coverage();
    List<Double> widths = numbers.intervalWidth();
    for (int j = 0; coverage != null && widths != null && j < coverage.size(); j++) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%s of the rows lie within, width %s",
              percent(coverage.get(j)),
              number(widths.get(j))));
    }
    return lines;
  }

  /** The pairs of classes that are confused most often; empty if none is. */
  public static String confused(Classification classes) {
    return classes.mostConfused(MOST_CONFUSED).stream()
        .map(
            pair ->
                String.format(
                    Locale.ROOT, "%s as %s (%,d)", pair.truth(), pair.predicted(), pair.rows()))
        .collect(Collectors.joining(", "));
  }

  /** Precision, recall, F1 and rows of each class, after a header. */
  public static List<List<String>> byClass(Classification classes) {
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("class", "precision", "recall", "F1", "rows"));
    for (int i = 0; i < classes.classes().size(); i++) {
      Classification.OfClass own = classes.byClass().get(i);
      table.add(
          List.of(
              classes.classes().get(i),
              String.format(Locale.ROOT, "%.4f", own.precision()),
              String.format(Locale.ROOT, "%.4f", own.recall()),
              String.format(Locale.ROOT, "%.4f", own.f1()),
              String.format(Locale.ROOT, "%,d", own.support())));
    }
    return table;
  }

  /** The quality from each threshold on, after a header. */
  public static List<List<String>> thresholds(List<Threshold> thresholds) {
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("", "threshold", "precision", "recall", "F1", "flagged"));
    for (Threshold each : thresholds) {
      table.add(
          List.of(
              aim(each),
              new BigDecimal(Double.toString(each.probability()))
                  .stripTrailingZeros()
                  .toPlainString(),
              String.format(Locale.ROOT, "%.4f", each.precision()),
              String.format(Locale.ROOT, "%.4f", each.recall()),
              String.format(Locale.ROOT, "%.4f", each.f1()),
              String.format(Locale.ROOT, "%,d", each.flagged())));
    }
    return table;
  }

  private static String aim(Threshold threshold) {
    Threshold.Aim aim = threshold.aim();
    String of = aim.of().name().toLowerCase(Locale.ROOT);
    return aim.of() == Threshold.Quantity.F1
        ? "best F1"
        : threshold.reached()
            ? of + " " + number(aim.least())
            : "highest " + of + ", below " + number(aim.least());
  }

  /** What a table of thresholds is about. */
  public static String thresholdsOf(Classification classes) {
    return ("Thresholds: the probability P from which on %1$s is predicted, for predict --threshold"
            + " '%1$s=P'")
        .formatted(classes.positive());
  }

  /** The quantiles of truth - prediction in each band, after a header. */
  public static List<List<String>> residuals(List<Regression.Band> bands) {
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("from", "to", "5 %", "25 %", "50 %", "75 %", "95 %"));
    for (Regression.Band band : bands) {
      table.add(
          List.of(
              number(band.from()),
              number(band.to()),
              number(band.q05()),
              number(band.q25()),
              number(band.median()),
              number(band.q75()),
              number(band.q95())));
    }
    return table;
  }
}
