package org.filbert.solver;

import java.util.List;
import org.filbert.cache.BlockCache;
import org.filbert.cache.Recording;
import org.filbert.cost.Meter;
import org.filbert.cost.Phase;
import org.filbert.data.Rows;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.KernelBlocks;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * One worker's rows of the kernel matrix, by column blocks: computed on the fly, or found in the
 * cache. A product with a kept block has the same bits as with one computed on the fly.
 */
final class KernelRows implements AutoCloseable {
  private final KernelBlocks blocks;
  private final Meter meter;
  private final BlockCache cache;

  /** Takes over the cache. */
  KernelRows(Kernel kernel, Precision precision, Backend backend, BlockCache cache) {
    this.blocks = new KernelBlocks(kernel, precision, backend);
    this.meter = backend.meter();
    this.cache = cache;
  }

  /**
   * out += κ(rows, x)·delta.
   *
   * @param sample number of the sample that the rows are, the name of the product in the cache
   *     together with the block
   */
  void multiply(int sample, Rows rows, int block, Rows x, Matrix delta, Matrix out) {
    BlockCache.Name name = new BlockCache.Name(sample, block);
    List<Matrix> tiles = cache.find(name);
    if (tiles != null) {
      blocks.multiply(rows.count(), x.count(), tiles, delta, out);
    } else {
      Recording recording = cache.record(name, rows.count(), x.count());
      blocks.multiply(
          rows, x, delta, out, tile -> meter.run(Phase.KERNEL, () -> recording.add(tile)));
      recording.finish();
    }
  }

  /** The lower triangle of out ← κ(x, x). */
  void fillLower(Rows x, Matrix out) {
    blocks.fillLower(x, out);
  }

  @Override
  public void close() {
    cache.close();
    blocks.close();
  }
}
