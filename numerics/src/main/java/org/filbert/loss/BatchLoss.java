package org.filbert.loss;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.jspecify.annotations.Nullable;

/**
 * The loss of some rows of a batch, and its gradients there, each times the row's weight w_i.
 *
 * @param rows places of the B rows in the batch
 * @param g gradients w_i ∂ℓ/∂f, B×k
 * @param largest the greatest ‖g_i‖₂
 * @param sum Σ w_i ℓ(f_i, y_i)
 * @param ofZero Σ w_i ℓ(0, y_i), the loss of a model that has learned nothing
 */
public record BatchLoss(int[] rows, Matrix g, double largest, double sum, double ofZero) {
  /**
   * The loss of all rows.
   *
   * @param f scores, B×k
   * @param y targets, B×k
   */
  public static BatchLoss of(Loss loss, Matrix f, Matrix y) {
    return of(loss, f, y, IntStream.range(0, f.rows()).toArray(), null);
  }

  /**
   * The loss of some rows, of all whose scores and targets are given.
   *
   * @param weights w of all rows; null if each is 1
   */
  public static BatchLoss of(
      Loss loss, Matrix f, Matrix y, int[] rows, double @Nullable [] weights) {
    int k = f.cols();
    double[] zero = new double[k];
    double[] g = new double[rows.length * k];
    double largest = 0;
    double sum = 0;
    double ofZero = 0;
    for (int i = 0; i < rows.length; i++) {
      double[] scores = f.row(rows[i]);
      double[] targets = y.row(rows[i]);
      double weight = weights == null ? 1 : weights[rows[i]];
      double[] gradient = loss.gradient(scores, targets);
      Arrays.setAll(gradient, c -> weight * gradient[c]);
      System.arraycopy(gradient, 0, g, i * k, k);
      double norm2 = 0;
      for (double value : gradient) {
        norm2 += value * value;
      }
      largest = Math.max(largest, Math.sqrt(norm2));
      sum += weight * loss.value(scores, targets);
      ofZero += weight * loss.value(zero, targets);
    }
    return new BatchLoss(
        rows, Matrix.of(Precision.DOUBLE, rows.length, k, g), largest, sum, ofZero);
  }

  /** Number of rows B. */
  public int count() {
    return rows.length;
  }

  /** The batch mean of ∂ℓ/∂f. */
  public double[] meanGradient() {
    double[] mean = new double[g.cols()];
    double[] all = g.toArray();
    for (int i = 0; i < all.length; i++) {
      mean[i % mean.length] += all[i] / count();
    }
    return mean;
  }
}
