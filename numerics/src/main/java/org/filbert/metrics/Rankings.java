package org.filbert.metrics;

import java.util.ArrayList;
import java.util.List;

/** Keeps what rows are ranked by, and ranks them for each class against all others. */
public final class Rankings {
  /** 256 MB; what is larger is not ranked. */
  private static final long MOST_VALUES = 1 << 25;

  private final int columns;
  private final List<double[]> values = new ArrayList<>();
  private final List<Integer> labels = new ArrayList<>();

  /**
   * Begins without rows.
   *
   * @param columns values of a row: one for each class, or one for the second of two
   */
  public Rankings(int columns) {
    this.columns = columns;
  }

  /** Adds a row. */
  public void add(double[] row, int label) {
    if (kept()) {
      values.add(row);
      labels.add(label);
    }
  }

  private boolean kept() {
    return (long) values.size() * columns <= MOST_VALUES;
  }

  /**
   * The mean over the classes that some rows have and others have not; not numbers if there is
   * none, or if there are too many rows.
   */
  public Ranking mean() {
    double rocAuc = 0;
    double averagePrecision = 0;
    int ranked = 0;
    for (int j = 0; kept() && j < columns; j++) {
      Ranking own = of(j);
      if (!Double.isNaN(own.rocAuc())) {
        rocAuc += own.rocAuc();
        averagePrecision += own.averagePrecision();
        ranked++;
      }
    }
    return new Ranking(rocAuc / ranked, averagePrecision / ranked);
  }

  private Ranking of(int column) {
    int wanted = columns == 1 ? 1 : column;
    int count = (int) labels.stream().filter(label -> label == wanted).count();
    double[] positive = new double[count];
    double[] negative = new double[labels.size() - count];
    int p = 0;
    int n = 0;
    for (int i = 0; i < labels.size(); i++) {
      if (labels.get(i) == wanted) {
        positive[p++] = values.get(i)[column];
      } else {
        negative[n++] = values.get(i)[column];
      }
    }
    return Ranking.of(positive, negative);
  }
}
