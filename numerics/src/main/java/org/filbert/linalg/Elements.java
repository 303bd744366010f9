package org.filbert.linalg;

import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.Pointer;

/**
 * Rows of a matrix where they lie in memory, and the copying of their elements, row after row, from
 * and to the start of an array. Values are converted on the way if the array has another precision.
 */
record Elements(Pointer memory, Precision precision, long offset, int rows, int cols, int stride) {

  void read(double[] target) {
    if (precision == Precision.SINGLE) {
      float[] floats = new float[rows * cols];
      read(floats);
      for (int i = 0; i < floats.length; i++) {
        target[i] = floats[i];
      }
      return;
    }
    forEachRun((at, start, n) -> doubles(at).get(target, start, n));
  }

  void read(float[] target) {
    if (precision == Precision.DOUBLE) {
      double[] doubles = new double[rows * cols];
      read(doubles);
      for (int i = 0; i < doubles.length; i++) {
        target[i] = (float) doubles[i];
      }
      return;
    }
    forEachRun((at, start, n) -> floats(at).get(target, start, n));
  }

  void write(double[] source) {
    if (precision == Precision.SINGLE) {
      float[] floats = new float[rows * cols];
      for (int i = 0; i < floats.length; i++) {
        floats[i] = (float) source[i];
      }
      write(floats);
      return;
    }
    forEachRun((at, start, n) -> doubles(at).put(source, start, n));
  }

  void write(float[] source) {
    if (precision == Precision.DOUBLE) {
      double[] doubles = new double[rows * cols];
      for (int i = 0; i < doubles.length; i++) {
        doubles[i] = source[i];
      }
      write(doubles);
      return;
    }
    forEachRun((at, start, n) -> floats(at).put(source, start, n));
  }

  /**
   * A new pointer object, so that concurrent readers never share one. It starts at the element
   * rather than having a position, which JavaCPP counts in bytes where a plain Pointer is wanted.
   */
  private FloatPointer floats(long at) {
    return ((FloatPointer) memory).getPointer(at);
  }

  private DoublePointer doubles(long at) {
    return ((DoublePointer) memory).getPointer(at);
  }

  private interface Run {
    void copy(long at, int start, int count);
  }

  /** Elements without a gap between them. */
  private void forEachRun(Run run) {
    if (cols == 0 || rows == 0) {
      return;
    }
    if (stride == cols) {
      run.copy(offset, 0, rows * cols);
      return;
    }
    for (int i = 0; i < rows; i++) {
      run.copy(offset + (long) i * stride, i * cols, cols);
    }
  }
}
