package org.filbert.operators.loop;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.RunnableFuture;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.core.memory.DataOutputViewStreamWrapper;
import org.apache.flink.runtime.checkpoint.SnapshotType.SharingFilesStrategy;
import org.apache.flink.runtime.state.IncrementalKeyedStateHandle.HandleAndLocalPath;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.SnapshotResult;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.operators.loop.internal.frames.AnswerLog;
import org.filbert.operators.loop.internal.frames.Frame;
import org.filbert.operators.loop.internal.frames.FrameCodec;
import org.filbert.operators.loop.internal.frames.Incoming;
import org.filbert.operators.loop.spec.Attempts;
import org.filbert.operators.loop.state.DriverState;
import org.filbert.operators.loop.state.WorkerSnapshots;
import org.filbert.operators.loop.state.WorkerState;
import org.filbert.store.codec.KryoCodec;
import org.filbert.workers.Key;
import org.filbert.workers.Worker;

/** Checkpoints of the superstep loop as bytes: what a driver and what a worker reads back. */
public final class StateBytes {
  private static final int MOST_BYTES = 1 << 20;
  private static final Key<Matrix> ROWS = Key.constant("rows", Matrix.class);
  private static final Key<Matrix> ALPHA = Key.stored("alpha", Matrix.class);

  private StateBytes() {}

  /** The answers that a driver had so far. */
  public static byte[] driver() throws IOException {
    AnswerLog log = new AnswerLog(1);
    for (Frame frame : List.of(answer(1, 0), answer(1, 1), answer(2, 1))) {
      Incoming complete = log.add(frame);
      if (complete != null) {
        log.record(complete);
      }
    }
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    DataOutputViewStreamWrapper out = new DataOutputViewStreamWrapper(stream);
    Gaussian state = new Gaussian(2);
    codec()
        .write(
            out,
            new DriverState(
                true,
                false,
                new Attempts.Mark("job", 1),
                state,
                List.of(),
                Map.of("steps", 3L),
                new DriverState.Layout(2, true)));
    log.snapshot().write(out);
    out.flush();
    return stream.toByteArray();
  }

  private static Frame answer(int step, int source) {
    return Frame.of(Frame.Kind.ANSWER, step, source, Frame.DRIVER, 2)
        .piece(0, 1, new byte[] {1, 2});
  }

  /** Reads what {@link #driver} wrote. For one thread. */
  public static final class DriverReader {
    private final KryoCodec codec = codec();

    /** The state of a driver whose log can be read, too. */
    public Object read(byte[] input) throws IOException {
      DataInputViewStreamWrapper in =
          new DataInputViewStreamWrapper(new ByteArrayInputStream(input));
      DriverState state = codec.read(in, DriverState.class);
      new AnswerLog(1).read(in);
      return state;
    }
  }

  private static IncrementalRemoteKeyedStateHandle taken(CloseableRegistry closeables)
      throws Exception {
    Worker worker = new Worker(1, 3, Backends.choose("java", "plain"));
    worker.put(ROWS, Matrix.of(Precision.SINGLE, 2, 2, 1, 2, 3, 4));
    worker.put(ALPHA, Matrix.of(Precision.DOUBLE, 2, 1, 5, 6));
    Instance row = new Instance.Example(Role.TRAIN, 5, new Features.Text("a"), null);
    WorkerState state =
        new WorkerState(
            false,
            List.of(row),
            7,
            8,
            new Attempts.Mark("job", 2),
            Map.of("KERNEL", 1.5),
            new WorkerState.Position(1, 3));
    RunnableFuture<SnapshotResult<KeyedStateHandle>> future =
        new WorkerSnapshots(codec(), new KeyGroupRange(1, 1), closeables)
            .take(
                state,
                worker,
                1,
                SharingFilesStrategy.NO_SHARING,
                new MemCheckpointStreamFactory(MOST_BYTES));
    future.run();
    return (IncrementalRemoteKeyedStateHandle) future.get().getJobManagerOwnedSnapshot();
  }

  private static KryoCodec codec() {
    return new FrameCodec(LoopBytes.messages()).states();
  }

  /** Reads the state of a worker. For one thread. */
  public static final class WorkerReader {
    private final CloseableRegistry closeables = new CloseableRegistry();
    private final KryoCodec codec = codec();
    private final IncrementalRemoteKeyedStateHandle handle;

    public WorkerReader() throws Exception {
      handle = taken(closeables);
    }

    /** What changes, as it was written. */
    public byte[] good() throws IOException {
      try (var in = handle.getMetaDataStateHandle().openInputStream()) {
        return in.readAllBytes();
      }
    }

    /** Restores a worker from a constant file and other bytes for all that changes. */
    public Object read(byte[] input) throws IOException {
      List<HandleAndLocalPath> files = new ArrayList<>(handle.getPrivateState());
      IncrementalRemoteKeyedStateHandle damaged =
          new IncrementalRemoteKeyedStateHandle(
              UUID.randomUUID(),
              new KeyGroupRange(1, 1),
              1,
              List.of(),
              files,
              new ByteStreamStateHandle("changing", input));
      try (Worker worker = new Worker(1, 3, Backends.choose("java", "plain"))) {
        return new WorkerSnapshots(codec, new KeyGroupRange(1, 1), closeables)
            .restore(damaged, worker);
      }
    }
  }
}
