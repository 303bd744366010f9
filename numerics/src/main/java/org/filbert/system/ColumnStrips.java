package org.filbert.system;

import java.util.List;
import org.filbert.cache.BlockCache;
import org.filbert.cache.Recording;
import org.filbert.cost.Meter;
import org.filbert.cost.Phase;
import org.filbert.data.Rows;
import org.filbert.features.FeatureBlocks;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.KernelBlocks;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.linalg.TileProduct;

/**
 * One worker's rows of the columns of a {@link ColumnSource}, generated in strips of rows that are
 * consumed at once, or found in the cache.
 */
final class ColumnStrips implements AutoCloseable {
  /** Rows of a strip: enough for the matrix products to run at full speed. */
  static final int STRIP = 2048;

  /** Memory for random frequencies that are kept from one product to the next. */
  static final long FREQUENCY_BYTES = 256L << 20;

  /** Takes rows {@code from} and following of a block. */
  interface Strip {
    void take(int from, Matrix z);
  }

  /** Takes a tile whose first element is (row, column). */
  interface AtTile {
    void take(Matrix tile, int row, int column);
  }

  /** Gives the tiles of a strip of columns. */
  static void forEachTile(Matrix strip, AtTile action) {
    for (int i = 0; i < strip.rows(); i += TileProduct.EDGE) {
      Matrix rows = strip.rows(i, Math.min(i + TileProduct.EDGE, strip.rows()));
      for (int j = 0; j < strip.cols(); j += TileProduct.EDGE) {
        int next = Math.min(j + TileProduct.EDGE, strip.cols());
        action.take(rows.columns(j, next), i, j);
      }
    }
  }

  private interface Source extends AutoCloseable {
    void fill(Rows rows, int from, int to, Matrix out);

    @Override
    void close();
  }

  private final Precision precision;
  private final Meter meter;
  private final Source source;
  private final BlockCache cache;

  /** Takes over the cache. */
  ColumnStrips(
      ColumnSource columns, Kernel kernel, Precision precision, Backend backend, BlockCache cache) {
    this.precision = precision;
    this.meter = backend.meter();
    this.cache = cache;
    this.source =
        columns instanceof ColumnSource.Landmarks landmarks
            ? new LandmarkSource(landmarks.rows(), kernel, precision, backend)
            : new FeatureSource((ColumnSource.Features) columns, precision, backend);
  }

  /**
   * Gives columns [from, to) of all rows, strip after strip.
   *
   * @param sample number of the sample that the rows are, their name in the cache
   */
  void forEachStrip(int sample, Rows rows, int from, int to, Strip strip) {
    BlockCache.Name name = new BlockCache.Name(sample, from);
    List<Matrix> known = cache.find(name);
    if (known != null) {
      int at = 0;
      for (Matrix z : known) {
        strip.take(at, z);
        at += z.rows();
      }
      return;
    }
    Recording recording = cache.record(name, rows.count(), to - from);
    try (Matrix scratch = Matrix.zeros(precision, Math.min(STRIP, rows.count()), to - from)) {
      for (int i = 0; i < rows.count(); i += STRIP) {
        int next = Math.min(i + STRIP, rows.count());
        Matrix z = scratch.rows(0, next - i);
        fill(rows.slice(i, next), from, to, z);
        strip.take(i, z);
        meter.run(Phase.KERNEL, () -> recording.add(z));
      }
    }
    recording.finish();
  }

  /** out ← columns [from, to) of the given rows, past the cache. */
  void fill(Rows rows, int from, int to, Matrix out) {
    meter.run(Phase.KERNEL, () -> source.fill(rows, from, to, out));
  }

  @Override
  public void close() {
    cache.close();
    source.close();
  }

  private static final class LandmarkSource implements Source {
    private final Rows landmarks;
    private final KernelBlocks blocks;

    LandmarkSource(Rows landmarks, Kernel kernel, Precision precision, Backend backend) {
      this.landmarks = landmarks;
      this.blocks = new KernelBlocks(kernel, precision, backend);
    }

    @Override
    public void fill(Rows rows, int from, int to, Matrix out) {
      blocks.fill(rows, landmarks.slice(from, to), out);
    }

    @Override
    public void close() {
      blocks.close();
    }
  }

  private static final class FeatureSource implements Source {
    private final FeatureBlocks blocks;

    FeatureSource(ColumnSource.Features columns, Precision precision, Backend backend) {
      this.blocks = new FeatureBlocks(columns.map(), precision, backend, FREQUENCY_BYTES);
    }

    @Override
    public void fill(Rows rows, int from, int to, Matrix out) {
      blocks.fill(rows, from, to, out);
    }

    @Override
    public void close() {
      blocks.close();
    }
  }
}
