package org.filbert.linalg;

import org.filbert.cost.Meter;

/**
 * Cholesky factorisation A = L·Lᵀ, and solutions with it, on several threads. Tile by tile of
 * {@value TileProduct#EDGE} rows and columns, each by single-threaded calls of the backend's BLAS
 * in a fixed order: the bits do not depend on the number of threads.
 *
 * <pre>
 * L_jj·L_jjᵀ = A_jj - Σ_{p&lt;j} L_jp·L_jpᵀ
 * L_ij       = (A_ij - Σ_{p&lt;j} L_ip·L_jpᵀ)·L_jj⁻ᵀ     for i &gt; j
 * </pre>
 *
 * <p>A task is a tile, column of tiles by column of tiles. It takes in the products as the tiles to
 * its left become ready, so the next columns are under way while a diagonal tile is factorised.
 */
public final class Cholesky {
  private final Blas blas;
  private final Meter meter;
  private final int threads;

  /**
   * @param threads of this process that work, the caller's among them; the BLAS should use one
   */
  public Cholesky(Backend backend, int threads) {
    Operands.threads(threads);
    this.blas = backend.uncounted();
    this.meter = backend.meter();
    this.threads = threads;
  }

  /**
   * Overwrites the lower triangle of A (n × n) with L; the strict upper triangle is neither read
   * nor written. n³/3 operations.
   *
   * @throws NotPositiveDefiniteException if a pivot is not positive
   * @throws java.util.concurrent.CancellationException if the thread is interrupted
   */
  public void factorise(Matrix a) {
    Operands.cholesky(a);
    int n = a.rows();
    Tiles tiles = new Tiles(n);
    OrderedTasks.run(threads, tiles.lower(), (task, tasks) -> factorise(a, tiles, task, tasks));
    meter.count((double) n * n * n / 3);
  }

  private void factorise(Matrix a, Tiles tiles, int task, OrderedTasks tasks) {
    int j = tiles.column(task);
    int i = j + task - tiles.task(j, j);
    Matrix target = tiles.of(a, i, j);
    // What has long been there at once, for one long product, and then the latest column.
    subtract(a, tiles, i, j, 0, j - 1, tasks);
    subtract(a, tiles, i, j, Math.max(0, j - 1), j, tasks);
    if (i > j) {
      tasks.await(tiles.task(j, j));
      blas.trsm(true, true, tiles.of(a, j, j), target);
      return;
    }
    try {
      blas.cholesky(target);
    } catch (NotPositiveDefiniteException e) {
      throw new NotPositiveDefiniteException(j * TileProduct.EDGE + e.pivot(), a.rows());
    }
  }

  /** A_ij ← A_ij - L_ip·L_jpᵀ for columns p of tiles. */
  private void subtract(Matrix a, Tiles tiles, int i, int j, int from, int to, OrderedTasks tasks) {
    if (from >= to) {
      return;
    }
    for (int p = from; p < to; p++) {
      tasks.await(tiles.task(i, p));
      tasks.await(tiles.task(j, p));
    }
    Matrix target = tiles.of(a, i, j);
    Matrix left = tiles.of(a, i, from, to);
    if (i == j) {
      blas.syrk(false, -1, left, 1, target);
    } else {
      blas.gemm(false, true, -1, left, tiles.of(a, j, from, to), 1, target);
    }
  }

  /**
   * Solves L·Lᵀ·X = B in place of B (n × k), with L in the lower triangle as left by {@link
   * #factorise}. 2n²k operations.
   */
  public void solve(Matrix l, Matrix b) {
    forward(l, b);
    Tiles tiles = new Tiles(l.rows());
    int last = tiles.count() - 1;
    OrderedTasks.run(
        threads,
        tiles.count(),
        (task, tasks) -> {
          int i = last - task;
          for (int p = last; p > i; p--) {
            tasks.await(last - p);
            blas.gemm(true, false, -1, tiles.of(l, p, i), tiles.rows(b, p), 1, tiles.rows(b, i));
          }
          blas.trsm(false, true, tiles.of(l, i, i), tiles.rows(b, i));
        });
    meter.count((double) l.rows() * l.rows() * b.cols());
  }

  /** Solves L·X = B in place of B (n × k). n²k operations. */
  public void forward(Matrix l, Matrix b) {
    Operands.trsm(false, l, b);
    Tiles tiles = new Tiles(l.rows());
    OrderedTasks.run(
        threads,
        tiles.count(),
        (i, tasks) -> {
          for (int p = 0; p < i; p++) {
            tasks.await(p);
            blas.gemm(false, false, -1, tiles.of(l, i, p), tiles.rows(b, p), 1, tiles.rows(b, i));
          }
          blas.trsm(false, false, tiles.of(l, i, i), tiles.rows(b, i));
        });
    meter.count((double) l.rows() * l.rows() * b.cols());
  }
}
