package org.filbert.kernel;

import java.util.Iterator;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.filbert.cost.Phase;
import org.filbert.data.Rows;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.linalg.TileProduct;

/**
 * Products with blocks of the kernel matrix, K(a, b)_ij = κ(a_i, b_j), computed tile by tile so
 * that the block itself never exists: each tile of {@value TileProduct#EDGE} × {@value
 * TileProduct#EDGE} values is consumed by the next matrix product while it is in the cache.
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

  private final Kernel kernel;
  private final Backend backend;
  private final Tile tile;
  private final Precision products;

  public KernelBlocks(Kernel kernel, Precision precision, Backend backend) {
    this(kernel, precision, precision, backend);
  }

  /**
   * Uses another precision for products within tiles. Sums over whole rows of an ill-conditioned
   * matrix need double, even of float kernel values.
   *
   * @param products precision of the products with a tile, at least that of its values
   */
  public KernelBlocks(Kernel kernel, Precision precision, Precision products, Backend backend) {
    this.kernel = Objects.requireNonNull(kernel);
    this.backend = Objects.requireNonNull(backend);
    this.tile =
        precision == Precision.SINGLE
            ? new SingleTile(TileProduct.EDGE, TileProduct.EDGE)
            : new DoubleTile(TileProduct.EDGE, TileProduct.EDGE);
    this.products = products;
  }

  /** out (m × k, double) ← out + K(a, b)·delta, for m rows a, n rows b and delta n × k. */
  public void multiply(Rows a, Rows b, Matrix delta, Matrix out) {
    multiply(a, b, delta, out, tile -> {});
  }

  /**
   * As {@link #multiply(Rows, Rows, Matrix, Matrix)}; also passes on each tile of K(a, b), which
   * the consumer may copy. The tiles share one memory.
   */
  public void multiply(Rows a, Rows b, Matrix delta, Matrix out, Consumer<Matrix> tiles) {
    try (TileProduct product = product(a.count(), b.count(), delta, out)) {
      sweep(
          a,
          b,
          (i, j) -> {
            product.add(tile.matrix(), i, j);
            tiles.accept(tile.matrix());
          });
    }
  }

  /**
   * Products with a block from both sides, out (m × k, double) ← out + K(a, b)·delta and back (n ×
   * k, double) ← back + K(a, b)ᵀ·gamma, from tiles that are computed once.
   */
  public record Sides(Matrix delta, Matrix out, Matrix gamma, Matrix back) {}

  /** Both products of {@link Sides}; also passes on the tiles. */
  public void multiply(Rows a, Rows b, Sides sides, Consumer<Matrix> tiles) {
    try (TileProduct forward = product(a.count(), b.count(), sides.delta, sides.out);
        TileProduct backward = product(b.count(), a.count(), sides.gamma, sides.back)) {
      sweep(
          a,
          b,
          (i, j) -> {
            forward.add(tile.matrix(), i, j);
            backward.addTransposed(tile.matrix(), j, i);
            tiles.accept(tile.matrix());
          });
    }
  }

  /** Both products of {@link Sides} from the tiles of an m × n block, with the same bits. */
  public void multiply(int m, int n, Iterable<Matrix> tiles, Sides sides) {
    Iterator<Matrix> next = tiles.iterator();
    try (TileProduct forward = product(m, n, sides.delta, sides.out);
        TileProduct backward = product(n, m, sides.gamma, sides.back)) {
      forEachTile(
          m,
          n,
          j -> {},
          (i, j) -> {
            Matrix stored = next.next();
            forward.add(stored, i, j);
            backward.addTransposed(stored, j, i);
          });
    }
  }

  /**
   * out (m × k, double) ← out + K·delta for the tiles of an m × n block K that {@link
   * #multiply(Rows, Rows, Matrix, Matrix, Consumer)} passed on. Shapes, strides and the order of
   * the products are those of computed tiles: the result has the same bits.
   */
  public void multiply(int m, int n, Iterable<Matrix> tiles, Matrix delta, Matrix out) {
    Iterator<Matrix> next = tiles.iterator();
    try (TileProduct product = product(m, n, delta, out)) {
      forEachTile(m, n, j -> {}, (i, j) -> product.add(next.next(), i, j));
    }
  }

  /** out (m × n) ← K(a, b). */
  public void fill(Rows a, Rows b, Matrix out) {
    if (out.rows() != a.count() || out.cols() != b.count()) {
      throw new IllegalArgumentException(
          "a block of " + a.count() + " x " + b.count() + " does not fit into " + out);
    }
    sweep(
        a,
        b,
        (i, j) -> {
          Matrix from = tile.matrix();
          out.rows(i, i + from.rows()).columns(j, j + from.cols()).assign(from);
        });
  }

  private TileProduct product(int rows, int columns, Matrix delta, Matrix out) {
    return backend.product(tile.precision(), products, rows, columns, delta, out);
  }

  /** Works on the tile whose first element is (row, column). */
  private interface AtTile {
    void run(int row, int column);
  }

  /** Computes tile after tile. */
  private void sweep(Rows a, Rows b, AtTile consumer) {
    int m = a.count();
    int n = b.count();
    try (TileSource source = new KernelTiles(kernel, backend, tile, a, b)) {
      forEachTile(
          m,
          n,
          j -> source.columns(j, Math.min(j + TileProduct.EDGE, n)),
          (i, j) -> {
            int nextI = Math.min(i + TileProduct.EDGE, m);
            tile.shape(nextI - i, Math.min(j + TileProduct.EDGE, n) - j);
            backend.meter().run(Phase.KERNEL, () -> source.rows(i, nextI));
            consumer.run(i, j);
          });
    }
  }

  private static void forEachTile(int rows, int columns, IntConsumer atColumns, AtTile action) {
    for (int j = 0; j < columns; j += TileProduct.EDGE) {
      atColumns.accept(j);
      for (int i = 0; i < rows; i += TileProduct.EDGE) {
        action.run(i, j);
      }
    }
  }

  @Override
  public void close() {
    tile.close();
  }
}
