package org.filbert.kernel;

import java.util.Arrays;
import org.filbert.data.DenseRows;
import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;

/**
 * Inner products or squared distances of dense rows, by matrix products.
 *
 * <p>If the kernel has a kink at distance 0, the norms are multiplied by 1 - {@link #slack}, where
 * the slack is a little more than the rounding error of an inner product. A row's distance to
 * itself then is 0, not the square root of a rounding error.
 */
final class DotPairs implements TileSource {
  private final boolean distance;
  private final Blas blas;
  private final Tile tile;
  private final DenseRows a;
  private final DenseRows b;
  private final boolean copiedA;
  private final boolean copiedB;
  private final double[] normsA;
  private final double[] normsB;
  private int firstColumn;
  private Matrix chosen;

  DotPairs(Kernel kernel, Blas blas, Tile tile, DenseRows a, DenseRows b) {
    this.distance = kernel.statistic() == Statistic.SQUARED_DISTANCE;
    this.blas = blas;
    this.tile = tile;
    this.copiedA = a.precision() != tile.precision();
    this.copiedB = b.precision() != tile.precision();
    this.a = copiedA ? new DenseRows(a.matrix().copy(tile.precision())) : a;
    this.b = copiedB ? new DenseRows(b.matrix().copy(tile.precision())) : b;
    this.chosen = this.b.matrix();
    double share = kernel.kinkedAtZero() ? 1 - slack() : 1;
    this.normsA = norms(this.a, share);
    this.normsB = norms(this.b, share);
  }

  private double[] norms(DenseRows rows, double share) {
    if (!distance) {
      return new double[0];
    }
    double[] norms = rows.squaredNorms();
    return share == 1 ? norms : Arrays.stream(norms).map(norm -> share * norm).toArray();
  }

  /** (4 + √d) units of roundoff. */
  private double slack() {
    return tile.precision().roundoff() * (4 + Math.sqrt(a.features()));
  }

  @Override
  public void columns(int from, int to) {
    firstColumn = from;
    chosen = b.matrix().rows(from, to);
  }

  @Override
  public void rows(int from, int to) {
    blas.gemm(false, true, distance ? -2 : 1, a.matrix().rows(from, to), chosen, 0, tile.matrix());
    if (distance) {
      tile.complete(new Tile.Norms(normsA, from, normsB, firstColumn));
    }
  }

  @Override
  public void close() {
    if (copiedA) {
      a.matrix().close();
    }
    if (copiedB) {
      b.matrix().close();
    }
  }
}
