package org.filbert.system.equations;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.shard.ShardState;
import org.filbert.workers.Worker;

/** The diagonal matrix W = diag(w). */
public record Diagonal(double[] w) {
  /** W of the training rows' weights in the loss. */
  public static Diagonal ofWeights(Worker worker) {
    return new Diagonal(ShardState.weights(worker));
  }

  /** W^½. */
  public Diagonal root() {
    return of(Math::sqrt);
  }

  /** factor·W⁻¹. */
  public Diagonal inverse(double factor) {
    return of(value -> factor / value);
  }

  /** W + shift·I. */
  public Diagonal plus(double shift) {
    return of(value -> value + shift);
  }

  private Diagonal of(DoubleUnaryOperator change) {
    return new Diagonal(Arrays.stream(w).map(change).toArray());
  }

  /** The part of some rows. */
  public Diagonal rows(int from, int to) {
    return new Diagonal(Arrays.copyOfRange(w, from, to));
  }

  /** Whether W is the identity. */
  public boolean isIdentity() {
    return Arrays.stream(w).allMatch(value -> value == 1);
  }

  /** W·X in double, as a new matrix. */
  public Matrix times(Matrix x) {
    Matrix product = x.copy(Precision.DOUBLE);
    multiply(product);
    return product;
  }

  /** X ← W·X. */
  public void multiply(Matrix x) {
    double[] row = new double[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      if (w[i] != 1) {
        x.read(i, i + 1, row);
        multiply(row, i, i + 1, row.length);
        x.write(i, i + 1, row);
      }
    }
  }

  /** Multiplies rows {@code from} to {@code to} of X, which lie one after the other. */
  public void multiply(double[] values, int from, int to, int columns) {
    for (int i = 0; i < to - from; i++) {
      for (int at = i * columns; at < (i + 1) * columns; at++) {
        values[at] *= w[from + i];
      }
    }
  }

  /** X ← W⁻¹·X. */
  public void divide(Matrix x) {
    double[] values = x.toArray();
    for (int at = 0; at < values.length; at++) {
      values[at] /= w[at / x.cols()];
    }
    x.write(0, x.rows(), values);
  }

  /** X ← X·W. */
  public void multiplyFromRight(Matrix x) {
    double[] row = new double[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.read(i, i + 1, row);
      Arrays.setAll(row, j -> row[j] * w[j]);
      x.write(i, i + 1, row);
    }
  }
}
