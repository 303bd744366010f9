package org.filbert.system;

import java.util.List;
import java.util.Objects;
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
import org.jspecify.annotations.Nullable;

/**
 * One worker's rows of the kernel matrix, by column blocks: computed on the fly, or found in the
 * cache. A product with a kept block has the same bits as with one computed on the fly.
 */
final class KernelRows implements AutoCloseable {
  private final KernelBlocks blocks;
  private final Meter meter;
  private final BlockCache cache;

  /**
   * Takes over the cache.
   *
   * @param products precision of products with a tile
   */
  KernelRows(
      Kernel kernel, Precision precision, Precision products, Backend backend, BlockCache cache) {
    this.blocks = new KernelBlocks(kernel, precision, products, backend);
    this.meter = backend.meter();
    this.cache = cache;
  }

  /** Whether a block is in the cache. */
  boolean keeps(int sample, int block) {
    return cache.find(new BlockCache.Name(sample, block)) != null;
  }

  /**
   * out += κ(rows, x)·delta.
   *
   * @param sample number of the sample that the rows are, the name of the product in the cache
   *     together with the block
   * @param x may be null if the cache keeps the block
   */
  void multiply(int sample, Rows rows, int block, @Nullable Rows x, Matrix delta, Matrix out) {
    BlockCache.Name name = new BlockCache.Name(sample, block);
    List<Matrix> tiles = cache.find(name);
    if (tiles != null) {
      blocks.multiply(rows.count(), delta.rows(), tiles, delta, out);
    } else {
      Objects.requireNonNull(x, "rows of a block that is not in the cache");
      Recording recording = cache.record(name, rows.count(), x.count());
      blocks.multiply(
          rows, x, delta, out, tile -> meter.run(Phase.KERNEL, () -> recording.add(tile)));
      recording.finish();
    }
  }

  /** Whether a cell is in the cache. */
  boolean keeps(SymmetricCells.Cell cell) {
    return keeps(0, cell.number());
  }

  /**
   * Both products with κ(rows, x), or the forward one alone if the cell stands for no other.
   *
   * @param x may be null if the cache keeps the cell
   */
  void multiply(SymmetricCells.Cell cell, Rows rows, @Nullable Rows x, KernelBlocks.Sides sides) {
    if (!cell.bothSides()) {
      multiply(0, rows, cell.number(), x, sides.delta(), sides.out());
      return;
    }
    BlockCache.Name name = new BlockCache.Name(0, cell.number());
    List<Matrix> tiles = cache.find(name);
    if (tiles != null) {
      blocks.multiply(rows.count(), sides.delta().rows(), tiles, sides);
    } else {
      Objects.requireNonNull(x, "rows of a cell that is not in the cache");
      Recording recording = cache.record(name, rows.count(), x.count());
      blocks.multiply(rows, x, sides, tile -> meter.run(Phase.KERNEL, () -> recording.add(tile)));
      recording.finish();
    }
  }

  @Override
  public void close() {
    cache.close();
    blocks.close();
  }
}
