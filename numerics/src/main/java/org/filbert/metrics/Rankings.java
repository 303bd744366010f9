package org.filbert.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.filbert.calibration.Probabilities;
import org.jspecify.annotations.Nullable;

/** Keeps what rows are ranked by, and ranks them for each class against all others. */
final class Rankings {
  /** 256 MB; what is larger is not ranked. */
  private static final long MOST_VALUES = 1 << 25;

  private final int columns;
  private final List<Row> rows = new ArrayList<>();
  private boolean weighted;

  private record Row(double[] values, int label, double weight) {}

  /**
   * Begins without rows.
   *
   * @param columns values of a row: one for each class, or one for the second of two
   */
  Rankings(int columns) {
    this.columns = columns;
  }

  /** Adds a row. */
  void add(double[] row, int label, double weight) {
    if (kept()) {
      rows.add(new Row(row, label, weight));
      weighted |= weight != 1;
    }
  }

  private boolean kept() {
    return (long) rows.size() * columns <= MOST_VALUES;
  }

  /**
   * The mean over the classes that some rows have and others have not; of two that of one.
   *
   * @param ranking not numbers if there is no such class, or if there are too many rows
   * @param roc absent then
   * @param precisionRecall likewise
   */
  record Mean(Ranking ranking, @Nullable Curve roc, @Nullable Curve precisionRecall) {}

  /**
   * Ranks all rows.
   *
   * @param positive index of the class of two that is looked for
   */
  Mean mean(int positive) {
    double rocAuc = 0;
    double averagePrecision = 0;
    List<Curve> roc = new ArrayList<>();
    List<Curve> precisionRecall = new ArrayList<>();
    for (int j = 0; kept() && j < columns; j++) {
      RankedScores scores = scores(columns == 1 ? positive : j);
      Ranking own = Ranking.of(scores);
      if (!Double.isNaN(own.rocAuc())) {
        rocAuc += own.rocAuc();
        averagePrecision += own.averagePrecision();
        roc.add(Curve.roc(scores));
        precisionRecall.add(Curve.precisionRecall(scores));
      }
    }
    return new Mean(
        new Ranking(rocAuc / roc.size(), averagePrecision / roc.size()),
        Optional.of(roc).filter(all -> !all.isEmpty()).map(Curve::mean).orElse(null),
        Optional.of(precisionRecall).filter(all -> !all.isEmpty()).map(Curve::mean).orElse(null));
  }

  /**
   * Thresholds of the probability of one of two classes; none if there are too many rows.
   *
   * @param positive index of this class
   * @param probabilities from the values
   */
  List<Threshold> thresholds(int positive, Probabilities probabilities, List<Threshold.Aim> aims) {
    return kept()
        ? Thresholds.of(
            rows.stream()
                .map(
                    row ->
                        new Thresholds.Row(
                            probabilities.of(row.values)[positive],
                            row.label == positive,
                            row.weight))
                .toList(),
            aims)
        : List.of();
  }

  private RankedScores scores(int wanted) {
    int column = columns == 1 ? 0 : wanted;
    double sign = columns == 1 && wanted == 0 ? -1 : 1; // the only score is of the second class
    int count = (int) rows.stream().filter(row -> row.label == wanted).count();
    double[] positive = new double[count];
    double[] negative = new double[rows.size() - count];
    double[] positiveWeights = new double[weighted ? positive.length : 0];
    double[] negativeWeights = new double[weighted ? negative.length : 0];
    int p = 0;
    int n = 0;
    for (Row row : rows) {
      boolean of = row.label == wanted;
      int place = of ? p++ : n++;
      (of ? positive : negative)[place] = sign * row.values[column];
      if (weighted) {
        (of ? positiveWeights : negativeWeights)[place] = row.weight;
      }
    }
    return new RankedScores(positive, positiveWeights, negative, negativeWeights);
  }
}
