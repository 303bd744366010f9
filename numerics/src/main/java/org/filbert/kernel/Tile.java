package org.filbert.kernel;

import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.linalg.VectorMath;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a kernel block outside the heap, small enough for the second-level cache. Rows go
 * through a heap array, one at a time, for the work that is not a matrix product.
 */
abstract class Tile implements AutoCloseable {
  private final Matrix memory;
  private Matrix current;
  private @Nullable Norms norms;

  Tile(Precision precision, int maxRows, int maxColumns) {
    this.memory = Matrix.zeros(precision, maxRows, maxColumns);
    this.current = memory;
  }

  /** Sets the number of rows and columns in use, without gaps; the contents are not defined. */
  final void shape(int rows, int columns) {
    current = memory.piece(0, rows, columns);
    norms = null;
  }

  /** The part in use. */
  final Matrix matrix() {
    return current;
  }

  final Precision precision() {
    return memory.precision();
  }

  /** Marks the tile as holding -2xᵀz, to which {@link #apply} adds these norms. */
  final void complete(Norms squaredNorms) {
    norms = squaredNorms;
  }

  /** Each statistic s ← κ(s). */
  final void apply(Kernel kernel, VectorMath math) {
    int columns = current.cols();
    if (norms != null) {
      columnNorms(norms.columns, norms.firstColumn, columns);
    }
    for (int i = 0; i < current.rows(); i++) {
      load(i);
      if (norms != null) {
        addNorms(norms.rows[norms.firstRow + i], columns);
      }
      apply(kernel, math, columns);
      store(i);
    }
  }

  /** ‖x‖² of the tile's rows and ‖z‖² of its columns, from the given places on. */
  record Norms(double[] rows, int firstRow, double[] columns, int firstColumn) {}

  /** Overwrites a row with statistics. */
  abstract void put(int row, double[] statistics);

  abstract void columnNorms(double[] norms, int from, int count);

  abstract void load(int row);

  /** s ← max(0, s + ‖x‖² + ‖z‖²) for the loaded row. */
  abstract void addNorms(double rowNorm, int count);

  abstract void apply(Kernel kernel, VectorMath math, int count);

  abstract void store(int row);

  @Override
  public final void close() {
    memory.close();
  }
}
