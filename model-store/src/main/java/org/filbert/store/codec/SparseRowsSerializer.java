package org.filbert.store.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.IOException;
import org.filbert.data.SparseRows;
import org.filbert.linalg.Precision;

/**
 * Writes sparse rows: element type, rows, features, number of stored values, then little-endian
 * arrays of row ends (relative to the first row's start), columns, and values in the rows'
 * precision.
 */
final class SparseRowsSerializer extends Serializer<SparseRows> {
  private final LittleEndian bytes;

  SparseRowsSerializer(LittleEndian bytes) {
    this.bytes = bytes;
  }

  @Override
  public void write(Kryo kryo, Output output, SparseRows rows) {
    output.writeByte(PrecisionSerializer.code(rows.precision()));
    output.writeVarInt(rows.count(), true);
    output.writeVarInt(rows.features(), true);
    output.writeVarInt(rows.nonZeros(), true);
    int first = rows.start(0);
    int[] ends = new int[rows.count()];
    for (int i = 0; i < ends.length; i++) {
      ends[i] = rows.start(i + 1) - first;
    }
    try {
      bytes.write(output, ElementType.INTS, ends, 0, ends.length);
      writeColumns(output, rows, first);
      writeValues(output, rows, first);
    } catch (IOException e) {
      throw new KryoException(e);
    }
  }

  private void writeColumns(Output output, SparseRows rows, int first) throws IOException {
    int[] columns = new int[rows.nonZeros()];
    for (int t = 0; t < columns.length; t++) {
      columns[t] = rows.column(first + t);
    }
    bytes.write(output, ElementType.INTS, columns, 0, columns.length);
  }

  private void writeValues(Output output, SparseRows rows, int first) throws IOException {
    int count = rows.nonZeros();
    if (rows.precision() == Precision.SINGLE) {
      float[] values = new float[count];
      for (int t = 0; t < count; t++) {
        values[t] = (float) rows.value(first + t);
      }
      bytes.write(output, ElementType.FLOATS, values, 0, count);
    } else {
      double[] values = new double[count];
      for (int t = 0; t < count; t++) {
        values[t] = rows.value(first + t);
      }
      bytes.write(output, ElementType.DOUBLES, values, 0, count);
    }
  }

  @Override
  public SparseRows read(Kryo kryo, Input input, Class<? extends SparseRows> type) {
    Precision precision = PrecisionSerializer.precision(input.readByte());
    int count = Lengths.read(input);
    int features = Lengths.read(input);
    int nonZeros = Lengths.read(input);
    try {
      int[] starts = starts(bytes.readArray(input, ElementType.INTS, count), nonZeros);
      int[] columns = bytes.readArray(input, ElementType.INTS, nonZeros);
      return new SparseRows(
          precision, features, starts, columns, readValues(input, precision, nonZeros));
    } catch (IOException e) {
      throw new KryoException(e);
    }
  }

  private static int[] starts(int[] ends, int nonZeros) {
    int[] starts = new int[ends.length + 1];
    for (int i = 0; i < ends.length; i++) {
      if (ends[i] < starts[i]) {
        throw new KryoException("found the end " + ends[i] + " of row " + i + " before its start");
      }
      starts[i + 1] = ends[i];
    }
    if (starts[ends.length] != nonZeros) {
      throw new KryoException(
          "found rows of " + starts[ends.length] + " values, expected " + nonZeros);
    }
    return starts;
  }

  private double[] readValues(Input input, Precision precision, int count) throws IOException {
    if (precision == Precision.DOUBLE) {
      return bytes.readArray(input, ElementType.DOUBLES, count);
    }
    float[] floats = bytes.readArray(input, ElementType.FLOATS, count);
    double[] values = new double[count];
    for (int t = 0; t < count; t++) {
      values[t] = floats[t];
    }
    return values;
  }
}
