package org.filbert.store.codec;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * Copies elements between memory and a stream of little-endian bytes, through a chunk that fits the
 * processor's cache. Not thread-safe.
 */
public final class LittleEndian {
  public static final int CHUNK_BYTES = 1 << 16;

  // Grown on demand.
  private byte[] chunk = {};
  private float[] floats = {};
  private double[] doubles = {};

  public <A> void write(OutputStream out, ElementType<A> type, A array, int from, int count)
      throws IOException {
    int n;
    for (int done = 0; done < count; done += n) {
      n = Math.min(CHUNK_BYTES / type.bytes(), count - done);
      type.put().copy(buffer(n * type.bytes()), array, from + done, n);
      out.write(chunk, 0, n * type.bytes());
    }
  }

  /** A buffer over the chunk of at least this many bytes. */
  private ByteBuffer buffer(int bytes) {
    if (chunk.length < bytes) {
      chunk = new byte[bytes];
    }
    return ByteBuffer.wrap(chunk).order(ByteOrder.LITTLE_ENDIAN);
  }

  private float[] floats(int count) {
    floats = floats.length < count ? new float[count] : floats;
    return floats;
  }

  private double[] doubles(int count) {
    doubles = doubles.length < count ? new double[count] : doubles;
    return doubles;
  }

  /** Fills a part of an array. */
  public <A> void read(InputStream in, ElementType<A> type, A array, int from, int count)
      throws IOException {
    int n;
    for (int done = 0; done < count; done += n) {
      n = Math.min(CHUNK_BYTES / type.bytes(), count - done);
      int wanted = n * type.bytes();
      ByteBuffer buffer = buffer(wanted);
      if (in.readNBytes(chunk, 0, wanted) < wanted) {
        throw new EOFException("the bytes end within a run of " + count + " elements");
      }
      type.get().copy(buffer, array, from + done, n);
    }
  }

  /**
   * Reads an array of an untrusted length. Memory grows with the elements that arrive, to at most
   * twice their size.
   */
  <A> A readArray(InputStream in, ElementType<A> type, int length) throws IOException {
    int have = Math.min(length, CHUNK_BYTES);
    A array = type.create().apply(have);
    read(in, type, array, 0, have);
    while (have < length) {
      int next = (int) Math.min(length, 2L * have);
      A longer = type.create().apply(next);
      System.arraycopy(array, 0, longer, 0, have);
      read(in, type, longer, have, next - have);
      array = longer;
      have = next;
    }
    return array;
  }

  /** Writes the elements row by row, without the gaps of a view. */
  public void write(OutputStream out, Matrix matrix) throws IOException {
    forEachRun(matrix, run -> writeRun(out, run));
  }

  /** Fills a matrix. */
  public void read(InputStream in, Matrix matrix) throws IOException {
    forEachRun(matrix, run -> readRun(in, run));
  }

  private void writeRun(OutputStream out, Matrix run) throws IOException {
    int count = run.rows() * run.cols();
    if (run.precision() == Precision.SINGLE) {
      run.read(0, run.rows(), floats(count));
      write(out, ElementType.FLOATS, floats(count), 0, count);
    } else {
      run.read(0, run.rows(), doubles(count));
      write(out, ElementType.DOUBLES, doubles(count), 0, count);
    }
  }

  private void readRun(InputStream in, Matrix run) throws IOException {
    int count = run.rows() * run.cols();
    if (run.precision() == Precision.SINGLE) {
      read(in, ElementType.FLOATS, floats(count), 0, count);
      run.write(0, run.rows(), floats(count));
    } else {
      read(in, ElementType.DOUBLES, doubles(count), 0, count);
      run.write(0, run.rows(), doubles(count));
    }
  }

  private interface RunTask {
    void run(Matrix run) throws IOException;
  }

  /** Divides a matrix into runs of at most a chunk: some rows, or a part of a long row. */
  private static void forEachRun(Matrix matrix, RunTask task) throws IOException {
    if (matrix.cols() == 0) {
      return;
    }
    int elements = CHUNK_BYTES / matrix.precision().bytes();
    int rowStep = Math.max(1, elements / matrix.cols());
    int colStep = Math.min(elements, matrix.cols());
    for (long row = 0; row < matrix.rows(); row += rowStep) {
      Matrix rows = matrix.rows((int) row, (int) Math.min(matrix.rows(), row + rowStep));
      for (long col = 0; col < matrix.cols(); col += colStep) {
        task.run(rows.columns((int) col, (int) Math.min(matrix.cols(), col + colStep)));
      }
    }
  }
}
