package org.filbert.kernel;

import java.util.Arrays;
import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.data.SparseRows;
import org.filbert.linalg.PowerOfTwo;
import org.jspecify.annotations.Nullable;

/**
 * Distances between rows, from their differences: ‖x - z‖_p, right for numbers whose powers
 * overflow or underflow too.
 */
public final class Distances {
  /** Sums outside of these bounds are formed again, of differences near 1. */
  private static final double LEAST = 0x1p-900;

  private static final double MOST = 0x1p1000;

  /** Rows whose pairs are enough for a median. */
  private static final int ROWS = 256;

  /** Differences that are formed at most, about. */
  private static final double WORK = 1e8;

  private final @Nullable SparseRows sparse;
  private final double[][] dense;
  private final double p;
  private final double[] largest;

  /**
   * Between these rows.
   *
   * @param p of the norm, above 0
   */
  public Distances(Rows rows, double p) {
    this(rows instanceof SparseRows found ? found : null, dense(rows), rows.count(), p);
  }

  private Distances(@Nullable SparseRows sparse, double[][] dense, int count, double p) {
    this.sparse = sparse;
    this.dense = dense;
    this.p = p;
    this.largest = new double[count];
    Arrays.setAll(largest, this::largest);
  }

  private static double[][] dense(Rows rows) {
    double[][] dense = new double[rows instanceof DenseRows ? rows.count() : 0][];
    Arrays.setAll(dense, rows::row);
    return dense;
  }

  /** Between dense rows. */
  public static Distances of(double[][] rows, double p) {
    return new Distances(null, rows, rows.length, p);
  }

  /** The distances of all pairs among the first rows, ascending. */
  public double[] sorted(int features) {
    int most = Math.min(ROWS, (int) Math.sqrt(2 * WORK / features));
    int n = Math.min(largest.length, most);
    double[] distances = new double[n * (n - 1) / 2];
    int at = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        distances[at++] = of(i, j);
      }
    }
    Arrays.sort(distances);
    return distances;
  }

  /** The distance of two rows. */
  public double of(int i, int j) {
    double sum = sum(i, j, 1);
    if (sum >= LEAST && sum <= MOST) {
      return root(sum);
    }
    double factor = PowerOfTwo.toOne(Math.max(largest[i], largest[j]));
    double again = sum(i, j, factor);
    return root(again) / factor;
  }

  private double largest(int i) {
    double most = 0;
    if (sparse != null) {
      for (int t = sparse.start(i); t < sparse.start(i + 1); t++) {
        most = Math.max(most, Math.abs(sparse.value(t)));
      }
    } else {
      for (double value : dense[i]) {
        most = Math.max(most, Math.abs(value));
      }
    }
    return most;
  }

  private double sum(int i, int j, double factor) {
    return sparse != null ? sum(sparse, i, j, factor) : sum(dense[i], dense[j], factor);
  }

  private double sum(double[] a, double[] b, double factor) {
    double sum = 0;
    for (int f = 0; f < a.length; f++) {
      sum += term(a[f] * factor - b[f] * factor);
    }
    return sum;
  }

  private double sum(SparseRows rows, int i, int j, double factor) {
    double sum = 0;
    int s = rows.start(i);
    int t = rows.start(j);
    while (s < rows.start(i + 1) || t < rows.start(j + 1)) {
      int left = s < rows.start(i + 1) ? rows.column(s) : Integer.MAX_VALUE;
      int right = t < rows.start(j + 1) ? rows.column(t) : Integer.MAX_VALUE;
      double difference = 0;
      if (left <= right) {
        difference = rows.value(s++) * factor;
      }
      if (right <= left) {
        difference -= rows.value(t++) * factor;
      }
      sum += term(difference);
    }
    return sum;
  }

  private double term(double difference) {
    return p == 1
        ? Math.abs(difference)
        : p == 2 ? difference * difference : Math.pow(Math.abs(difference), p);
  }

  private double root(double sum) {
    return p == 1 ? sum : p == 2 ? Math.sqrt(sum) : Math.pow(sum, 1 / p);
  }
}
