package org.filbert.operators.loop.state;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.RunnableFuture;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.runtime.checkpoint.SnapshotType.SharingFilesStrategy;
import org.apache.flink.runtime.state.AsyncSnapshotCallable;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.CheckpointedStateScope;
import org.apache.flink.runtime.state.IncrementalKeyedStateHandle.HandleAndLocalPath;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.PlaceholderStreamStateHandle;
import org.apache.flink.runtime.state.SnapshotResult;
import org.apache.flink.runtime.state.StateUtil;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.filbert.data.Instance;
import org.filbert.store.codec.KryoCodec;
import org.filbert.workers.Key;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;

/**
 * Checkpoints of a worker. Constant state is in separate files that are written once. All other
 * state is copied in each checkpoint and written in the background, but for rows, which do not
 * change.
 *
 * <p>For Flink these are incremental checkpoints of keyed state. A file lives as long as a
 * checkpoint that uses it. A savepoint shares nothing and has its own files. A file is reused only
 * after a checkpoint with it is complete; an aborted checkpoint deletes its files.
 */
public final class WorkerSnapshots {
  private static final int CHUNK_BYTES = 1 << 20;

  private final KryoCodec codec;
  private final KeyGroupRange groups;
  private final CloseableRegistry closeables;
  private final UUID id = UUID.randomUUID();
  private Map<String, ConstantFile> complete = Map.of();
  private final TreeMap<Long, Map<String, ConstantFile>> pending = new TreeMap<>();

  /**
   * @param groups that a worker's state is of. With the worker's own, its state comes back to it
   *     alone. With all of them, the states of all workers come to each if their number is another
   * @param closeables closed when the task is cancelled
   */
  public WorkerSnapshots(KryoCodec codec, KeyGroupRange groups, CloseableRegistry closeables) {
    this.codec = codec;
    this.groups = groups;
    this.closeables = closeables;
  }

  /** Copies the variable state. The returned future writes it. */
  public RunnableFuture<SnapshotResult<KeyedStateHandle>> take(
      WorkerState progress,
      Worker worker,
      long checkpoint,
      SharingFilesStrategy sharing,
      CheckpointStreamFactory factory)
      throws IOException {
    Map<String, ConstantFile> constants = new LinkedHashMap<>();
    for (Map.Entry<String, Object> part : worker.parts(Key.Tier.CONSTANT).entrySet()) {
      constants.put(part.getKey(), file(part.getKey(), part.getValue(), sharing, factory));
    }
    ChunkStream changing = new ChunkStream(CHUNK_BYTES);
    DataOutputStream out = new DataOutputStream(changing);
    StateFormat.write(out);
    codec.write(out, progress.withInstances(List.of()));
    codec.write(out, descriptions(constants));
    codec.write(out, worker.parts(Key.Tier.STORED));
    out.flush();
    if (sharing != SharingFilesStrategy.NO_SHARING) {
      pending.put(checkpoint, constants);
    }
    RawState.Content content = content(changing.finish(), progress);
    return writing(checkpoint, sharing, factory, constants, content)
        .toAsyncSnapshotFutureTask(closeables);
  }

  private static RawState.Content content(List<byte[]> changing, WorkerState progress) {
    List<Instance> rows = List.copyOf(progress.instances());
    return out -> {
      for (byte[] chunk : changing) {
        out.write(chunk);
      }
      if (!progress.loaded()) {
        StateRows.write(rows, out);
      }
    };
  }

  private static Map<String, ConstantFile.Description> descriptions(
      Map<String, ConstantFile> constants) {
    Map<String, ConstantFile.Description> descriptions = new LinkedHashMap<>();
    constants.forEach((name, file) -> descriptions.put(name, file.description()));
    return descriptions;
  }

  private ConstantFile file(
      String name, Object value, SharingFilesStrategy sharing, CheckpointStreamFactory factory)
      throws IOException {
    ConstantFile known = complete.get(name);
    if (sharing == SharingFilesStrategy.FORWARD_BACKWARD && known != null && known.has(value)) {
      return known;
    }
    return ConstantFile.write(
        value,
        codec,
        factory,
        sharing == SharingFilesStrategy.NO_SHARING
            ? CheckpointedStateScope.EXCLUSIVE
            : CheckpointedStateScope.SHARED);
  }

  /**
   * Records that a checkpoint is complete: its files may be reused, unless a later checkpoint,
   * which may be complete too, has replaced them; they may then be deleted.
   */
  public void completed(long checkpoint) {
    Map<String, ConstantFile> files = pending.get(checkpoint);
    pending.headMap(checkpoint, true).clear();
    if (files != null) {
      Map<String, ConstantFile> shared = new LinkedHashMap<>(files);
      for (Map<String, ConstantFile> later : pending.values()) {
        shared.entrySet().removeIf(file -> !hasIn(later, file.getKey(), file.getValue()));
      }
      complete = shared;
    }
  }

  private static boolean hasIn(
      Map<String, ConstantFile> checkpoint, String name, ConstantFile file) {
    ConstantFile found = checkpoint.get(name);
    return found != null && found.place().equals(file.place());
  }

  /**
   * A restored worker.
   *
   * @param state its progress
   * @param worker the one that was to be restored, or another one whose state was found
   */
  record Restored(WorkerState state, Worker worker) {}

  /** Restores the worker whose state it is, on the same numerics. */
  public Restored restore(IncrementalRemoteKeyedStateHandle from, Worker own) throws IOException {
    Map<String, StreamStateHandle> places = new HashMap<>();
    Set<String> shared = new HashSet<>();
    from.getSharedState()
        .forEach(
            file -> {
              places.put(file.getLocalPath(), file.getHandle());
              shared.add(file.getLocalPath());
            });
    from.getPrivateState().forEach(file -> places.put(file.getLocalPath(), file.getHandle()));
    try (InputStream file = from.getMetaDataStateHandle().openInputStream();
        DataInputStream in = new DataInputStream(file)) {
      StateFormat.require(in);
      WorkerState state = codec.read(in, WorkerState.class);
      WorkerState.Position position = state.position();
      if (position == null) {
        position =
            new WorkerState.Position(from.getKeyGroupRange().getStartKeyGroup(), own.count());
      }
      boolean isOwn = position.equals(WorkerState.Position.of(own));
      Worker worker = isOwn ? own : new Worker(position.index(), position.workers(), own.backend());
      Map<String, ConstantFile> constants = new LinkedHashMap<>();
      Map<?, ?> descriptions = codec.read(in, Map.class);
      for (Map.Entry<?, ?> described : descriptions.entrySet()) {
        String name = part(String.class, described.getKey());
        StreamStateHandle place = places.get(name);
        if (place == null) {
          throw new IOException("found no file with " + name + " in the checkpoint");
        }
        ConstantFile.Found found =
            ConstantFile.read(
                part(ConstantFile.Description.class, described.getValue()), place, codec);
        constants.put(name, found.file());
        worker.restore(Key.Tier.CONSTANT, Map.of(name, found.value()));
      }
      constants.keySet().retainAll(shared); // a savepoint has its own files
      if (isOwn) {
        complete = constants;
      }
      Map<?, ?> storedParts = codec.read(in, Map.class);
      for (Map.Entry<?, ?> stored : storedParts.entrySet()) {
        String name = part(String.class, stored.getKey());
        worker.restore(Key.Tier.STORED, Map.of(name, part(Object.class, stored.getValue())));
      }
      boolean follow = !state.loaded() && state.instances().isEmpty();
      return new Restored(follow ? state.withInstances(StateRows.read(in)) : state, worker);
    }
  }

  private static <T> T part(Class<T> type, @Nullable Object found) throws IOException {
    if (!type.isInstance(found)) {
      throw new IOException(
          "found %s in the state of a worker, expected a %s"
              .formatted(found == null ? "null" : found.getClass().getName(), type.getName()));
    }
    return type.cast(found);
  }

  /** The part that is written in the background. */
  private AsyncSnapshotCallable<SnapshotResult<KeyedStateHandle>> writing(
      long checkpoint,
      SharingFilesStrategy sharing,
      CheckpointStreamFactory factory,
      Map<String, ConstantFile> constants,
      RawState.Content content) {
    List<StreamStateHandle> fresh = new ArrayList<>();
    constants.values().forEach(file -> fresh.add(file.place()));
    complete.values().forEach(file -> fresh.remove(file.place()));
    return new AsyncSnapshotCallable<>() {
      private boolean written;

      @Override
      protected SnapshotResult<KeyedStateHandle> callInternal() throws Exception {
        List<HandleAndLocalPath> files = new ArrayList<>();
        constants.forEach(
            (name, file) -> files.add(HandleAndLocalPath.of(place(file, fresh), name)));
        boolean shared = sharing != SharingFilesStrategy.NO_SHARING;
        StreamStateHandle changingPlace =
            RawState.file(factory, snapshotCloseableRegistry, content);
        written = true;
        return SnapshotResult.of(
            new IncrementalRemoteKeyedStateHandle(
                id,
                groups,
                checkpoint,
                shared ? files : List.of(),
                shared ? List.of() : files,
                changingPlace));
      }

      /** Deletes files that no checkpoint will use. */
      @Override
      protected void cleanupProvidedResources() {
        if (written) {
          return;
        }
        try {
          StateUtil.bestEffortDiscardAllStateObjects(fresh);
        } catch (Exception e) {
          throw new IllegalStateException("files of a checkpoint could not be deleted", e);
        }
      }
    };
  }

  /** An aborted checkpoint deletes its own files, but none of earlier checkpoints. */
  private static StreamStateHandle place(ConstantFile file, List<StreamStateHandle> fresh) {
    return fresh.contains(file.place())
        ? file.place()
        : new PlaceholderStreamStateHandle(
            file.place().getStreamStateHandleID(), file.description().size(), false);
  }
}
