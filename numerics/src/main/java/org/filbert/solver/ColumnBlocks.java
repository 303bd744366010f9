package org.filbert.solver;

import java.util.HashMap;
import java.util.Map;
import org.filbert.data.Rows;
import org.filbert.features.FeatureBlocks;
import org.filbert.kernel.KernelBlocks;
import org.filbert.linalg.Arena;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * One worker's rows of a {@link ColumnSystem}, generated in strips of rows that are consumed at
 * once, or kept within a budget. The first blocks to come stay, for the reason given at {@link
 * Factors}.
 */
final class ColumnBlocks implements AutoCloseable {
  /** Rows of a strip: enough for the matrix products to run at full speed. */
  static final int STRIP = 1024;

  /** Takes rows {@code from} and following of a block. */
  interface Strip {
    void take(int from, Matrix z);
  }

  private record Place(int sample, int from) {}

  private interface Source extends AutoCloseable {
    void fill(Rows rows, int from, int to, Matrix out);

    @Override
    void close();
  }

  private final Precision precision;
  private final Source source;
  private final Arena arena;
  private final Map<Place, Matrix> kept = new HashMap<>();

  /**
   * Reserves memory.
   *
   * @param budget most bytes to keep
   * @param wanted bytes of all blocks that will come
   */
  ColumnBlocks(
      ColumnSystem system, Precision precision, Backend backend, long budget, long wanted) {
    this.precision = precision;
    this.arena = new Arena(Math.min(budget, wanted));
    this.source =
        system instanceof ColumnSystem.Landmarks landmarks
            ? new LandmarkSource(landmarks, precision, backend)
            : new FeatureSource((ColumnSystem.Features) system, precision, backend);
  }

  /**
   * Gives columns [from, to) of all rows, strip after strip.
   *
   * @param sample number of the sample that the rows are, their name in the cache
   */
  void forEachStrip(int sample, Rows rows, int from, int to, Strip strip) {
    Place place = new Place(sample, from);
    Matrix known = kept.get(place);
    Matrix block = known == null ? arena.take(precision, rows.count(), to - from) : known;
    try (Matrix scratch =
        Matrix.zeros(precision, block == null ? Math.min(STRIP, rows.count()) : 0, to - from)) {
      for (int i = 0; i < rows.count(); i += STRIP) {
        int next = Math.min(i + STRIP, rows.count());
        Matrix part = block == null ? scratch.rows(0, next - i) : block.rows(i, next);
        if (known == null) {
          source.fill(rows.slice(i, next), from, to, part);
        }
        strip.take(i, part);
      }
    }
    if (block != null) {
      kept.put(place, block);
    }
  }

  /** out ← columns [from, to) of the given rows, past the cache. */
  void fill(Rows rows, int from, int to, Matrix out) {
    source.fill(rows, from, to, out);
  }

  @Override
  public void close() {
    kept.clear();
    arena.close();
    source.close();
  }

  private static final class LandmarkSource implements Source {
    private final Rows landmarks;
    private final KernelBlocks blocks;

    LandmarkSource(ColumnSystem.Landmarks system, Precision precision, Backend backend) {
      this.landmarks = system.rows();
      this.blocks = new KernelBlocks(system.kernel(), precision, backend);
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
    private static final long FREQUENCY_BYTES = 256L << 20;
    private final FeatureBlocks blocks;

    FeatureSource(ColumnSystem.Features system, Precision precision, Backend backend) {
      this.blocks = new FeatureBlocks(system.map(), precision, backend, FREQUENCY_BYTES);
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
