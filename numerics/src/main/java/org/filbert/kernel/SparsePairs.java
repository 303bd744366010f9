package org.filbert.kernel;

import java.util.Arrays;
import org.filbert.cost.Meter;
import org.filbert.data.SparseRows;
import org.filbert.linalg.TileProduct;

/**
 * The statistic of sparse rows: each stored value of a row meets only the rows that share its
 * feature. Sums are double.
 *
 * <p>‖x - z‖² = ‖x‖² + ‖z‖² - 2xᵀz, and Σ |x_f - z_f|^p = Σ |x_f|^p + Σ |z_f|^p + Σ (|x_f - z_f|^p
 * - |x_f|^p - |z_f|^p), the last sum over the shared features f.
 */
final class SparsePairs implements TileSource {
  /** A multiplication and an addition. */
  private static final double FLOPS = 2;

  private final Statistic statistic;
  private final double p;
  private final Meter meter;
  private final Tile tile;
  private final SparseRows a;
  private final SparseRows b;
  private final double[] normsA;
  private final double[] normsB;
  private final double[] sum;
  private Postings postings;
  private int firstColumn;

  SparsePairs(Kernel kernel, Meter meter, Tile tile, SparseRows a, SparseRows b) {
    this.statistic = kernel.statistic();
    this.p = kernel.power();
    this.meter = meter;
    this.tile = tile;
    this.a = a;
    this.b = b;
    this.normsA = norms(a);
    this.normsB = norms(b);
    this.sum = new double[Math.min(b.count(), TileProduct.EDGE)];
    this.postings = new Postings(b, 0, 0);
  }

  private double[] norms(SparseRows rows) {
    return switch (statistic) {
      case DOT -> new double[rows.count()];
      case SQUARED_DISTANCE -> rows.squaredNorms();
      case ABSOLUTE_DISTANCE, POWER_DISTANCE -> norms(rows, p);
    };
  }

  private static double[] norms(SparseRows rows, double p) {
    double[] norms = new double[rows.count()];
    for (int i = 0; i < norms.length; i++) {
      for (int t = rows.start(i); t < rows.start(i + 1); t++) {
        norms[i] += Postings.power(rows.value(t), p);
      }
    }
    return norms;
  }

  @Override
  public void columns(int from, int to) {
    firstColumn = from;
    postings = new Postings(b, from, to);
  }

  @Override
  public void rows(int from, int to) {
    long meetings = 0;
    for (int i = from; i < to; i++) {
      Arrays.fill(sum, 0);
      for (int t = a.start(i); t < a.start(i + 1); t++) {
        meetings +=
            switch (statistic) {
              case DOT, SQUARED_DISTANCE -> postings.addProducts(a.column(t), a.value(t), sum);
              case ABSOLUTE_DISTANCE, POWER_DISTANCE ->
                  postings.addPowers(a.column(t), a.value(t), p, sum);
            };
      }
      if (statistic != Statistic.DOT) {
        complete(normsA[i]);
      }
      tile.put(i - from, sum);
    }
    meter.count(FLOPS * meetings);
  }

  private void complete(double norm) {
    double scale = statistic == Statistic.SQUARED_DISTANCE ? -2 : 1;
    for (int j = 0; j < tile.matrix().cols(); j++) {
      sum[j] = Math.max(0, norm + normsB[firstColumn + j] + scale * sum[j]);
    }
  }

  @Override
  public void close() {
    // The rows belong to the caller.
  }
}
