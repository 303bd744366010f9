package org.filbert.solver;

import java.util.HashMap;
import java.util.Map;
import org.filbert.data.Rows;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.KernelBlocks;
import org.filbert.linalg.Arena;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * One worker's rows of the kernel matrix, by column blocks: computed on the fly, and kept within a
 * budget. The first blocks to come stay, for the reason given at {@link Factors}. A product with a
 * kept block has the same bits as with one computed on the fly.
 */
final class KernelRows implements AutoCloseable {
  private record Place(int sample, int block) {}

  private final Precision precision;
  private final KernelBlocks blocks;
  private final Arena arena;
  private final Map<Place, Matrix> kept = new HashMap<>();

  /**
   * Reserves memory.
   *
   * @param budget most bytes to keep
   * @param wanted bytes of all products that will come
   */
  KernelRows(Kernel kernel, Precision precision, Backend backend, long budget, long wanted) {
    this.precision = precision;
    this.blocks = new KernelBlocks(kernel, precision, backend);
    this.arena = new Arena(Math.min(budget, wanted));
  }

  /**
   * out += κ(rows, x)·delta.
   *
   * @param sample number of the sample that the rows are, the name of the product in the cache
   *     together with the block
   */
  void multiply(int sample, Rows rows, int block, Rows x, Matrix delta, Matrix out) {
    Place place = new Place(sample, block);
    Matrix known = kept.get(place);
    if (known != null) {
      blocks.multiply(known, delta, out);
      return;
    }
    Matrix keep = arena.take(precision, rows.count(), x.count());
    if (keep == null) {
      blocks.multiply(rows, x, delta, out);
    } else {
      blocks.multiply(rows, x, delta, out, keep);
      kept.put(place, keep);
    }
  }

  /** The lower triangle of out ← κ(x, x). */
  void fillLower(Rows x, Matrix out) {
    blocks.fillLower(x, out);
  }

  @Override
  public void close() {
    kept.clear();
    arena.close();
    blocks.close();
  }
}
