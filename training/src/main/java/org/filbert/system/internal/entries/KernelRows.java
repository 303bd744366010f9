package org.filbert.system.internal.entries;

import java.util.List;
import java.util.Objects;
import org.filbert.cache.BlockCache;
import org.filbert.cache.Recording;
import org.filbert.cost.Meter;
import org.filbert.cost.Phase;
import org.filbert.data.Rows;
import org.filbert.kernel.KernelBlocks;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.system.equations.Shared;
import org.filbert.system.equations.SystemSettings;
import org.filbert.workers.Key;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;

/**
 * One worker's rows of the kernel matrix, by blocks of columns, which are computed or found in the
 * cache. A product has the same bits in both cases.
 */
final class KernelRows implements AutoCloseable {
  private static final Key<KernelRows> KEY = Key.rebuilt("kernelRows", KernelRows.class);

  private final KernelBlocks blocks;
  private final Meter meter;
  private final BlockCache cache;

  /** Products with whole vectors are in double. */
  private KernelRows(Worker worker) {
    Shared shared = Shared.of(worker);
    SystemSettings settings = shared.settings();
    Precision precision = settings.precision();
    boolean whole = settings.access().whole();
    this.blocks =
        new KernelBlocks(
            settings.kernel(), precision, whole ? Precision.DOUBLE : precision, worker.backend());
    this.meter = worker.meter();
    this.cache =
        whole
            ? SystemTasks.cache(
                worker, precision, new SymmetricCells(shared.blocks()).entries(worker.index()))
            : SystemTasks.cache(worker, precision);
  }

  static KernelRows of(Worker worker) {
    return worker.getOrMake(KEY, () -> new KernelRows(worker));
  }

  /** Whether a block is in the cache. */
  boolean keeps(int sample, int block) {
    return cache.find(new BlockCache.Name(sample, block)) != null;
  }

  /**
   * out += κ(rows, x)·delta.
   *
   * @param sample number of the sample; with the block it names the product in the cache
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
   * Both products with κ(rows, x), or only the forward one if the cell stands for no transpose.
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
