package org.filbert.connectors.flink;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Arrays on the wire: the length, then the little-endian elements, moved in bulk. */
final class ArrayCodec {
  private static final int BYTES = 1 << 13;
  private static final ThreadLocal<byte[]> CHUNK = ThreadLocal.withInitial(() -> new byte[BYTES]);

  private ArrayCodec() {}

  static void writeDoubles(double[] values, DataOutputView out) throws IOException {
    out.writeInt(values.length);
    byte[] bytes = CHUNK.get();
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int chunk = BYTES / Double.BYTES;
    for (int at = 0; at < values.length; at += chunk) {
      int count = Math.min(chunk, values.length - at);
      buffer.asDoubleBuffer().put(values, at, count);
      out.write(bytes, 0, count * Double.BYTES);
    }
  }

  static double[] readDoubles(DataInputView in) throws IOException {
    double[] values = new double[in.readInt()];
    byte[] bytes = CHUNK.get();
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int chunk = BYTES / Double.BYTES;
    for (int at = 0; at < values.length; at += chunk) {
      int count = Math.min(chunk, values.length - at);
      in.readFully(bytes, 0, count * Double.BYTES);
      buffer.asDoubleBuffer().get(values, at, count);
    }
    return values;
  }

  static void writeInts(int[] values, DataOutputView out) throws IOException {
    out.writeInt(values.length);
    byte[] bytes = CHUNK.get();
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int chunk = BYTES / Integer.BYTES;
    for (int at = 0; at < values.length; at += chunk) {
      int count = Math.min(chunk, values.length - at);
      buffer.asIntBuffer().put(values, at, count);
      out.write(bytes, 0, count * Integer.BYTES);
    }
  }

  static int[] readInts(DataInputView in) throws IOException {
    int[] values = new int[in.readInt()];
    byte[] bytes = CHUNK.get();
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int chunk = BYTES / Integer.BYTES;
    for (int at = 0; at < values.length; at += chunk) {
      int count = Math.min(chunk, values.length - at);
      in.readFully(bytes, 0, count * Integer.BYTES);
      buffer.asIntBuffer().get(values, at, count);
    }
    return values;
  }
}
