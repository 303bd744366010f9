package org.filbert.store.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.IOException;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * Writes a matrix: element type, rows, columns, then the little-endian elements row by row. A
 * matrix that is read owns its memory and has no gaps between rows, even if a view was written.
 */
final class MatrixSerializer extends Serializer<Matrix> {
  /** Size up to which memory is allocated at once. Beyond it, memory grows as elements arrive. */
  private static final long BELIEVED_BYTES = 1 << 24;

  private static final long MAX_ROW_BYTES = 1 << 28;

  private final LittleEndian bytes;

  MatrixSerializer(LittleEndian bytes) {
    this.bytes = bytes;
  }

  @Override
  public void write(Kryo kryo, Output output, Matrix matrix) {
    checkRow(matrix.precision(), matrix.cols());
    output.writeByte(PrecisionSerializer.code(matrix.precision()));
    output.writeVarInt(matrix.rows(), true);
    output.writeVarInt(matrix.cols(), true);
    try {
      bytes.write(output, matrix);
    } catch (IOException e) {
      throw new KryoException(e);
    }
  }

  @Override
  public Matrix read(Kryo kryo, Input input, Class<? extends Matrix> type) {
    Precision precision = PrecisionSerializer.precision(input.readByte());
    int rows = Lengths.read(input);
    int cols = Lengths.read(input);
    long rowBytes = checkRow(precision, cols);
    if (cols == 0) {
      return Matrix.zeros(precision, rows, 0);
    }
    int have = (int) Math.min(rows, Math.max(1, BELIEVED_BYTES / rowBytes));
    Matrix matrix = Matrix.zeros(precision, have, cols);
    boolean complete = false;
    try {
      bytes.read(input, matrix);
      while (matrix.rows() < rows) {
        matrix = grow(input, matrix, (int) Math.min(rows, 2L * matrix.rows()));
      }
      complete = true;
      return matrix;
    } catch (IOException e) {
      throw new KryoException(e);
    } finally {
      if (!complete) {
        matrix.close();
      }
    }
  }

  /** Copies the rows read so far into a longer matrix and closes the shorter one. */
  private Matrix grow(Input input, Matrix matrix, int rows) throws IOException {
    Matrix longer = Matrix.zeros(matrix.precision(), rows, matrix.cols());
    boolean complete = false;
    try {
      longer.rows(0, matrix.rows()).assign(matrix);
      bytes.read(input, longer.rows(matrix.rows(), rows));
      complete = true;
      matrix.close();
      return longer;
    } finally {
      if (!complete) {
        longer.close();
      }
    }
  }

  private static long checkRow(Precision precision, int cols) {
    long rowBytes = (long) cols * precision.bytes();
    if (rowBytes > MAX_ROW_BYTES) {
      throw new IllegalArgumentException(
          "found a matrix row of %s bytes, at most %s are allowed"
              .formatted(rowBytes, MAX_ROW_BYTES));
    }
    return rowBytes;
  }
}
