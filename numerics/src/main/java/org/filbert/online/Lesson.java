package org.filbert.online;

import java.util.stream.IntStream;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.loss.Loss;

/**
 * What a step learns from: rows of the batch that was scored last, and the loss's gradients there.
 *
 * @param rows B places in the batch
 * @param g the gradients ∂ℓ/∂f, B×k
 * @param largest the greatest ‖g_i‖₂
 * @param loss Σ ℓ(f(x_i), y_i)
 * @param lossOfZero Σ ℓ(0, y_i), what a model that has learned nothing would have
 */
record Lesson(int[] rows, Matrix g, double largest, double loss, double lossOfZero) {
  private static final double DIVERGED = 1e6;
  private static final double GOOD = 2;

  /**
   * The gradients of all rows.
   *
   * @param f their scores, B×k
   * @param y their targets, B×k
   */
  static Lesson of(Loss loss, Matrix f, Matrix y) {
    return of(loss, f, y, IntStream.range(0, f.rows()).toArray());
  }

  /** The gradients of some rows. */
  static Lesson of(Loss loss, Matrix f, Matrix y, int[] rows) {
    int k = f.cols();
    double[] zero = new double[k];
    double[] g = new double[rows.length * k];
    double largest = 0;
    double sum = 0;
    double ofZero = 0;
    for (int i = 0; i < rows.length; i++) {
      double[] scores = f.row(rows[i]);
      double[] targets = y.row(rows[i]);
      double[] gradient = loss.gradient(scores, targets);
      System.arraycopy(gradient, 0, g, i * k, k);
      double norm2 = 0;
      for (double value : gradient) {
        norm2 += value * value;
      }
      largest = Math.max(largest, Math.sqrt(norm2));
      sum += loss.value(scores, targets);
      ofZero += loss.value(zero, targets);
    }
    return new Lesson(rows, Matrix.of(Precision.DOUBLE, rows.length, k, g), largest, sum, ofZero);
  }

  /** Number of rows B. */
  int count() {
    return rows.length;
  }

  /** The batch mean of ∂ℓ/∂f. */
  double[] meanGradient() {
    double[] mean = new double[g.cols()];
    double[] all = g.toArray();
    for (int i = 0; i < all.length; i++) {
      mean[i % mean.length] += all[i] / count();
    }
    return mean;
  }

  /** Whether steps have led f astray. */
  boolean diverged() {
    double limit = DIVERGED * lossOfZero;
    return Double.isNaN(loss) || (loss > limit && limit > 0);
  }

  /** Whether f is no worse than one that has learned nothing, give or take the batch's rows. */
  boolean good() {
    return loss <= GOOD * lossOfZero;
  }
}
