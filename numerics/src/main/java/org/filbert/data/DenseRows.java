package org.filbert.data;

import java.util.List;
import java.util.Objects;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.jspecify.annotations.Nullable;

/** Rows of a dense matrix. */
public final class DenseRows implements Rows {
  private final Matrix matrix;
  private volatile double @Nullable [] squaredNorms; // threads share broadcast rows

  public DenseRows(Matrix matrix) {
    this.matrix = Objects.requireNonNull(matrix);
  }

  @Override
  public DenseRows joined(List<Rows> batches) {
    return new DenseRows(
        Matrix.concat(batches.stream().map(batch -> ((DenseRows) batch).matrix).toList()));
  }

  /** The values, one row of the matrix for each input row. */
  public Matrix matrix() {
    return matrix;
  }

  @Override
  public int count() {
    return matrix.rows();
  }

  @Override
  public int features() {
    return matrix.cols();
  }

  @Override
  public Precision precision() {
    return matrix.precision();
  }

  @Override
  public long bytes() {
    return matrix.bytes();
  }

  @Override
  public DenseRows slice(int from, int to) {
    return new DenseRows(matrix.rows(from, to));
  }

  @Override
  public DenseRows select(int[] places) {
    Matrix selected = Matrix.zeros(precision(), places.length, features());
    for (int i = 0; i < places.length; i++) {
      selected.rows(i, i + 1).assign(matrix.rows(places[i], places[i] + 1));
    }
    return new DenseRows(selected);
  }

  @Override
  public double[] row(int i) {
    return matrix.row(i);
  }

  @Override
  public double[] squaredNorms() {
    double[] known = squaredNorms;
    if (known == null) {
      known = new double[count()];
      int d = features();
      int step = Math.max(1, (1 << 15) / Math.max(1, d));
      double[] values = new double[Math.min(step, known.length) * d];
      for (int from = 0; from < known.length; from += step) {
        int to = Math.min(from + step, known.length);
        matrix.read(from, to, values);
        for (int i = from; i < to; i++) {
          for (int at = (i - from) * d; at < (i - from + 1) * d; at++) {
            known[i] += values[at] * values[at];
          }
        }
      }
      squaredNorms = known;
    }
    return known;
  }
}
