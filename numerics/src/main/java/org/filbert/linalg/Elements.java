package org.filbert.linalg;

import java.lang.ref.Reference;
import org.bytedeco.javacpp.Pointer;

/**
 * The elements of a matrix where they lie: rows of {@code cols} elements, {@code stride} apart, or
 * of such rows the lower triangle, element (i, j) for j ≤ i. They are numbered, and stand in arrays
 * and buffers, row after row without gaps. Values are converted where precisions differ.
 */
record Elements(NativeArray array, long offset, int rows, int cols, int stride, boolean lower) {
  /** Elements at a time, few enough for the first-level cache. */
  private static final int CHUNK = 1024;

  long count() {
    return lower ? triangle(rows) : (long) rows * cols;
  }

  Precision precision() {
    return array.precision();
  }

  void read(double[] target) {
    forEachRun(0, count(), (at, done, n) -> array.get(at, target, done, n));
  }

  void read(float[] target) {
    forEachRun(0, count(), (at, done, n) -> array.get(at, target, done, n));
  }

  void write(double[] source) {
    forEachRun(0, count(), (at, done, n) -> array.put(at, source, done, n));
  }

  void write(float[] source) {
    forEachRun(0, count(), (at, done, n) -> array.put(at, source, done, n));
  }

  /** this ← source, elements of one shape. */
  void assign(Elements source) {
    if (precision() != source.precision()) {
      double[] values = new double[chunk()];
      forEachPair(
          source,
          CHUNK,
          (at, from, n) -> {
            source.array.get(from, values, 0, n);
            array.put(at, values, 0, n);
          });
    } else if (gapless() && source.gapless()) {
      try {
        Pointer.memmove(
            array.pointer(offset),
            source.array.pointer(source.offset),
            count() * precision().bytes());
      } finally {
        Reference.reachabilityFence(array);
        Reference.reachabilityFence(source.array);
      }
    } else {
      forEachPair(source, Integer.MAX_VALUE, (at, from, n) -> array.put(at, source.array, from, n));
    }
  }

  /** this ← this + source, elements of one shape; a summand is rounded to this precision first. */
  void add(Elements source) {
    if (precision() == Precision.SINGLE) {
      float[] sum = new float[chunk()];
      float[] summand = new float[chunk()];
      forEachPair(
          source,
          CHUNK,
          (at, from, n) -> {
            array.get(at, sum, 0, n);
            source.array.get(from, summand, 0, n);
            for (int i = 0; i < n; i++) {
              sum[i] += summand[i];
            }
            array.put(at, sum, 0, n);
          });
    } else {
      double[] sum = new double[chunk()];
      double[] summand = new double[chunk()];
      forEachPair(
          source,
          CHUNK,
          (at, from, n) -> {
            array.get(at, sum, 0, n);
            source.array.get(from, summand, 0, n);
            for (int i = 0; i < n; i++) {
              sum[i] += summand[i];
            }
            array.put(at, sum, 0, n);
          });
    }
  }

  private int chunk() {
    return (int) Math.min(CHUNK, count());
  }

  private boolean gapless() {
    return !lower && (stride == cols || rows <= 1);
  }

  /** Elements without a gap between them, {@code done} of which came before. */
  interface Run {
    void at(long place, int done, int count);
  }

  /** Visits {@code count} elements from a number on; together they fit into an array. */
  void forEachRun(long number, long count, Run run) {
    if (gapless()) {
      run.at(offset + number, 0, (int) count);
      return;
    }
    int row = row(number);
    long col = number - start(row);
    for (int done = 0; done < count; row++, col = 0) {
      int n = (int) Math.min(length(row) - col, count - done);
      run.at(offset + (long) row * stride + col, done, n);
      done += n;
    }
  }

  private interface Pair {
    void at(long place, long sourcePlace, int count);
  }

  /** Visits at most so many elements at a time, which have no gaps on either side. */
  private void forEachPair(Elements source, int most, Pair pair) {
    boolean together = gapless() && source.gapless();
    for (int row = 0; row < (together ? 1 : rows); row++) {
      long length = together ? count() : length(row);
      for (long col = 0; col < length; col += most) {
        pair.at(
            offset + (long) row * stride + col,
            source.offset + (long) row * source.stride + col,
            (int) Math.min(most, length - col));
      }
    }
  }

  private int length(int row) {
    return lower ? row + 1 : cols;
  }

  /** Number of a row's first element. */
  private long start(int row) {
    return lower ? triangle(row) : (long) row * cols;
  }

  private int row(long number) {
    if (!lower) {
      return (int) (number / Math.max(1, cols));
    }
    int row = (int) Math.sqrt(2.0 * number);
    while (triangle(row) > number) {
      row--;
    }
    while (triangle(row + 1L) <= number) {
      row++;
    }
    return row;
  }

  private static long triangle(long rows) {
    return rows * (rows + 1) / 2;
  }
}
