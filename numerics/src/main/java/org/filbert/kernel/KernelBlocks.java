package org.filbert.kernel;

import java.util.Objects;
import org.filbert.cost.Phase;
import org.filbert.data.Rows;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.jspecify.annotations.Nullable;

/**
 * Products with blocks of the kernel matrix, K(a, b)_ij = κ(a_i, b_j), computed tile by tile so
 * that the block itself never exists: each tile of {@value #TILE_ROWS} × {@value #TILE_COLUMNS}
 * values is consumed by the next matrix product while it is in the cache.
 *
 * <p>Kernel values and the product within a tile have the precision of this object, sums over tiles
 * are double. Squared distances of dense rows come from ‖x‖² + ‖z‖² - 2xᵀz: their absolute error
 * stays below 4 + √d units of roundoff (2⁻²⁴ or 2⁻⁵³) times ‖x‖² + ‖z‖² (tested, not proved), and
 * so does a row's distance to itself. Callers therefore centre the inputs of shift-invariant
 * kernels. Rows of another precision than this object's are rounded first, by a copy made at each
 * call.
 *
 * <p>Not thread-safe: one object for each worker.
 */
public final class KernelBlocks implements AutoCloseable {
  static final int TILE_ROWS = 512;
  static final int TILE_COLUMNS = 512;

  private final Kernel kernel;
  private final Backend backend;
  private final Tile tile;

  public KernelBlocks(Kernel kernel, Precision precision, Backend backend) {
    this.kernel = Objects.requireNonNull(kernel);
    this.backend = Objects.requireNonNull(backend);
    this.tile =
        precision == Precision.SINGLE
            ? new SingleTile(TILE_ROWS, TILE_COLUMNS)
            : new DoubleTile(TILE_ROWS, TILE_COLUMNS);
  }

  /** out (m × k, double) ← out + K(a, b)·delta, for m rows a, n rows b and delta n × k. */
  public void multiply(Rows a, Rows b, Matrix delta, Matrix out) {
    multiply(a, b, delta, out, null);
  }

  /**
   * As {@link #multiply(Rows, Rows, Matrix, Matrix)}; also {@code keep} (m × n) ← K(a, b), at no
   * further kernel evaluation.
   */
  public void multiply(Rows a, Rows b, Matrix delta, Matrix out, @Nullable Matrix keep) {
    try (TileProduct product = product(a.count(), b.count(), delta, out);
        TileSource source = new KernelTiles(kernel, backend, tile, a, b)) {
      sweep(a.count(), b.count(), source, product, keep);
    }
  }

  /**
   * out ← out + block·delta for a block filled before. The tiles and the calls are those of {@link
   * #multiply(Rows, Rows, Matrix, Matrix)}: the result has the same bits, provided that the block
   * has at least the precision of this object.
   */
  public void multiply(Matrix block, Matrix delta, Matrix out) {
    try (TileProduct product = product(block.rows(), block.cols(), delta, out);
        TileSource source = new StoredTiles(block, tile)) {
      sweep(block.rows(), block.cols(), source, product, null);
    }
  }

  /** out (m × n) ← K(a, b). */
  public void fill(Rows a, Rows b, Matrix out) {
    try (TileSource source = new KernelTiles(kernel, backend, tile, a, b)) {
      sweep(a.count(), b.count(), source, null, out);
    }
  }

  /**
   * The tiles of out (n × n) ← K(x, x) that reach into the lower triangle, for those who read no
   * more; what lies above them is left alone.
   */
  public void fillLower(Rows x, Matrix out) {
    int n = x.count();
    if (out.rows() != n || out.cols() != n) {
      throw new IllegalArgumentException("the kernel matrix of " + n + " rows into " + out);
    }
    for (int i = 0; i < n; i += TILE_ROWS) {
      int nextI = Math.min(i + TILE_ROWS, n);
      fill(x.slice(i, nextI), x.slice(0, nextI), out.rows(i, nextI).columns(0, nextI));
    }
  }

  private TileProduct product(int rows, int columns, Matrix delta, Matrix out) {
    return new TileProduct(backend.blas(), tile.precision(), rows, columns, delta, out);
  }

  private void sweep(
      int rows,
      int columns,
      TileSource source,
      @Nullable TileProduct product,
      @Nullable Matrix keep) {
    if (keep != null && (keep.rows() != rows || keep.cols() != columns)) {
      throw new IllegalArgumentException(
          "a block of " + rows + " x " + columns + " does not fit into " + keep);
    }
    for (int j = 0; j < columns; j += TILE_COLUMNS) {
      int nextJ = Math.min(j + TILE_COLUMNS, columns);
      source.columns(j, nextJ);
      for (int i = 0; i < rows; i += TILE_ROWS) {
        int nextI = Math.min(i + TILE_ROWS, rows);
        tile.shape(nextI - i, nextJ - j);
        fillTile(source, i, nextI);
        if (keep != null) {
          keep.rows(i, nextI).columns(j, nextJ).assign(tile.matrix());
        }
        if (product != null) {
          product.add(tile.matrix(), i, j);
        }
      }
    }
  }

  private void fillTile(TileSource source, int from, int to) {
    backend.meter().run(Phase.KERNEL, () -> source.rows(from, to));
  }

  @Override
  public void close() {
    tile.close();
  }
}
