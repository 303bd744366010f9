package org.filbert.kernel;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.filbert.data.DenseRows;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.linalg.VectorMath;

/**
 * Gradients of kernels of s = Σ_f |x_f - z_f|^p, input by input:
 *
 * <pre>
 *   ∂f_c(z_i)/∂z_f = Σ_j W_ij·α_jc·D(z_if - x_jf)        D(δ) = p·sign(δ)·|δ|^(p-1)
 * </pre>
 *
 * <p>Inputs that have two values a < b only, as those of categories, need no differences: D(z - x)
 * = D(b - a)·(z - x)/(b - a), so all of them are one product, D(b - a)/(b - a)·((z - a)·(W·α_c) -
 * W·(α_c∘(X - a))). The others are transposed once; D of a row z is a strip of floats that is
 * multiplied by its columns W_i∘α_c while it is in the cache.
 *
 * <p>At the kink of p ≤ 1, within {@value DifferentiableKernel#NEAR} widths, D is 0; for p = 1 it
 * grows there from -1 to 1.
 */
final class DifferenceGradients {
  private final Precision precision;
  private final KernelBlocks slopes;
  private final Backend backend;
  private final double p;
  private final double near;

  /** Gradients from slopes, with powers of differences in a precision. */
  DifferenceGradients(
      DifferentiableKernel kernel, Precision precision, KernelBlocks slopes, Backend backend) {
    this.precision = precision;
    this.slopes = slopes;
    this.backend = backend;
    this.p = kernel.power();
    this.near = p > 1 ? 0 : DifferentiableKernel.NEAR * kernel.width().orElse(1);
  }

  /** out ← out + ∇f(z), as {@link KernelGradients#add} has it, for a strip of rows x. */
  void add(DenseRows z, DenseRows x, Matrix alpha, Matrix out) {
    Inputs inputs = Inputs.of(z, x);
    double[] sums = out.toArray();
    try (Matrix w = Matrix.zeros(Precision.DOUBLE, z.count(), x.count())) {
      slopes.fill(z, x, w);
      double[] weights = alpha.toArray();
      if (inputs.twoValued.length > 0) {
        addTwoValued(inputs, w, weights, alpha.cols(), sums);
      }
      if (inputs.others.length > 0) {
        addOthers(inputs, w, weights, alpha.cols(), sums);
      }
    }
    out.write(0, out.rows(), sums);
  }

  /** The inputs of two values, by a product of slopes with α_c and α_c∘(X - a) side by side. */
  private void addTwoValued(Inputs in, Matrix w, double[] alpha, int k, double[] sums) {
    int n = in.x.length;
    int width = in.twoValued.length + 1;
    double[] columns = new double[n * k * width];
    for (int j = 0; j < n; j++) {
      for (int c = 0; c < k; c++) {
        int at = (j * k + c) * width;
        double weight = alpha[j * k + c];
        columns[at] = weight;
        for (int g = 0; g < in.twoValued.length; g++) {
          int f = in.twoValued[g];
          columns[at + 1 + g] = weight * (in.x[j][f] - in.least[f]);
        }
      }
    }
    try (Matrix right = Matrix.of(Precision.DOUBLE, n, k * width, columns).copy(precision);
        Matrix left = w.copy(precision);
        Matrix product = Matrix.zeros(precision, w.rows(), k * width)) {
      backend.blas().gemm(false, false, 1, left, right, 0, product);
      double[] products = product.toArray();
      for (int g = 0; g < in.twoValued.length; g++) {
        int f = in.twoValued[g];
        double gap = in.largest[f] - in.least[f];
        double factor = derivative(gap) / gap;
        for (int i = 0; i < in.z.length; i++) {
          double at = in.z[i][f] - in.least[f];
          for (int c = 0; c < k; c++) {
            int from = (i * k + c) * width;
            sums[(i * k + c) * in.features() + f] +=
                factor * (at * products[from] - products[from + 1 + g]);
          }
        }
      }
    }
  }

  /** All others, row by row of z. */
  private void addOthers(Inputs in, Matrix w, double[] alpha, int k, double[] sums) {
    int n = in.x.length;
    int m = in.others.length;
    int stride = (k + VectorMath.STRIDE_STEP - 1) / VectorMath.STRIDE_STEP * VectorMath.STRIDE_STEP;
    double[][] byInput = new double[m][n];
    for (int g = 0; g < m; g++) {
      int f = in.others[g];
      Arrays.setAll(byInput[g], j -> in.x[j][f]);
    }
    double[] slope = new double[n];
    double[] weighted = new double[n * stride];
    double[] part = new double[m * stride];
    float[] derivatives = new float[m * n];
    for (int i = 0; i < in.z.length; i++) {
      w.read(i, i + 1, slope);
      for (int j = 0; j < n; j++) {
        for (int c = 0; c < k; c++) {
          weighted[j * stride + c] = slope[j] * alpha[j * k + c];
        }
      }
      if (p != 1 && precision == Precision.DOUBLE) {
        exactly(in, i, byInput, weighted, k, stride, part);
      } else {
        for (int g = 0; g < m; g++) {
          derivatives(byInput[g], in.z[i][in.others[g]], derivatives, g * n);
        }
        backend.math().multiply(derivatives, m, n, weighted, k, stride, part);
        backend.meter().count(2.0 * m * n * k);
      }
      for (int g = 0; g < m; g++) {
        for (int c = 0; c < k; c++) {
          sums[(i * k + c) * in.features() + in.others[g]] += part[g * stride + c];
        }
      }
    }
  }

  /** out[from + j] ← D(at - x_j). Loops without branches, which compilers turn into vectors. */
  private void derivatives(double[] x, double at, float[] out, int from) {
    if (p == 1) {
      double steep = 1 / near;
      for (int j = 0; j < x.length; j++) {
        out[from + j] = (float) Math.max(-1, Math.min(1, (at - x[j]) * steep));
      }
      return;
    }
    for (int j = 0; j < x.length; j++) {
      out[from + j] = (float) Math.abs(at - x[j]);
    }
    backend.math().pow(out, from, x.length, p);
    for (int j = 0; j < x.length; j++) {
      double difference = at - x[j];
      out[from + j] = Math.abs(difference) <= near ? 0 : (float) (p * out[from + j] / difference);
    }
  }

  /** The sums of a row in double throughout, where powers in single precision are too coarse. */
  private void exactly(
      Inputs in, int i, double[][] byInput, double[] weighted, int k, int stride, double[] part) {
    Arrays.fill(part, 0);
    for (int g = 0; g < byInput.length; g++) {
      double at = in.z[i][in.others[g]];
      for (int j = 0; j < byInput[g].length; j++) {
        double derivative = derivative(at - byInput[g][j]);
        for (int c = 0; c < k; c++) {
          part[g * stride + c] += derivative * weighted[j * stride + c];
        }
      }
    }
  }

  /** D(δ). */
  private double derivative(double difference) {
    double size = Math.abs(difference);
    if (size <= near) {
      return 0;
    }
    return Math.copySign(p == 1 ? 1 : p * Math.pow(size, p - 1), difference);
  }

  /**
   * Rows z and x, and which of their inputs have two values, or more; those with one have no
   * gradient.
   *
   * @param least of each input, over both
   * @param largest likewise
   */
  private record Inputs(
      double[][] z, double[][] x, double[] least, double[] largest, int[] twoValued, int[] others) {
    static Inputs of(DenseRows z, DenseRows x) {
      double[][] rows = rows(z);
      double[][] strip = rows(x);
      int d = x.features();
      double[] least = new double[d];
      double[] largest = new double[d];
      boolean[] between = new boolean[d];
      Arrays.fill(least, Double.POSITIVE_INFINITY);
      Arrays.fill(largest, Double.NEGATIVE_INFINITY);
      for (double[][] each : new double[][][] {rows, strip}) {
        for (double[] row : each) {
          for (int f = 0; f < d; f++) {
            least[f] = Math.min(least[f], row[f]);
            largest[f] = Math.max(largest[f], row[f]);
          }
        }
      }
      for (double[][] each : new double[][][] {rows, strip}) {
        for (double[] row : each) {
          for (int f = 0; f < d; f++) {
            between[f] |= row[f] != least[f] && row[f] != largest[f];
          }
        }
      }
      return new Inputs(
          rows,
          strip,
          least,
          largest,
          IntStream.range(0, d).filter(f -> !between[f] && least[f] < largest[f]).toArray(),
          IntStream.range(0, d).filter(f -> between[f]).toArray());
    }

    private static double[][] rows(DenseRows rows) {
      return IntStream.range(0, rows.count()).mapToObj(rows::row).toArray(double[][]::new);
    }

    int features() {
      return least.length;
    }
  }
}
