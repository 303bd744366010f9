package org.filbert.operators.loop.state;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.core.memory.DataOutputViewStreamWrapper;
import org.filbert.connectors.flink.InstanceSerializer;
import org.filbert.data.Instance;

/**
 * Rows in the state of a worker: those that it is still being given, at the end of the state, and
 * those that it has until they are encoded. Rows do not change, so they are written from where they
 * are, and not copied first.
 */
final class StateRows {
  private static final int BUFFER_BYTES = 1 << 16;

  /** The first byte. States of earlier versions end before it. */
  private static final int FOLLOW = 1;

  private StateRows() {}

  static void write(List<Instance> rows, OutputStream to) throws IOException {
    BufferedOutputStream buffer = new BufferedOutputStream(to, BUFFER_BYTES);
    DataOutputViewStreamWrapper out = new DataOutputViewStreamWrapper(buffer);
    out.writeByte(FOLLOW);
    out.writeInt(rows.size());
    for (Instance row : rows) {
      InstanceSerializer.INSTANCE.serialize(row, out);
    }
    out.flush();
  }

  /** Reads the rest of a state or a file; there are no rows if there is none. */
  static List<Instance> read(InputStream from) throws IOException {
    int first = from.read();
    if (first < 0) {
      return List.of();
    }
    DataInputViewStreamWrapper in =
        new DataInputViewStreamWrapper(new BufferedInputStream(from, BUFFER_BYTES));
    int count = in.readInt();
    if (first != FOLLOW || count < 0) {
      throw new IOException("found %s rows after %s".formatted(count, first));
    }
    List<Instance> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(InstanceSerializer.INSTANCE.deserialize(in));
    }
    return rows;
  }
}
