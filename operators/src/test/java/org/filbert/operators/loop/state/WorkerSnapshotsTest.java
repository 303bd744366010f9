package org.filbert.operators.loop.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RunnableFuture;
import java.util.stream.Stream;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.core.fs.local.LocalFileSystem;
import org.apache.flink.runtime.checkpoint.SnapshotType.SharingFilesStrategy;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.SnapshotResult;
import org.apache.flink.runtime.state.filesystem.FsCheckpointStreamFactory;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.operators.loop.internal.frames.FrameCodec;
import org.filbert.operators.loop.spec.Attempts;
import org.filbert.shard.ShardState;
import org.filbert.store.codec.KryoCodec;
import org.filbert.workers.Key;
import org.filbert.workers.Worker;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class WorkerSnapshotsTest {
  private static final Key<Matrix> ROWS = Key.constant("rows", Matrix.class);
  private static final Key<Matrix> ALPHA = Key.stored("alpha", Matrix.class);
  private static final Key<Matrix> CACHE = Key.rebuilt("cache", Matrix.class);
  private static final WorkerState PROGRESS =
      new WorkerState(
          true,
          List.of(),
          7,
          8,
          new Attempts.Mark("job", 2),
          Map.of("KERNEL", 1.5),
          new WorkerState.Position(1, 3));
  private static final KeyGroupRange GROUPS = new KeyGroupRange(0, 127);
  private static final long ROW_BYTES = 10_000 * 20 * Double.BYTES;
  private static final long ALPHA_BYTES = 10_000 * 3 * Double.BYTES;

  @TempDir Path exclusive;
  @TempDir Path shared;

  private final CloseableRegistry closeables = new CloseableRegistry();
  private final KryoCodec codec = new FrameCodec(List.of()).states();
  private final WorkerSnapshots snapshots = new WorkerSnapshots(codec, GROUPS, closeables);
  private final Worker worker = new Worker(1, 3, Backends.choose("java", "plain"));

  @BeforeEach
  void fill() {
    worker.put(ROWS, filled(10_000, 20, 0.5));
    worker.put(ALPHA, filled(10_000, 3, 0.25));
    worker.put(CACHE, filled(1000, 1000, 1));
  }

  private static Matrix filled(int rows, int cols, double step) {
    double[] elements = new double[rows * cols];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = i * step;
    }
    return Matrix.of(Precision.DOUBLE, rows, cols, elements);
  }

  private IncrementalRemoteKeyedStateHandle take(long number, SharingFilesStrategy sharing)
      throws Exception {
    return take(PROGRESS, number, sharing, () -> {});
  }

  /** Takes a checkpoint, in whose background something is done first. */
  private IncrementalRemoteKeyedStateHandle take(
      WorkerState progress, long number, SharingFilesStrategy sharing, Runnable meanwhile)
      throws Exception {
    FsCheckpointStreamFactory factory =
        new FsCheckpointStreamFactory(
            LocalFileSystem.getSharedInstance(),
            new org.apache.flink.core.fs.Path(exclusive.toUri()),
            new org.apache.flink.core.fs.Path(shared.toUri()),
            1000,
            4096);
    RunnableFuture<SnapshotResult<KeyedStateHandle>> future =
        snapshots.take(progress, worker, number, sharing, factory);
    worker.get(ALPHA).set(0, 0, -1); // changes after the copy
    meanwhile.run();
    future.run();
    worker.get(ALPHA).set(0, 0, 0);
    return (IncrementalRemoteKeyedStateHandle) future.get().getJobManagerOwnedSnapshot();
  }

  private static long bytes(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(Path::toFile).mapToLong(java.io.File::length).sum();
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  @Test
  void aCheckpointHasTheSizeOfWhatChanges() throws Exception {
    take(1, SharingFilesStrategy.FORWARD_BACKWARD);
    assertThat(bytes(shared)).isBetween(ROW_BYTES, ROW_BYTES + 1000);
    assertThat(bytes(exclusive)).isBetween(ALPHA_BYTES, ALPHA_BYTES + 1000);
    snapshots.completed(1);
    for (int number = 2; number <= 4; number++) {
      take(number, SharingFilesStrategy.FORWARD_BACKWARD);
    }
    assertThat(files(shared)).hasSize(1);
    assertThat(bytes(exclusive)).isBetween(4 * ALPHA_BYTES, 4 * (ALPHA_BYTES + 1000));
  }

  @Test
  void whatWasWrittenComesBack() throws Exception {
    Worker restored = new Worker(1, 3, worker.backend());
    WorkerSnapshots next = new WorkerSnapshots(codec, GROUPS, closeables);
    assertThat(next.restore(take(1, SharingFilesStrategy.FORWARD_BACKWARD), restored))
        .isEqualTo(new WorkerSnapshots.Restored(PROGRESS, restored));
    for (Key<Matrix> key : List.of(ROWS, ALPHA)) {
      assertThat(restored.get(key).toArray()).isEqualTo(worker.get(key).toArray());
    }
    assertThat(restored.parts(Key.Tier.CONSTANT)).containsOnlyKeys("rows");
    assertThat(restored.parts(Key.Tier.STORED)).containsOnlyKeys("alpha");
    assertThat(restored.find(CACHE)).isNull();
  }

  private static List<Instance> records(int count) {
    List<Instance> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Features cells = Features.Cells.of(List.of("a", "0.25"));
      records.add(
          new Instance.Example(Role.TRAIN, i, cells, new Target.Values(new double[] {1.5 * i})));
    }
    return records;
  }

  /** They take a few bytes each, as between operators. */
  @Test
  void rowsThatAreNotEncodedComeBack() throws Exception {
    List<Instance> rows = records(1000);
    rows.add(new Instance.Bad(Role.TEST, 1000, "rows.csv:7", "found x", "x"));
    worker.remove(ROWS);
    worker.put(ShardState.INSTANCES, rows);
    IncrementalRemoteKeyedStateHandle state = take(1, SharingFilesStrategy.FORWARD_BACKWARD);
    assertThat(bytes(shared)).isLessThan(1000 * 50);
    Worker restored = new Worker(1, 3, worker.backend());
    new WorkerSnapshots(codec, GROUPS, closeables).restore(state, restored);
    assertThat(restored.get(ShardState.INSTANCES)).usingRecursiveComparison().isEqualTo(rows);
  }

  /** Rows go one after the other while they are encoded; a checkpoint before must not keep them. */
  @Test
  @Timeout(60)
  void whatAWorkerHasLetGoIsCollected() throws Exception {
    worker.put(ShardState.INSTANCES, records(1000));
    take(1, SharingFilesStrategy.FORWARD_BACKWARD);
    snapshots.completed(1);
    WeakReference<?> rows = new WeakReference<>(worker.get(ShardState.INSTANCES));
    worker.remove(ShardState.INSTANCES);
    while (rows.get() != null) {
      System.gc();
    }
    take(2, SharingFilesStrategy.FORWARD_BACKWARD);
    assertThat(files(shared)).hasSize(2); // those of the first
  }

  /** Rows that come meanwhile are in the next checkpoint. */
  @Test
  void rowsThatHaveComeAreWrittenFromWhereTheyAre() throws Exception {
    List<Instance> rows = records(1000);
    WorkerState coming =
        new WorkerState(
            false, rows, 0, 0, Attempts.Mark.NONE, Map.of(), new WorkerState.Position(1, 3));
    Instance next = new Instance.Bad(Role.TEST, 1000, "rows.csv:7", "found x", "x");
    WorkerState found =
        snapshots
            .restore(
                take(coming, 1, SharingFilesStrategy.FORWARD_BACKWARD, () -> rows.add(next)),
                new Worker(1, 3, worker.backend()))
            .state();
    assertThat(found.loaded()).isFalse();
    assertThat(found.instances())
        .usingRecursiveComparison()
        .isEqualTo(rows.subList(0, rows.size() - 1));
  }

  @Test
  void aFileIsUsedAgainOnlyOnceACheckpointWithItIsComplete() throws Exception {
    take(1, SharingFilesStrategy.FORWARD_BACKWARD);
    take(2, SharingFilesStrategy.FORWARD_BACKWARD);
    assertThat(files(shared)).hasSize(2);
    snapshots.completed(2);
    take(3, SharingFilesStrategy.FORWARD_BACKWARD);
    assertThat(files(shared)).hasSize(2);
    worker.put(ROWS, filled(10_000, 20, 0.75));
    take(4, SharingFilesStrategy.FORWARD_BACKWARD);
    assertThat(files(shared)).hasSize(3);
  }

  @Test
  void aFileThatALaterCheckpointHasNotIsNotUsedAgain() throws Exception {
    take(1, SharingFilesStrategy.FORWARD_BACKWARD);
    take(2, SharingFilesStrategy.FORWARD_BACKWARD); // has its own file
    snapshots.completed(1); // late notice: the second may be complete, and the first deleted
    take(3, SharingFilesStrategy.FORWARD_BACKWARD);
    assertThat(files(shared)).hasSize(3);
    snapshots.completed(3);
    take(4, SharingFilesStrategy.FORWARD_BACKWARD);
    assertThat(files(shared)).hasSize(3);
  }

  @Test
  void aCheckpointThatIsGivenUpTakesItsOwnFilesAlongAndNoOthers() throws Exception {
    take(1, SharingFilesStrategy.FORWARD_BACKWARD);
    snapshots.completed(1);
    take(2, SharingFilesStrategy.FORWARD_BACKWARD).discardState();
    assertThat(files(shared)).hasSize(1);
    worker.put(ROWS, filled(10_000, 20, 0.75));
    IncrementalRemoteKeyedStateHandle third = take(3, SharingFilesStrategy.FORWARD_BACKWARD);
    assertThat(files(shared)).hasSize(2);
    third.discardState();
    assertThat(files(shared)).hasSize(1);
  }

  @Test
  void aSavepointHasItsOwnFilesAndGivesNoneAway() throws Exception {
    IncrementalRemoteKeyedStateHandle savepoint = take(1, SharingFilesStrategy.NO_SHARING);
    assertThat(files(shared)).isEmpty();
    assertThat(savepoint.getSharedState()).isEmpty();
    assertThat(bytes(exclusive)).isGreaterThan(ROW_BYTES + ALPHA_BYTES);
    snapshots.completed(1);
    take(2, SharingFilesStrategy.FORWARD_BACKWARD);
    assertThat(files(shared)).hasSize(1);
    Worker restored = new Worker(1, 3, worker.backend());
    snapshots.restore(savepoint, restored);
    assertThat(restored.get(ROWS).toArray()).isEqualTo(worker.get(ROWS).toArray());
    worker.put(ROWS, restored.get(ROWS));
    take(3, SharingFilesStrategy.FORWARD_BACKWARD);
    assertThat(files(shared)).hasSize(2);
  }

  @Test
  void afterARestoreFilesAreUsedAgainUnlessTheCheckpointIsToStandAlone() throws Exception {
    IncrementalRemoteKeyedStateHandle handle = take(1, SharingFilesStrategy.FORWARD_BACKWARD);
    Worker restored = new Worker(1, 3, worker.backend());
    snapshots.restore(handle, restored);
    worker.put(ROWS, restored.get(ROWS));
    take(2, SharingFilesStrategy.FORWARD_BACKWARD);
    assertThat(files(shared)).hasSize(1);
    take(3, SharingFilesStrategy.FORWARD);
    assertThat(files(shared)).hasSize(2);
  }

  @Test
  void damagedAndMissingFilesAreNamed() throws Exception {
    IncrementalRemoteKeyedStateHandle handle = take(1, SharingFilesStrategy.FORWARD_BACKWARD);
    Path file = files(shared).get(0);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
    Worker restored = new Worker(1, 3, worker.backend());
    assertThatThrownBy(() -> snapshots.restore(handle, restored))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll(file.getFileName().toString(), "is damaged");
    Files.write(file, java.util.Arrays.copyOf(bytes, 1000));
    assertThatThrownBy(() -> snapshots.restore(handle, restored))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll(file.getFileName().toString(), "is damaged");
    Files.delete(file);
    assertThatThrownBy(() -> snapshots.restore(handle, restored))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.getFileName().toString());
  }

  @Test
  void theStateOfAnotherWorkerComesBackAsSuch() throws Exception {
    IncrementalRemoteKeyedStateHandle handle = take(1, SharingFilesStrategy.FORWARD_BACKWARD);
    for (Worker own :
        List.of(new Worker(2, 3, worker.backend()), new Worker(1, 2, worker.backend()))) {
      Worker found = new WorkerSnapshots(codec, GROUPS, closeables).restore(handle, own).worker();
      assertThat(WorkerState.Position.of(found)).isEqualTo(new WorkerState.Position(1, 3));
      assertThat(found.get(ALPHA).toArray()).isEqualTo(worker.get(ALPHA).toArray());
      assertThat(own.parts(Key.Tier.STORED)).isEmpty();
    }
  }
}
