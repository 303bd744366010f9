package org.filbert.system.internal.entries;

import java.util.ArrayList;
import java.util.List;
import org.filbert.cache.BlockCache;
import org.filbert.cache.Recording;
import org.filbert.cost.Phase;
import org.filbert.data.Rows;
import org.filbert.features.FeatureBlocks;
import org.filbert.features.FeatureMap;
import org.filbert.kernel.KernelBlocks;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.linalg.TileProduct;
import org.filbert.system.equations.Access;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.ColumnSource;
import org.filbert.system.equations.Shared;

/**
 * One worker's rows of columns without zeros to speak of. They are generated in strips of rows that
 * are consumed at once, or found in the cache. Products within a tile are in the columns' precision
 * or, for landmarks, in double: their columns nearly depend on each other, so that coefficients are
 * large and cancel.
 */
public final class DenseColumns implements ColumnRows {
  /** Rows of a strip: enough for Gram matrices at full speed. */
  private static final int STRIP = 2048;

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
  private final int strip;
  private final Precision precision;
  private final Precision products;
  private final Backend backend;
  private final BlockCache cache;

  /** Takes over the cache. */
  DenseColumns(ColumnSource columns, Shared shared, Backend backend, BlockCache cache) {
    this.cut = shared.blocks();
    this.blockSize = shared.settings().blockSize();
    this.strip = strip(shared.settings().access());
    this.precision = shared.elements();
    this.products = columns.products(precision);
    this.backend = backend;
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

  /** Rows of a strip: of a few blocks, or of all columns, then the fewest that fill a tile. */
  public static int strip(Access access) {
    return access.whole() ? TileProduct.EDGE : STRIP;
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
  void forEachStrip(int sample, Rows rows, int block, Strip action) {
    BlockCache.Name name = new BlockCache.Name(sample, block * blockSize);
    List<Matrix> known = cache.find(name);
    if (known != null) {
      int at = 0;
      for (Matrix z : known) {
        action.take(at, z);
        at += z.rows();
      }
      return;
    }
    compute(rows, block, cache.record(name, rows.count(), cut.size(block)), action);
  }

  private void compute(Rows rows, int block, Recording recording, Strip action) {
    try (Matrix scratch = scratch(rows, block)) {
      for (int i = 0; i < rows.count(); i += strip) {
        int next = Math.min(i + strip, rows.count());
        Matrix z = scratch.rows(0, next - i);
        fill(rows.slice(i, next), block, z);
        action.take(i, z);
        backend.meter().run(Phase.KERNEL, () -> recording.add(z));
      }
    }
    recording.finish();
  }

  private Matrix scratch(Rows rows, int block) {
    return Matrix.zeros(precision, Math.min(strip, rows.count()), cut.size(block));
  }

  /** out ← a block's columns of the given rows, past the cache. */
  void fill(Rows rows, int block, Matrix out) {
    int from = block * blockSize;
    backend.meter().run(Phase.KERNEL, () -> source.fill(rows, from, from + cut.size(block), out));
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
            try (Matrix right = values(y, i, i + z.rows(), out.cols())) {
              addTransposeProduct(z, right, own);
            }
          });
      at += cut.size(block);
    }
  }

  private static Matrix values(RowValues y, int from, int to, int columns) {
    double[] values = new double[(to - from) * columns];
    y.read(from, to, values);
    return Matrix.of(Precision.DOUBLE, to - from, columns, values);
  }

  /** out += zᵀ·y. */
  void addTransposeProduct(Matrix z, Matrix y, Matrix out) {
    try (TileProduct product = product(y, out)) {
      forEachTile(z, (tile, i, j) -> product.addTransposed(tile, j, i));
    }
  }

  /** A product with tiles of columns, or of their transposes. */
  private TileProduct product(Matrix factor, Matrix out) {
    return backend.product(precision, products, out.rows(), factor.rows(), factor, out);
  }

  @Override
  public void expand(int number, Rows rows, int[] blocks, Matrix d, Matrix out) {
    int at = 0;
    for (int block : blocks) {
      try (TileProduct product = product(d.rows(at, at + cut.size(block)), out)) {
        forEachStrip(
            number,
            rows,
            block,
            (first, z) -> forEachTile(z, (tile, i, j) -> product.add(tile, first + i, j)));
      }
      at += cut.size(block);
    }
  }

  /** Strip after strip of all blocks. */
  @Override
  public void image(
      int number, Rows rows, int[] blocks, Matrix v, Matrix fitted, RowValues y, Matrix out) {
    List<StripSource> sources = new ArrayList<>();
    try (TileProduct forward = product(v, fitted)) {
      for (int block : blocks) {
        sources.add(strips(number, rows, block));
      }
      for (int first = 0; first < rows.count(); first += strip) {
        int i = first;
        int next = Math.min(i + strip, rows.count());
        List<Matrix> z = sources.stream().map(source -> source.rows(i, next)).toList();
        forEachTile(z, (tile, row, column) -> forward.add(tile, i + row, column));
        try (Matrix right = values(y, i, next, out.cols());
            TileProduct back = product(right, out)) {
          forEachTile(z, (tile, r, c) -> back.addTransposed(tile, c, r));
        }
      }
    } finally {
      sources.forEach(StripSource::close);
    }
  }

  /** Gives the tiles of a strip of several blocks, side by side. */
  private static void forEachTile(List<Matrix> blocks, AtTile action) {
    int at = 0;
    for (Matrix z : blocks) {
      int before = at;
      forEachTile(z, (tile, row, column) -> action.take(tile, row, before + column));
      at += z.cols();
    }
  }

  /** Strips of one block, in any order. */
  private interface StripSource extends AutoCloseable {
    /** Rows {@code from} to {@code to} of a strip, until the next call. */
    Matrix rows(int from, int to);

    @Override
    void close();
  }

  /** Of a block that is in the cache, or goes there if it has room; else computed each time. */
  private StripSource strips(int sample, Rows rows, int block) {
    BlockCache.Name name = new BlockCache.Name(sample, block * blockSize);
    if (cache.find(name) == null) {
      Recording recording = cache.record(name, rows.count(), cut.size(block));
      if (recording != Recording.NOWHERE) {
        compute(rows, block, recording, (i, z) -> {});
      }
    }
    List<Matrix> known = cache.find(name);
    return known != null ? new KeptStrips(known, strip) : new ComputedStrips(this, rows, block);
  }

  private record KeptStrips(List<Matrix> strips, int height) implements StripSource {
    @Override
    public Matrix rows(int from, int to) {
      return strips.get(from / height);
    }

    @Override
    public void close() {
      // They belong to the cache.
    }
  }

  private record ComputedStrips(DenseColumns columns, Rows rows, int block, Matrix scratch)
      implements StripSource {
    ComputedStrips(DenseColumns columns, Rows rows, int block) {
      this(columns, rows, block, columns.scratch(rows, block));
    }

    @Override
    public Matrix rows(int from, int to) {
      Matrix z = scratch.rows(0, to - from);
      columns.fill(rows.slice(from, to), block, z);
      return z;
    }

    @Override
    public void close() {
      scratch.close();
    }
  }

  @Override
  public void close() {
    cache.close();
    close.run();
  }
}
