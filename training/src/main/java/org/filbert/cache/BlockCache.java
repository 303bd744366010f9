package org.filbert.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.filbert.linalg.Arena;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.jspecify.annotations.Nullable;

/**
 * A cache of blocks by name. A block is a sequence of matrices, in the order in which they are
 * used. Blocks are kept in memory within a budget, then in a file that is mapped into memory.
 *
 * <p>The first blocks stay. (An epoch visits the blocks in random order. To remove the least
 * recently used block would remove the one that is needed next.) If the disk fails or is full, the
 * user is warned: the blocks on it stay, further ones are not kept.
 */
public final class BlockCache implements AutoCloseable {
  /** The name of a block's part for one sample of rows. */
  public record Name(int sample, int block) {}

  interface ScratchSource {
    Scratch open() throws IOException;
  }

  /**
   * Bytes of all blocks that may be cached: those of sample 0, for which room is reserved, and
   * those of other samples.
   */
  public record Demand(long first, long others) {}

  private final CacheBudget budget;
  private final Precision precision;
  private final Consumer<String> warn;
  private final ScratchSource source;
  private final Map<Name, List<Matrix>> kept = new HashMap<>();
  private final Arena memory;
  private @Nullable Scratch disk;
  private long memoryLeft;
  private long diskLeft;
  private long firstToCome;

  /**
   * Reserves memory. The disk is not used before it is needed.
   *
   * @param budget of this worker
   * @param warn receives warnings for the user
   */
  public BlockCache(CacheBudget budget, Demand demand, Precision precision, Consumer<String> warn) {
    this(budget, demand, precision, warn, () -> new ScratchFile(directory(budget)));
  }

  BlockCache(
      CacheBudget budget,
      Demand demand,
      Precision precision,
      Consumer<String> warn,
      ScratchSource source) {
    this.budget = budget;
    this.precision = precision;
    this.warn = warn;
    this.source = source;
    this.memoryLeft = Math.min(budget.memory(), demand.first() + demand.others());
    this.memory = new Arena(memoryLeft);
    this.diskLeft = budget.disk();
    this.firstToCome = demand.first();
  }

  private static Path directory(CacheBudget budget) {
    String given = budget.directory();
    return Path.of(given == null ? System.getProperty("java.io.tmpdir") : given);
  }

  /**
   * The matrices of a block, in the order in which they were recorded. They must not be changed.
   */
  public @Nullable List<Matrix> find(Name name) {
    return kept.get(name);
  }

  /** A recording for the matrices of a new block of this shape. */
  public Recording record(Name name, int rows, int cols) {
    long bytes = (long) rows * cols * precision.bytes();
    if (name.sample() == 0) {
      firstToCome -= bytes;
    }
    long spared = name.sample() == 0 ? 0 : firstToCome;
    boolean allInMemory = spared <= memoryLeft;
    Matrix slab = bytes + spared <= memoryLeft ? memory.take(precision, rows, cols) : null;
    if (slab != null) {
      memoryLeft -= bytes;
      return new MemoryRecording(slab, pieces -> kept.put(name, pieces));
    }
    Scratch open = bytes + (allInMemory ? 0 : spared) <= diskLeft ? openDisk() : null;
    if (open == null) {
      return Recording.NOWHERE;
    }
    diskLeft -= bytes;
    return new DiskRecording(open, pieces -> kept.put(name, pieces), this::giveUpDisk);
  }

  private @Nullable Scratch openDisk() {
    if (disk == null) {
      try {
        disk = source.open();
      } catch (IOException e) {
        giveUpDisk(e);
      }
    }
    return disk;
  }

  private void giveUpDisk(IOException failure) {
    diskLeft = 0;
    warn.accept(
        String.format(
            Locale.ROOT,
            "the cache directory %s takes no more after %.1f MiB (%s); blocks without room are"
                + " computed again in every epoch",
            directory(budget),
            disk == null ? 0 : disk.size() / 0x1p20,
            failure));
  }

  @Override
  public void close() {
    kept.clear();
    memory.close();
    try {
      if (disk != null) {
        disk.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
