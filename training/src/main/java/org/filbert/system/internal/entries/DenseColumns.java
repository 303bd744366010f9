package org.filbert.system.internal.entries;

import java.util.List;
import org.filbert.cache.BlockCache;
import org.filbert.cache.Recording;
import org.filbert.cost.Meter;
import org.filbert.cost.Phase;
import org.filbert.data.Rows;
import org.filbert.features.FeatureBlocks;
import org.filbert.features.FeatureMap;
import org.filbert.kernel.KernelBlocks;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.linalg.TileProduct;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.ColumnSource;
import org.filbert.system.equations.Shared;

/**
 * One worker's rows of columns without zeros to speak of. They are generated in strips of rows that
 * are consumed at once, or found in the cache. Products are BLAS's, in the columns' precision.
 */
public final class DenseColumns implements ColumnRows {
  /** Rows of a strip: enough for the matrix products to run at full speed. */
  public static final int STRIP = 2048;

  /** Memory for random frequencies that are kept from one product to the next. */
  public static final long FREQUENCY_BYTES = 256L << 20;

  /** Takes rows {@code from} and following of a block. */
  public interface Strip {
    void take(int from, Matrix z);
  }

  /** Takes a tile whose first element is (row, column). */
  public interface AtTile {
    void take(Matrix tile, int row, int column);
  }

  /** Generates columns [from, to) of some rows. */
  private interface Source {
    void fill(Rows rows, int from, int to, Matrix out);
  }

  private final Source source;
  private final Runnable close;
  private final Blocks cut;
  private final int blockSize;
  private final Precision precision;
  private final Blas blas;
  private final Meter meter;
  private final BlockCache cache;

  /** Takes over the cache. */
  DenseColumns(ColumnSource columns, Shared shared, Backend backend, BlockCache cache) {
    this.cut = shared.blocks();
    this.blockSize = shared.settings().blockSize();
    this.precision = shared.elements();
    this.blas = backend.blas();
    this.meter = backend.meter();
    this.cache = cache;
    if (columns instanceof ColumnSource.Landmarks landmarks) {
      KernelBlocks kernel = new KernelBlocks(shared.settings().kernel(), precision, backend);
      this.source =
          (rows, from, to, out) -> kernel.fill(rows, landmarks.rows().slice(from, to), out);
      this.close = kernel::close;
    } else {
      FeatureMap map = ((ColumnSource.Features) columns).map();
      FeatureBlocks features = new FeatureBlocks(map, precision, backend, FREQUENCY_BYTES);
      this.source = features::fill;
      this.close = features::close;
    }
  }

  /** Gives the tiles of a strip of columns. */
  public static void forEachTile(Matrix strip, AtTile action) {
    for (int i = 0; i < strip.rows(); i += TileProduct.EDGE) {
      Matrix rows = strip.rows(i, Math.min(i + TileProduct.EDGE, strip.rows()));
      for (int j = 0; j < strip.cols(); j += TileProduct.EDGE) {
        int next = Math.min(j + TileProduct.EDGE, strip.cols());
        action.take(rows.columns(j, next), i, j);
      }
    }
  }

  /**
   * Gives a block's columns of all rows of a sample, strip after strip.
   *
   * @param sample number of the sample that the rows are, which names them in the cache
   */
  void forEachStrip(int sample, Rows rows, int block, Strip strip) {
    BlockCache.Name name = new BlockCache.Name(sample, block * blockSize);
    List<Matrix> known = cache.find(name);
    if (known != null) {
      int at = 0;
      for (Matrix z : known) {
        strip.take(at, z);
        at += z.rows();
      }
      return;
    }
    int width = cut.size(block);
    Recording recording = cache.record(name, rows.count(), width);
    try (Matrix scratch = Matrix.zeros(precision, Math.min(STRIP, rows.count()), width)) {
      for (int i = 0; i < rows.count(); i += STRIP) {
        int next = Math.min(i + STRIP, rows.count());
        Matrix z = scratch.rows(0, next - i);
        fill(rows.slice(i, next), block, z);
        strip.take(i, z);
        meter.run(Phase.KERNEL, () -> recording.add(z));
      }
    }
    recording.finish();
  }

  /** out ← a block's columns of the given rows, past the cache. */
  void fill(Rows rows, int block, Matrix out) {
    int from = block * blockSize;
    meter.run(Phase.KERNEL, () -> source.fill(rows, from, from + cut.size(block), out));
  }

  @Override
  public void project(int number, Rows rows, int[] blocks, RowValues y, Matrix out) {
    int at = 0;
    for (int block : blocks) {
      Matrix own = out.rows(at, at + cut.size(block));
      forEachStrip(
          number,
          rows,
          block,
          (i, z) -> {
            double[] values = new double[z.rows() * out.cols()];
            y.read(i, i + z.rows(), values);
            try (Matrix right = Matrix.of(Precision.DOUBLE, z.rows(), out.cols(), values)) {
              addTransposeProduct(z, right, own);
            }
          });
      at += cut.size(block);
    }
  }

  /** out += zᵀ·y by way of z's precision. */
  void addTransposeProduct(Matrix z, Matrix y, Matrix out) {
    try (Matrix rounded = y.copy(precision);
        Matrix product = Matrix.zeros(precision, z.cols(), y.cols())) {
      blas.gemm(true, false, 1, z, rounded, 0, product);
      out.add(product);
    }
  }

  @Override
  public void expand(int number, Rows rows, int[] blocks, Matrix d, Matrix out) {
    int at = 0;
    for (int block : blocks) {
      try (Matrix step = d.rows(at, at + cut.size(block)).copy(precision);
          Matrix part = Matrix.zeros(precision, STRIP, d.cols())) {
        forEachStrip(
            number,
            rows,
            block,
            (i, z) -> {
              Matrix product = part.rows(0, z.rows());
              blas.gemm(false, false, 1, z, step, 0, product);
              out.rows(i, i + z.rows()).add(product);
            });
      }
      at += cut.size(block);
    }
  }

  @Override
  public void close() {
    cache.close();
    close.run();
  }
}
