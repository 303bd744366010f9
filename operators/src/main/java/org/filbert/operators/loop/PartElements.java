package org.filbert.operators.loop;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.workers.Matrices;

/** Copies elements of a part of a sum, counted row after row, from and to little-endian bytes. */
final class PartElements {
  private PartElements() {}

  /** Fills what is left of the target. */
  static void read(Matrices.Part part, long from, ByteBuffer target) {
    forEachRun(
        part,
        from,
        target,
        (run, bytes) -> {
          int count = run.cols() * run.rows();
          if (run.precision() == Precision.SINGLE) {
            float[] values = new float[count];
            run.read(0, run.rows(), values);
            bytes.asFloatBuffer().put(values);
          } else {
            double[] values = new double[count];
            run.read(0, run.rows(), values);
            bytes.asDoubleBuffer().put(values);
          }
        });
  }

  /** Takes all that is left of the source. */
  static void write(Matrices.Part part, long from, ByteBuffer source) {
    forEachRun(
        part,
        from,
        source,
        (run, bytes) -> {
          int count = run.cols() * run.rows();
          if (run.precision() == Precision.SINGLE) {
            float[] values = new float[count];
            bytes.asFloatBuffer().get(values);
            run.write(0, run.rows(), values);
          } else {
            double[] values = new double[count];
            bytes.asDoubleBuffer().get(values);
            run.write(0, run.rows(), values);
          }
        });
  }

  private interface Copy {
    void copy(Matrix run, ByteBuffer bytes);
  }

  private static void forEachRun(Matrices.Part part, long from, ByteBuffer bytes, Copy copy) {
    Matrix matrix = part.matrix();
    long cols = matrix.cols();
    long row = part.symmetric() ? (long) ((Math.sqrt(8.0 * from + 1) - 1) / 2) : from / cols;
    if (part.symmetric()) {
      while (row * (row + 1) / 2 > from) {
        row--;
      }
      while ((row + 1) * (row + 2) / 2 <= from) {
        row++;
      }
    }
    long col = from - (part.symmetric() ? row * (row + 1) / 2 : row * cols);
    int size = matrix.precision().bytes();
    while (bytes.hasRemaining()) {
      long end = part.symmetric() ? row + 1 : cols;
      long left = bytes.remaining() / size;
      Matrix run;
      if (!part.symmetric() && col == 0 && left >= cols) {
        int rows = (int) (left / cols);
        run = matrix.rows((int) row, (int) row + rows);
        row += rows;
      } else {
        int n = (int) Math.min(end - col, left);
        run = matrix.rows((int) row, (int) row + 1).columns((int) col, (int) col + n);
        col += n;
        if (col == end) {
          row++;
          col = 0;
        }
      }
      int n = run.rows() * run.cols() * size;
      copy.copy(run, bytes.slice().order(ByteOrder.LITTLE_ENDIAN).limit(n));
      bytes.position(bytes.position() + n);
    }
  }
}
