package org.filbert.linalg;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.bytedeco.javacpp.BytePointer;
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
    NativeMemory.start();
  }

  private final NativeArray array;
  private final boolean owner;
  private final long offset;
  private final int rows;
  private final int cols;
  private final int stride;

  private Matrix(NativeArray array, boolean owner, long offset, int rows, int cols, int stride) {
    this.array = array;
    this.owner = owner;
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
    if ((long) rows * cols > Long.MAX_VALUE / precision.bytes()) {
      throw new IllegalArgumentException("a shape of %s x %s is too large".formatted(rows, cols));
    }
    NativeArray array = NativeArray.zeros(precision, (long) rows * cols);
    return new Matrix(array, true, 0, rows, cols, Math.max(1, cols));
  }

  /** A matrix in memory of an owner, which is kept reachable. */
  static Matrix at(Pointer address, Precision precision, int rows, int cols, Object memoryOwner) {
    NativeArray array = NativeArray.at(address, precision, (long) rows * cols, memoryOwner);
    return new Matrix(array, false, 0, rows, cols, Math.max(1, cols));
  }

  /** A matrix of the elements of a direct buffer, row after row, which is kept reachable. */
  public static Matrix over(ByteBuffer memory, Precision precision, int rows, int cols) {
    ByteBuffer elements = memory.slice();
    Objects.checkFromIndexSize(0, (long) rows * cols * precision.bytes(), elements.capacity());
    return at(new BytePointer(elements), precision, rows, cols, elements);
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
    Matrix all = zeros(first.precision(), rows, first.cols);
    int at = 0;
    for (Matrix part : parts) {
      all.rows(at, at + part.rows).assign(part);
      at += part.rows;
    }
    return all;
  }

  /** A copy of the rows at some places. */
  public Matrix select(int[] places) {
    Matrix selected = zeros(precision(), places.length, cols);
    for (int i = 0; i < places.length; i++) {
      selected.write(i, i + 1, row(places[i]));
    }
    return selected;
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
    return array.precision();
  }

  /** Bytes of the elements, rows times columns. */
  public long bytes() {
    return (long) rows * cols * precision().bytes();
  }

  /** A view of rows {@code from} (inclusive) to {@code to} (exclusive). */
  public Matrix rows(int from, int to) {
    Objects.checkFromToIndex(from, to, rows);
    return new Matrix(array, false, offset + (long) from * stride, to - from, cols, stride);
  }

  /** A view of columns {@code from} (inclusive) to {@code to} (exclusive). */
  public Matrix columns(int from, int to) {
    Objects.checkFromToIndex(from, to, cols);
    return new Matrix(array, false, offset + from, rows, to - from, stride);
  }

  /**
   * A view of the elements from a place on, row after row, in another shape. The rows of this
   * matrix must lie one after the other without gaps.
   */
  public Matrix piece(long from, int newRows, int newCols) {
    checkGapless();
    Objects.checkFromIndexSize(from, (long) newRows * newCols, (long) rows * cols);
    return new Matrix(array, false, offset + from, newRows, newCols, Math.max(1, newCols));
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
    return array.get(index(row, col));
  }

  public void set(int row, int col, double value) {
    array.put(index(row, col), value);
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

  /** The largest absolute value of an element; NaN if one is NaN, 0 without elements. */
  public double largest() {
    double[] row = new double[cols];
    double largest = 0;
    for (int i = 0; i < rows; i++) {
      read(i, i + 1, row);
      for (double element : row) {
        largest = Math.max(largest, Math.abs(element));
      }
    }
    return largest;
  }

  /** ‖x‖² of each column x, summed in double from the first row down. */
  public double[] columnNorms2() {
    double[] norms2 = new double[cols];
    double[] row = new double[cols];
    for (int i = 0; i < rows; i++) {
      read(i, i + 1, row);
      for (int j = 0; j < cols; j++) {
        norms2[j] += row[j] * row[j];
      }
    }
    return norms2;
  }

  /** A copy with memory of its own, in the given precision. */
  public Matrix copy(Precision target) {
    Matrix copy = zeros(target, rows, cols);
    copy.assign(this);
    return copy;
  }

  /** Overwrites this matrix with another of the same shape. */
  public void assign(Matrix source) {
    checkShape(source, "assigned to");
    elements(false).assign(source.elements(false));
  }

  /** As {@link #assign}, for the lower triangles of square matrices. */
  public void assignLower(Matrix source) {
    checkShape(source, "assigned to");
    elements(true).assign(source.elements(true));
  }

  /** Makes a square matrix symmetric: what lies above the diagonal becomes what lies below it. */
  public void mirrorLower() {
    new Triangles(this, 1).copyLowerToUpper();
  }

  /** Overwrites all elements with 0. */
  public void clear() {
    double[] zeros = new double[cols];
    for (int i = 0; i < rows; i++) {
      write(i, i + 1, zeros);
    }
  }

  /**
   * this ← this + summand, of the same shape. Sums have this matrix' precision; a summand of
   * another one is rounded first.
   */
  public void add(Matrix summand) {
    checkShape(summand, "added to");
    elements(false).add(summand.elements(false));
  }

  /** As {@link #add}, for the lower triangles of square matrices; what lies above is not read. */
  public void addLower(Matrix summand) {
    checkShape(summand, "added to");
    elements(true).add(summand.elements(true));
  }

  /**
   * Fills what is left of the target with elements from a number on, counted row after row: in this
   * precision, little-endian.
   *
   * @throws IndexOutOfBoundsException if there are not so many elements
   */
  public void readElements(long fromElement, ByteBuffer target) {
    new ElementBytes(elements(false)).read(fromElement, target);
  }

  /** Overwrites elements with what is left of the source, the inverse of {@link #readElements}. */
  public void writeElements(long fromElement, ByteBuffer source) {
    new ElementBytes(elements(false)).write(fromElement, source);
  }

  /**
   * As {@link #readElements}, for the lower triangle of a square matrix: element (i, j), j ≤ i, has
   * the number i·(i + 1)/2 + j.
   */
  public void readLower(long fromElement, ByteBuffer target) {
    new ElementBytes(elements(true)).read(fromElement, target);
  }

  /** The inverse of {@link #readLower}; what lies above the diagonal is left alone. */
  public void writeLower(long fromElement, ByteBuffer source) {
    new ElementBytes(elements(true)).write(fromElement, source);
  }

  /**
   * The address of element (0, 0) for a native call. The caller keeps this matrix reachable during
   * the call.
   */
  Pointer pointer() {
    return array.pointer(offset);
  }

  /** Gives the memory back if this matrix owns it; it must not be used afterwards. */
  @Override
  public void close() {
    if (owner) {
      array.close();
    }
  }

  @Override
  public String toString() {
    return rows + " x " + cols + " " + precision().name().toLowerCase(java.util.Locale.ROOT);
  }

  private long index(int row, int col) {
    Objects.checkIndex(row, rows);
    Objects.checkIndex(col, cols);
    return offset + (long) row * stride + col;
  }

  /** Rows {@code from} to {@code to}, which must fit into an array of the given length. */
  private Elements elements(int from, int to, int length) {
    Objects.checkFromToIndex(from, to, rows);
    if ((long) (to - from) * cols > length) {
      throw new IllegalArgumentException(
          "array of " + length + " for " + (to - from) + " rows of " + this);
    }
    long start = offset + (long) from * stride;
    return new Elements(array, start, to - from, cols, stride, false);
  }

  private Elements elements(boolean lower) {
    if (lower && rows != cols) {
      throw new IllegalArgumentException("the lower triangle of " + this);
    }
    return new Elements(array, offset, rows, cols, stride, lower);
  }

  private void checkShape(Matrix other, String what) {
    if (other.rows != rows || other.cols != cols) {
      throw new IllegalArgumentException("shape " + other + " " + what + " " + this);
    }
  }
}
