package org.filbert.kernel;

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
 * all outputs. The third has {@link DifferenceGradients}.
 *
 * <p>Not thread-safe: one object for each worker.
 */
public final class KernelGradients implements AutoCloseable {
  /** Rows x of a strip: the columns α_c∘X of all outputs exist for so many of them. */
  private static final int STRIP = 512;

  private final DifferentiableKernel kernel;
  private final KernelBlocks slopes;
  private final DifferenceGradients differences;

  /** Gradients from slopes of a precision. */
  public KernelGradients(DifferentiableKernel kernel, Precision precision, Backend backend) {
    this.kernel = kernel;
    this.slopes = new KernelBlocks(new Slope(kernel), precision, backend);
    this.differences = new DifferenceGradients(kernel, precision, slopes, backend);
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
            differences.add(z, strip, alpha.rows(from, to), out);
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

  @Override
  public void close() {
    slopes.close();
  }
}
