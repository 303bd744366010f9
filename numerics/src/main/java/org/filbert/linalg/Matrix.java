package org.filbert.linalg;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.Pointer;

/**
 * A dense row-major matrix outside the Java heap, where a native BLAS reads it without a copy.
 *
 * <p>Element (i, j) lies at {@code i * stride + j}. A matrix made by {@link #zeros} owns its
 * memory: {@link #close} gives it back at once, otherwise the garbage collector does. Views made by
 * {@link #rows} and {@link #columns} share the memory of their owner and keep it alive; closing a
 * view does nothing. Values go in and out as {@code double} whatever the precision; a {@link
 * Precision#SINGLE} matrix rounds on the way in.
 *
 * <p>Not thread-safe for writing.
 */
public final class Matrix implements AutoCloseable {
  static {
    NativeMemory.liftLimits();
  }

  private final Pointer memory;
  private final boolean owner;
  private final Precision precision;
  private final long offset;
  private final int rows;
  private final int cols;
  private final int stride;

  private Matrix(
      Pointer memory,
      boolean owner,
      Precision precision,
      long offset,
      int rows,
      int cols,
      int stride) {
    this.memory = memory;
    this.owner = owner;
    this.precision = precision;
    this.offset = offset;
    this.rows = rows;
    this.cols = cols;
    this.stride = stride;
  }

  /** A new matrix of zeros. */
  public static Matrix zeros(Precision precision, int rows, int cols) {
    if (rows < 0 || cols < 0) {
      throw new IllegalArgumentException("negative shape " + rows + " x " + cols);
    }
    long elements = Math.max(1, (long) rows * cols);
    if (elements > Long.MAX_VALUE / precision.bytes()) {
      throw new IllegalArgumentException("a shape of %d x %d is too large".formatted(rows, cols));
    }
    Pointer memory =
        precision == Precision.SINGLE ? new FloatPointer(elements) : new DoublePointer(elements);
    Pointer.memset(memory, 0, elements * precision.bytes());
    return new Matrix(memory, true, precision, 0, rows, cols, Math.max(1, cols));
  }

  /** A matrix in memory that belongs to somebody else. */
  static Matrix at(Pointer memory, Precision precision, int rows, int cols) {
    return new Matrix(memory, false, precision, 0, rows, cols, Math.max(1, cols));
  }

  /** A matrix of what a direct buffer holds, row after row; the buffer lives as long. */
  public static Matrix over(ByteBuffer memory, Precision precision, int rows, int cols) {
    ByteBuffer elements = memory.order(ByteOrder.nativeOrder());
    return at(
        precision == Precision.SINGLE
            ? new FloatPointer(elements.asFloatBuffer())
            : new DoublePointer(elements.asDoubleBuffer()),
        precision,
        rows,
        cols);
  }

  /** A new matrix with the given elements, row after row. */
  public static Matrix of(Precision precision, int rows, int cols, double... elements) {
    if (elements.length != (long) rows * cols) {
      throw new IllegalArgumentException(
          elements.length + " elements for a " + rows + " x " + cols + " matrix");
    }
    Matrix matrix = zeros(precision, rows, cols);
    matrix.write(0, rows, elements);
    return matrix;
  }

  /** The rows of all parts, one after the other, in the first one's precision. */
  public static Matrix concat(List<Matrix> parts) {
    Matrix first = parts.get(0);
    if (parts.size() == 1) {
      return first;
    }
    int rows = parts.stream().mapToInt(Matrix::rows).reduce(0, Math::addExact);
    Matrix all = zeros(first.precision, rows, first.cols);
    int at = 0;
    for (Matrix part : parts) {
      all.rows(at, at + part.rows).assign(part);
      at += part.rows;
    }
    return all;
  }

  public int rows() {
    return rows;
  }

  public int cols() {
    return cols;
  }

  /** Distance between the starts of two neighbouring rows, in elements. */
  public int stride() {
    return stride;
  }

  public Precision precision() {
    return precision;
  }

  /** Bytes of the elements, rows times columns. */
  public long bytes() {
    return (long) rows * cols * precision.bytes();
  }

  /** A view of rows {@code from} (inclusive) to {@code to} (exclusive). */
  public Matrix rows(int from, int to) {
    Objects.checkFromToIndex(from, to, rows);
    return new Matrix(
        memory, false, precision, offset + (long) from * stride, to - from, cols, stride);
  }

  /** A view of columns {@code from} (inclusive) to {@code to} (exclusive). */
  public Matrix columns(int from, int to) {
    Objects.checkFromToIndex(from, to, cols);
    return new Matrix(memory, false, precision, offset + from, rows, to - from, stride);
  }

  /**
   * A view of the elements from a place on, row after row, in another shape. The rows of this
   * matrix must lie one after the other without gaps.
   */
  public Matrix piece(long from, int newRows, int newCols) {
    checkGapless();
    Objects.checkFromIndexSize(from, (long) newRows * newCols, (long) rows * cols);
    return new Matrix(
        memory, false, precision, offset + from, newRows, newCols, Math.max(1, newCols));
  }

  /**
   * The memory of the elements, whose rows must lie one after the other without gaps. The caller
   * keeps this matrix reachable as long as the buffer is in use.
   */
  public ByteBuffer buffer() {
    checkGapless();
    return pointer().capacity((long) rows * cols).asByteBuffer();
  }

  private void checkGapless() {
    if (stride != cols && rows > 1) {
      throw new IllegalArgumentException("rows of " + this + " lie apart");
    }
  }

  public double get(int row, int col) {
    long at = index(row, col);
    return precision == Precision.SINGLE
        ? ((FloatPointer) memory).get(at)
        : ((DoublePointer) memory).get(at);
  }

  public void set(int row, int col, double value) {
    long at = index(row, col);
    if (precision == Precision.SINGLE) {
      ((FloatPointer) memory).put(at, (float) value);
    } else {
      ((DoublePointer) memory).put(at, value);
    }
  }

  /** Copies rows {@code from} to {@code to} into the start of {@code target}, row after row. */
  public void read(int from, int to, double[] target) {
    elements(from, to, target.length).read(target);
  }

  /** Copies rows {@code from} to {@code to} into the start of {@code target}, rounded to float. */
  public void read(int from, int to, float[] target) {
    elements(from, to, target.length).read(target);
  }

  /** Copies the start of {@code source} into rows {@code from} to {@code to}, row after row. */
  public void write(int from, int to, double[] source) {
    elements(from, to, source.length).write(source);
  }

  /** Copies the start of {@code source} into rows {@code from} to {@code to}, row after row. */
  public void write(int from, int to, float[] source) {
    elements(from, to, source.length).write(source);
  }

  /** One row as a new array. */
  public double[] row(int row) {
    double[] values = new double[cols];
    read(row, row + 1, values);
    return values;
  }

  /** All elements as a new array, row after row. */
  public double[] toArray() {
    double[] values = new double[Math.multiplyExact(rows, cols)];
    read(0, rows, values);
    return values;
  }

  /** A copy with memory of its own, in the given precision. */
  public Matrix copy(Precision target) {
    Matrix copy = zeros(target, rows, cols);
    copy.assign(this);
    return copy;
  }

  /** Overwrites this matrix with another of the same shape. */
  public void assign(Matrix source) {
    if (source.rows != rows || source.cols != cols) {
      throw new IllegalArgumentException("shape " + source + " assigned to " + this);
    }
    if (source.precision == precision) {
      copyElements(source);
      return;
    }
    int step = Math.max(1, (1 << 16) / Math.max(1, cols));
    double[] buffer = new double[Math.min(rows, step) * cols];
    for (int from = 0; from < rows; from += step) {
      int to = Math.min(rows, from + step);
      source.read(from, to, buffer);
      write(from, to, buffer);
    }
  }

  private void copyElements(Matrix source) {
    boolean contiguous = stride == cols && source.stride == cols;
    int step = contiguous ? Math.max(1, rows) : 1;
    try {
      for (int i = 0; i < rows; i += step) {
        Pointer.memmove(
            rows(i, i + step).pointer(),
            source.rows(i, i + step).pointer(),
            (long) step * cols * precision.bytes());
      }
    } finally {
      Reference.reachabilityFence(source);
      Reference.reachabilityFence(this);
    }
  }

  /**
   * The address of element (0, 0) for a native call. The caller keeps this matrix reachable during
   * the call.
   */
  public Pointer pointer() {
    // Not a position: JavaCPP counts that in bytes where a native function takes any pointer.
    return precision == Precision.SINGLE
        ? ((FloatPointer) memory).getPointer(offset)
        : ((DoublePointer) memory).getPointer(offset);
  }

  /** Gives the memory back if this matrix owns it; it must not be used afterwards. */
  @Override
  public void close() {
    if (owner) {
      memory.deallocate();
    }
  }

  @Override
  public String toString() {
    return rows + " x " + cols + " " + precision.name().toLowerCase(java.util.Locale.ROOT);
  }

  private long index(int row, int col) {
    Objects.checkIndex(row, rows);
    Objects.checkIndex(col, cols);
    return offset + (long) row * stride + col;
  }

  /** Rows that an array of the given length has room for. */
  private Elements elements(int from, int to, int length) {
    Objects.checkFromToIndex(from, to, rows);
    if ((long) (to - from) * cols > length) {
      throw new IllegalArgumentException(
          "array of " + length + " for " + (to - from) + " rows of " + this);
    }
    return new Elements(memory, precision, offset + (long) from * stride, to - from, cols, stride);
  }
}
