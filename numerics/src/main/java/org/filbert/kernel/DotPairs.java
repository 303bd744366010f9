package org.filbert.kernel;

import org.filbert.data.DenseRows;
import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;

/** Inner products or squared distances of dense rows, by matrix products. */
final class DotPairs implements TileSource {
  private final Statistic statistic;
  private final Blas blas;
  private final Tile tile;
  private final DenseRows a;
  private final DenseRows b;
  private final boolean copiedA;
  private final boolean copiedB;
  private int firstColumn;
  private Matrix chosen;

  DotPairs(Statistic statistic, Blas blas, Tile tile, DenseRows a, DenseRows b) {
    this.statistic = statistic;
    this.blas = blas;
    this.tile = tile;
    this.copiedA = a.precision() != tile.precision();
    this.copiedB = b.precision() != tile.precision();
    this.a = copiedA ? new DenseRows(a.matrix().copy(tile.precision())) : a;
    this.b = copiedB ? new DenseRows(b.matrix().copy(tile.precision())) : b;
    this.chosen = this.b.matrix();
  }

  @Override
  public void columns(int from, int to) {
    firstColumn = from;
    chosen = b.matrix().rows(from, to);
  }

  @Override
  public void rows(int from, int to) {
    boolean distance = statistic == Statistic.SQUARED_DISTANCE;
    blas.gemm(false, true, distance ? -2 : 1, a.matrix().rows(from, to), chosen, 0, tile.matrix());
    if (distance) {
      tile.complete(new Tile.Norms(a.squaredNorms(), from, b.squaredNorms(), firstColumn));
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
