package org.filbert.metrics;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The choice of thresholds among the probabilities that rows have. */
final class Thresholds {
  private static final int DIGITS = 17;

  private final List<Threshold.Aim> aims;
  private final @Nullable Threshold[] best;

  private Thresholds(List<Threshold.Aim> aims) {
    this.aims = aims;
    this.best = new @Nullable Threshold[aims.size()];
  }

  /**
   * A row.
   *
   * @param probability of the class that is looked for
   * @param positive whether it is of this class
   */
  record Row(double probability, boolean positive, double weight) {}

  /** A threshold for each aim; none unless there are rows of both classes. */
  static List<Threshold> of(List<Row> rows, List<Threshold.Aim> aims) {
    List<Row> sorted =
        rows.stream().sorted(Comparator.comparingDouble(Row::probability).reversed()).toList();
    double positives = weight(rows, true);
    if (aims.isEmpty() || positives == 0 || weight(rows, false) == 0) {
      return List.of();
    }
    Thresholds thresholds = new Thresholds(aims);
    double right = 0;
    double flagged = 0;
    for (int i = 0; i < sorted.size(); i++) {
      Row row = sorted.get(i);
      right += row.positive ? row.weight : 0;
      flagged += row.weight;
      double next = i + 1 < sorted.size() ? sorted.get(i + 1).probability : -1;
      if (next != row.probability && flagged > 0) {
        thresholds.offer(
            shortest(next, row.probability),
            right / flagged,
            Math.min(1, right / positives),
            2 * right / (positives + flagged),
            i + 1);
      }
    }
    return Arrays.stream(thresholds.best).map(Threshold.class::cast).toList();
  }

  private static double weight(List<Row> rows, boolean positive) {
    return rows.stream().filter(row -> row.positive == positive).mapToDouble(Row::weight).sum();
  }

  private void offer(double probability, double precision, double recall, double f1, long flagged) {
    for (int i = 0; i < best.length; i++) {
      Threshold offered = new Threshold(aims.get(i), probability, precision, recall, f1, flagged);
      Threshold known = best[i];
      if (known == null || ORDER.compare(offered, known) > 0) {
        best[i] = offered;
      }
    }
  }

  /** The better threshold for the same aim is the greater one. */
  private static final Comparator<Threshold> ORDER =
      Comparator.comparing(Threshold::reached)
          .thenComparingDouble(Thresholds::first)
          .thenComparingDouble(threshold -> threshold.precision() + threshold.recall());

  private static double first(Threshold threshold) {
    return switch (threshold.aim().of()) {
      case F1 -> threshold.f1();
      case PRECISION -> threshold.reached() ? threshold.recall() : threshold.precision();
      case RECALL -> threshold.reached() ? threshold.precision() : threshold.recall();
    };
  }

  /** The decimal number of the fewest digits that is above one number and not above another. */
  static double shortest(double above, double most) {
    BigDecimal exact = new BigDecimal(most);
    for (int digits = 1; digits <= DIGITS; digits++) {
      double shorter = exact.round(new MathContext(digits, RoundingMode.FLOOR)).doubleValue();
      if (shorter > above) {
        return shorter;
      }
    }
    return most;
  }
}
