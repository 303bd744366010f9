package org.filbert.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.filbert.cache.BlockCache.Demand;
import org.filbert.cache.BlockCache.Name;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks of 10 x 6 floats, 240 bytes, in three matrices of different shapes. */
class BlockCacheTest {
  private static final int BYTES = 240;
  private static final Demand MUCH = new Demand(100 * BYTES, 0);

  @TempDir Path directory;
  private final List<String> warnings = new ArrayList<>();

  @Test
  void fillsMemoryThenTheDiskAndLetsTheRestGo() throws IOException {
    try (BlockCache cache = cache(2 * BYTES + 10, 3 * BYTES + 10, MUCH)) {
      for (int block = 0; block < 7; block++) {
        record(cache, new Name(0, block), block);
      }
      for (int block = 0; block < 5; block++) {
        assertThat(values(cache, new Name(0, block))).isEqualTo(values(pieces(block)));
      }
      assertThat(cache.find(new Name(0, 5))).isNull();
      assertThat(cache.find(new Name(0, 6))).isNull();
      assertThat(cache.find(new Name(1, 0))).isNull();
      assertThat(directory).as("the file cannot be seen").isEmptyDirectory();
    }
    assertThat(warnings).isEmpty();
  }

  @Test
  void thePlanSaysTheSame() {
    CacheBudget budget = new CacheBudget(2 * BYTES + 10, 3 * BYTES + 10, null);
    assertThat(budget.plan(7, BYTES)).isEqualTo(new CachePlan(BYTES, 2, 3, 2));
    assertThat(budget.plan(4, BYTES)).isEqualTo(new CachePlan(BYTES, 2, 2, 0));
    assertThat(budget.plan(4, 0)).isEqualTo(new CachePlan(0, 4, 0, 0));
    assertThat(budget.after(BYTES).plan(7, BYTES)).isEqualTo(new CachePlan(BYTES, 1, 3, 3));
    assertThat(budget.after(3 * BYTES).plan(7, BYTES)).isEqualTo(new CachePlan(BYTES, 0, 0, 7));
  }

  @Test
  void otherSamplesGetWhatTheFirstOneLeaves() {
    try (BlockCache cache = cache(3 * BYTES, BYTES, new Demand(2 * BYTES, 3 * BYTES))) {
      for (int block = 0; block < 3; block++) {
        record(cache, new Name(1, block), block);
      }
      assertThat(cache.find(new Name(1, 0))).as("in memory").isNotNull();
      assertThat(cache.find(new Name(1, 1))).as("on disk").isNotNull();
      assertThat(cache.find(new Name(1, 2))).isNull();
      record(cache, new Name(0, 0), 0);
      record(cache, new Name(0, 1), 1);
      assertThat(cache.find(new Name(0, 0))).isNotNull();
      assertThat(cache.find(new Name(0, 1))).isNotNull();
    }
  }

  @Test
  void anUnfinishedBlockIsNotFound() {
    try (BlockCache cache = cache(0, 10 * BYTES, MUCH)) {
      cache.record(new Name(0, 0), 10, 6).add(pieces(0).get(0));
      assertThat(cache.find(new Name(0, 0))).isNull();
    }
  }

  @Test
  void aDiskThatFillsUpLosesNothingButTheBlocksToCome() {
    FullDisk disk = new FullDisk(2 * BYTES + 100);
    try (BlockCache cache =
        new BlockCache(
            budget(BYTES, 10 * BYTES), MUCH, Precision.SINGLE, warnings::add, () -> disk)) {
      for (int block = 0; block < 6; block++) {
        record(cache, new Name(0, block), block);
      }
      for (int block = 0; block < 3; block++) {
        assertThat(values(cache, new Name(0, block))).isEqualTo(values(pieces(block)));
      }
      assertThat(cache.find(new Name(0, 3))).isNull();
      assertThat(cache.find(new Name(0, 4))).isNull();
      assertThat(disk.size()).as("half a block is given back").isEqualTo(2 * BYTES);
    }
    assertThat(warnings)
        .containsExactly(
            "the cache directory "
                + directory
                + " takes no more after 0.0 MiB (java.io.IOException: No space left on device);"
                + " blocks without room are computed again in every epoch");
    assertThat(disk.closed).isTrue();
  }

  @Test
  void aDirectoryThatCannotBeWrittenToIsSaidOnce() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    CacheBudget budget = new CacheBudget(0, 10 * BYTES, file.toString());
    try (BlockCache cache = new BlockCache(budget, MUCH, Precision.SINGLE, warnings::add)) {
      record(cache, new Name(0, 0), 0);
      record(cache, new Name(0, 1), 1);
      assertThat(cache.find(new Name(0, 0))).isNull();
    }
    assertThat(warnings).hasSize(1);
    assertThat(warnings.get(0))
        .startsWith("the cache directory " + file + " takes no more after 0.0 MiB (")
        .contains("FileAlreadyExists");
  }

  @Test
  void refusesNegativeBudgets() {
    assertThatThrownBy(() -> new CacheBudget(-1, 0, null))
        .hasMessage("cache.memory is -1, must be at least 0");
    assertThatThrownBy(() -> new CacheBudget(0, -2, null))
        .hasMessage("cache.disk is -2, must be at least 0");
  }

  private BlockCache cache(long memory, long disk, Demand demand) {
    return new BlockCache(budget(memory, disk), demand, Precision.SINGLE, warnings::add);
  }

  private CacheBudget budget(long memory, long disk) {
    return new CacheBudget(memory, disk, directory.toString());
  }

  private static void record(BlockCache cache, Name name, int seed) {
    Recording recording = cache.record(name, 10, 6);
    pieces(seed).forEach(recording::add);
    recording.finish();
  }

  private static List<Matrix> pieces(int seed) {
    List<Matrix> pieces = new ArrayList<>();
    for (int[] shape : new int[][] {{7, 4}, {3, 4}, {10, 2}}) {
      double[] values = new double[shape[0] * shape[1]];
      for (int i = 0; i < values.length; i++) {
        values[i] = 100 * seed + 10 * pieces.size() + i / 64.0;
      }
      pieces.add(Matrix.of(Precision.SINGLE, shape[0], shape[1], values));
    }
    return pieces;
  }

  private static List<List<Double>> values(BlockCache cache, Name name) {
    return values(Objects.requireNonNull(cache.find(name)));
  }

  private static List<List<Double>> values(List<Matrix> pieces) {
    return pieces.stream()
        .map(piece -> java.util.Arrays.stream(piece.toArray()).boxed().toList())
        .toList();
  }

  /** A disk in memory with room for so many bytes. */
  private static final class FullDisk implements Scratch {
    private final ByteBuffer bytes;
    private boolean closed;

    FullDisk(int room) {
      bytes = ByteBuffer.allocateDirect(room);
    }

    @Override
    public long size() {
      return bytes.position();
    }

    @Override
    public void append(ByteBuffer more) throws IOException {
      if (more.remaining() > bytes.remaining()) {
        throw new IOException("No space left on device");
      }
      bytes.put(more);
    }

    @Override
    public ByteBuffer map(long from, long to) {
      return bytes.slice((int) from, (int) (to - from));
    }

    @Override
    public void truncate(long size) {
      bytes.position((int) size);
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
