package org.filbert.operators.loop;

import java.io.IOException;
import java.util.concurrent.FutureTask;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.core.memory.DataOutputViewStreamWrapper;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StatePartitionStreamProvider;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;

/**
 * An operator's state as one stream of bytes that only it understands. (Flink's list state reads a
 * large element byte by byte: 20 MiB took 14 s.)
 */
public final class RawState {
  private RawState() {}

  public interface Writer {
    void write(DataOutputViewStreamWrapper out) throws IOException;
  }

  public interface Reader {
    void read(DataInputViewStreamWrapper in) throws IOException;
  }

  /** Takes an operator's part of a checkpoint. */
  public interface Taking {
    OperatorSnapshotFutures take() throws Exception;
  }

  /**
   * An operator's part of a checkpoint, which fails alone if it cannot be written; Flink would fail
   * the task, too.
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
    DataOutputViewStreamWrapper view = new DataOutputViewStreamWrapper(out);
    StateFormat.write(view);
    view.writeInt(index);
    writer.write(view);
    view.flush();
  }

  /** Reads what {@link #write} wrote; does nothing in a job that starts anew. */
  public static void read(StateInitializationContext context, int index, Reader reader)
      throws Exception {
    for (StatePartitionStreamProvider partition : context.getRawOperatorStateInputs()) {
      DataInputViewStreamWrapper view = new DataInputViewStreamWrapper(partition.getStream());
      StateFormat.require(view);
      int written = view.readInt();
      if (written != index) {
        throw new IllegalStateException(
            "state of subtask "
                + written
                + " came back at subtask "
                + index
                + ": the parallelism of a training run cannot change; start with the old one");
      }
      StateFormat.read(
          () -> {
            reader.read(view);
            return index;
          });
    }
  }
}
