package org.filbert.metrics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The differences of truth and prediction of one target, against the prediction. */
final class Residuals {
  private static final int MOST_ROWS = 1 << 20;
  private static final int BANDS = 10;

  private record Row(double prediction, double residual) {}

  private final List<Row> rows = new ArrayList<>();

  /** Adds a row, unless there are more than a million. */
  void add(double prediction, double truth) {
    if (rows.size() < MOST_ROWS) {
      rows.add(new Row(prediction, truth - prediction));
    }
  }

  /** Ten bands of as many rows each, in the order of the predictions. */
  List<Regression.Band> bands() {
    List<Row> sorted = rows.stream().sorted(Comparator.comparingDouble(Row::prediction)).toList();
    List<Regression.Band> bands = new ArrayList<>();
    for (int band = 0; band < BANDS; band++) {
      int from = (int) ((long) sorted.size() * band / BANDS);
      int to = (int) ((long) sorted.size() * (band + 1) / BANDS);
      if (from < to) {
        bands.add(band(sorted.subList(from, to)));
      }
    }
    return bands;
  }

  private static Regression.Band band(List<Row> rows) {
    double[] residuals = rows.stream().mapToDouble(Row::residual).sorted().toArray();
    return new Regression.Band(
        rows.size(),
        rows.get(0).prediction,
        rows.get(rows.size() - 1).prediction,
        quantile(residuals, 0.05),
        quantile(residuals, 0.25),
        quantile(residuals, 0.5),
        quantile(residuals, 0.75),
        quantile(residuals, 0.95));
  }

  /** The quantile of sorted values, between two of them by a straight line. */
  private static double quantile(double[] sorted, double share) {
    double at = share * (sorted.length - 1);
    int below = (int) at;
    double above = sorted[Math.min(below + 1, sorted.length - 1)];
    return sorted[below] + (at - below) * (above - sorted[below]);
  }
}
