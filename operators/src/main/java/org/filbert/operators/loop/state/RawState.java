package org.filbert.operators.loop.state;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.core.memory.DataOutputViewStreamWrapper;
import org.apache.flink.runtime.state.AsyncSnapshotCallable;
import org.apache.flink.runtime.state.CheckpointStateOutputStream;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.CheckpointedStateScope;
import org.apache.flink.runtime.state.DefaultOperatorStateBackend;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.OperatorStateHandle.Mode;
import org.apache.flink.runtime.state.OperatorStateHandle.StateMetaInfo;
import org.apache.flink.runtime.state.OperatorStreamStateHandle;
import org.apache.flink.runtime.state.SnapshotResult;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StatePartitionStreamProvider;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;

/**
 * An operator's state as a stream of bytes. (Flink's list state reads a large element byte by byte:
 * 20 MiB took 14 s.)
 */
public final class RawState {
  /** The single partition of a list of raw state, in the format of {@link #write}. */
  private static final Map<String, StateMetaInfo> ONE_PARTITION =
      Map.of(
          DefaultOperatorStateBackend.DEFAULT_OPERATOR_STATE_NAME,
          new StateMetaInfo(new long[] {0}, Mode.SPLIT_DISTRIBUTE));

  private RawState() {}

  public interface Writer {
    void write(DataOutputViewStreamWrapper out) throws IOException;
  }

  public interface Reader {
    void read(DataInputViewStreamWrapper in) throws IOException;
  }

  /** Reads the state of a subtask. */
  public interface PartReader {
    void read(int index, DataInputViewStreamWrapper in) throws IOException;
  }

  /** Takes an operator's part of a checkpoint. */
  public interface Taking {
    OperatorSnapshotFutures take() throws Exception;
  }

  /**
   * An operator's part of a checkpoint. If it cannot be written, only the checkpoint fails; Flink
   * would fail the task too.
   */
  public static OperatorSnapshotFutures tolerant(Taking taking) {
    try {
      return taking.take();
    } catch (Exception e) {
      OperatorSnapshotFutures failed = new OperatorSnapshotFutures();
      failed.setOperatorStateRawFuture(
          new FutureTask<>(
              () -> {
                throw e;
              }));
      return failed;
    }
  }

  /** Writes the state of subtask {@code index}. */
  public static void write(StateSnapshotContext context, int index, Writer writer)
      throws Exception {
    var out = context.getRawOperatorStateOutput();
    out.startNewPartition();
    write(out, index, writer);
  }

  /**
   * As {@link #tolerant}, for subtask 0. The state is written while the operator continues.
   *
   * @param closeables closed when the task is cancelled
   * @param writer runs on another thread, with data that does not change any more
   */
  public static OperatorSnapshotFutures behind(
      Taking taking, CheckpointStreamFactory factory, CloseableRegistry closeables, Writer writer) {
    return tolerant(
        () -> {
          OperatorSnapshotFutures futures = taking.take();
          AsyncSnapshotCallable<SnapshotResult<OperatorStateHandle>> writing =
              new AsyncSnapshotCallable<>() {
                @Override
                protected SnapshotResult<OperatorStateHandle> callInternal() throws Exception {
                  StreamStateHandle place =
                      file(factory, snapshotCloseableRegistry, out -> write(out, 0, writer));
                  return SnapshotResult.of(new OperatorStreamStateHandle(ONE_PARTITION, place));
                }

                @Override
                protected void cleanupProvidedResources() {} // the registry has the file
              };
          futures.setOperatorStateRawFuture(writing.toAsyncSnapshotFutureTask(closeables));
          return futures;
        });
  }

  private static void write(OutputStream out, int index, Writer writer) throws IOException {
    DataOutputViewStreamWrapper view = new DataOutputViewStreamWrapper(out);
    StateFormat.write(view);
    view.writeInt(index);
    writer.write(view);
    view.flush();
  }

  /** Writes a file of a checkpoint. It is abandoned if the registry is closed meanwhile. */
  static StreamStateHandle file(
      CheckpointStreamFactory factory, CloseableRegistry closeables, Content content)
      throws IOException {
    try (CheckpointStateOutputStream out =
        factory.createCheckpointStateOutputStream(CheckpointedStateScope.EXCLUSIVE)) {
      closeables.registerCloseable(out);
      content.write(out);
      StreamStateHandle place = Objects.requireNonNull(out.closeAndGetHandle());
      closeables.unregisterCloseable(out);
      return place;
    }
  }

  /** Content of a file. */
  interface Content {
    void write(OutputStream out) throws IOException;
  }

  /** Reads the state of {@link #write}. Does nothing in a new job. */
  public static void read(StateInitializationContext context, int index, Reader reader)
      throws Exception {
    readAll(
        context,
        (written, in) -> {
          requireOwn(written, index);
          reader.read(in);
        });
  }

  /**
   * Checks whose state it is.
   *
   * @throws IllegalStateException if the state of one subtask came back at another
   */
  public static void requireOwn(int written, int index) {
    if (written != index) {
      throw new IllegalStateException(
          "state of subtask %s came back at subtask %s: the parallelism of a training run cannot change; start with the previous one"
              .formatted(written, index));
    }
  }

  /** Reads the states of any subtasks that came back at this one. */
  public static void readAll(StateInitializationContext context, PartReader reader)
      throws Exception {
    for (StatePartitionStreamProvider partition : context.getRawOperatorStateInputs()) {
      DataInputViewStreamWrapper view = new DataInputViewStreamWrapper(partition.getStream());
      StateFormat.require(view);
      int written = view.readInt();
      StateFormat.read(
          () -> {
            reader.read(written, view);
            return written;
          });
    }
  }
}
