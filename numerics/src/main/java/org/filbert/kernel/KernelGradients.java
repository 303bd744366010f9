package org.filbert.kernel;

import java.util.Arrays;
import org.filbert.data.DenseRows;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * Gradients of f_c(z) = Σ_j α_jc·κ(z, x_j) with respect to z, by products with tiles of slopes W_ij
 * = κ'(s_ij):
 *
 * <pre>
 *   s = xᵀz          ∇f_c(z_i) = Σ_j W_ij·α_jc·x_j
 *   s = ‖x - z‖²     ∇f_c(z_i) = 2·(z_i·Σ_j W_ij·α_jc - Σ_j W_ij·α_jc·x_j)
 *   s = Σ |x - z|^p  ∇f_c(z_i) = Σ_j W_ij·α_jc·p·sign(z_i - x_j)·|z_i - x_j|^(p-1), input by input
 * </pre>
 *
 * <p>The first two are matrix products with the columns α_c and α_c∘X; slopes are computed once for
 * all outputs. Of the third, differences below {@value DifferentiableKernel#NEAR} widths count as 0
 * if p ≤ 1.
 *
 * <p>Not thread-safe: one object for each worker.
 */
public final class KernelGradients implements AutoCloseable {
  /** Rows x of a strip: the columns α_c∘X of all outputs exist for so many of them. */
  private static final int STRIP = 512;

  private final DifferentiableKernel kernel;
  private final KernelBlocks slopes;

  /** Gradients from slopes of a precision. */
  public KernelGradients(DifferentiableKernel kernel, Precision precision, Backend backend) {
    this.kernel = kernel;
    this.slopes = new KernelBlocks(new Slope(kernel), precision, backend);
  }

  /**
   * out ← out + ∇f(z), for m rows z, n rows x and α n × k.
   *
   * @param out m × (k·d) in double: the gradient of output c in columns c·d to (c + 1)·d
   */
  public void add(DenseRows z, DenseRows x, Matrix alpha, Matrix out) {
    int d = x.features();
    if (out.rows() != z.count() || out.cols() != alpha.cols() * d || alpha.rows() != x.count()) {
      throw new IllegalArgumentException(
          "gradients of %s rows by %s rows of %s features with %s into %s"
              .formatted(z.count(), x.count(), d, alpha, out));
    }
    for (int from = 0; from < x.count(); from += STRIP) {
      int to = Math.min(from + STRIP, x.count());
      DenseRows strip = x.slice(from, to);
      switch (kernel.statistic()) {
        case DOT -> addProducts(z, strip, alpha.rows(from, to), 0, out);
        case SQUARED_DISTANCE -> addProducts(z, strip, alpha.rows(from, to), 2, out);
        case ABSOLUTE_DISTANCE, POWER_DISTANCE ->
            addDifferences(z, strip, alpha.rows(from, to), out);
      }
    }
  }

  /** Adds factor·(z·(W·α_c) - W·(α_c∘X)), or W·(α_c∘X) if the factor is 0. */
  private void addProducts(DenseRows z, DenseRows x, Matrix alpha, double factor, Matrix out) {
    int d = x.features();
    int k = alpha.cols();
    try (Matrix columns = Matrix.zeros(Precision.DOUBLE, x.count(), k * (d + 1));
        Matrix products = Matrix.zeros(Precision.DOUBLE, z.count(), k * (d + 1))) {
      double[] row = new double[k * (d + 1)];
      double[] weights = new double[k];
      for (int j = 0; j < x.count(); j++) {
        alpha.read(j, j + 1, weights);
        double[] inputs = x.row(j);
        for (int c = 0; c < k; c++) {
          row[c * (d + 1)] = weights[c];
          for (int f = 0; f < d; f++) {
            row[c * (d + 1) + 1 + f] = weights[c] * inputs[f];
          }
        }
        columns.write(j, j + 1, row);
      }
      slopes.multiply(z, x, columns, products);
      double[] sum = new double[k * d];
      for (int i = 0; i < z.count(); i++) {
        products.read(i, i + 1, row);
        out.read(i, i + 1, sum);
        double[] inputs = z.row(i);
        for (int c = 0; c < k; c++) {
          for (int f = 0; f < d; f++) {
            double product = row[c * (d + 1) + 1 + f];
            sum[c * d + f] +=
                factor == 0 ? product : factor * (inputs[f] * row[c * (d + 1)] - product);
          }
        }
        out.write(i, i + 1, sum);
      }
    }
  }

  private void addDifferences(DenseRows z, DenseRows x, Matrix alpha, Matrix out) {
    int d = x.features();
    int k = alpha.cols();
    double p = kernel.power();
    double near = p > 1 ? 0 : DifferentiableKernel.NEAR * kernel.width().orElseThrow();
    double[][] inputs = new double[x.count()][];
    double[][] weights = new double[x.count()][];
    Arrays.setAll(inputs, x::row);
    Arrays.setAll(weights, alpha::row);
    double[] slope = new double[x.count()];
    double[] term = new double[x.count()];
    double[] sum = new double[k * d];
    try (Matrix w = Matrix.zeros(Precision.DOUBLE, z.count(), x.count())) {
      slopes.fill(z, x, w);
      for (int i = 0; i < z.count(); i++) {
        w.read(i, i + 1, slope);
        out.read(i, i + 1, sum);
        double[] at = z.row(i);
        for (int f = 0; f < d; f++) {
          for (int j = 0; j < term.length; j++) {
            term[j] = slope[j] * derivative(at[f] - inputs[j][f], p, near);
          }
          for (int c = 0; c < k; c++) {
            for (int j = 0; j < term.length; j++) {
              sum[c * d + f] += term[j] * weights[j][c];
            }
          }
        }
        out.write(i, i + 1, sum);
      }
    }
  }

  /** d|δ|^p/dδ. */
  private static double derivative(double difference, double p, double near) {
    double size = Math.abs(difference);
    if (size <= near) {
      return 0;
    }
    return Math.copySign(p == 1 ? 1 : p * Math.pow(size, p - 1), difference);
  }

  @Override
  public void close() {
    slopes.close();
  }
}
