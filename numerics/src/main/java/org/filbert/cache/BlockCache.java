package org.filbert.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.filbert.linalg.Arena;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.jspecify.annotations.Nullable;

/**
 * Blocks kept by name, each as the sequence of matrices in which it is consumed: in memory while
 * the budget lasts, then in a file that is mapped into memory.
 *
 * <p>The first blocks to come stay. (Blocks come round in random order once an epoch, where
 * throwing out the least recently used would throw out what is needed next.) A disk that fails or
 * is full is given up, with a warning: blocks that are on it stay, further ones are not kept.
 */
public final class BlockCache implements AutoCloseable {
  /** The part of a block that belongs to one sample of rows. */
  public record Name(int sample, int block) {}

  interface ScratchSource {
    Scratch open() throws IOException;
  }

  /**
   * Bytes of all the blocks that will come: those of sample 0, for which room is kept free, and
   * those of the others.
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
   * Reserves memory; the disk is not touched before it is needed.
   *
   * @param budget of this worker
   * @param warn is told what the user has to know
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

  /** The matrices of a block, in the order in which they were kept; not to be written to. */
  public @Nullable List<Matrix> find(Name name) {
    return kept.get(name);
  }

  /** Where the matrices of a new block of this shape go. */
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
        "the cache directory %s takes no more after %.1f MiB (%s); blocks that find no room are computed again in every epoch"
            .formatted(directory(budget), disk == null ? 0 : disk.size() / 0x1p20, failure));
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
