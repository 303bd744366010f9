package org.filbert.train.metric;

import java.util.Arrays;
import java.util.List;
import org.filbert.data.DenseRows;
import org.filbert.kernel.DifferentiableKernel;
import org.filbert.kernel.FactorGradients;
import org.filbert.kernel.LowerTriangle;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.NotPositiveDefiniteException;
import org.filbert.linalg.Precision;

/**
 * The logarithm of the mean square of leave-one-out residuals, as a function of the logarithms of a
 * diagonal metric's factors m and of the ridge λ. With A = K + λ·W⁻¹ of n rows of weights w, its
 * inverse C, and α = C·Y for targets Y (n × k):
 *
 * <pre>
 *   e_ic = α_ic / C_ii            L = Σ_i w_i Σ_c e_ic² / Σ_i w_i
 *   dL = Σ_ij G_ij·dA_ij          G = C·diag(v)·C - ½·(C·U·αᵀ + α·UᵀC)
 *                                 U_ic = 2·w_i·e_ic / C_ii,  v_i = Σ_c 2·w_i·e_ic² / C_ii
 * </pre>
 *
 * <p>2n³ operations, for any number of inputs.
 */
final class LeftOutLoss implements Descent.Function {
  private final double[][] x;
  private final Matrix y;
  private final double[] weights;
  private final List<int[]> groups;
  private final DifferentiableKernel kernel;
  private final Backend backend;

  /**
   * The loss of some rows.
   *
   * @param x n rows as they were encoded
   * @param y n × k, in double
   * @param weights w, above 0
   * @param groups inputs that share a factor; each input is in one of them
   */
  LeftOutLoss(
      double[][] x,
      Matrix y,
      double[] weights,
      List<int[]> groups,
      DifferentiableKernel kernel,
      Backend backend) {
    this.x = x;
    this.y = y;
    this.weights = weights;
    this.groups = groups;
    this.kernel = kernel;
    this.backend = backend;
  }

  /** M^½ of the logarithms of the factors. */
  double[] root(double[] variables) {
    double[] root = new double[x[0].length];
    for (int g = 0; g < groups.size(); g++) {
      for (int f : groups.get(g)) {
        root[f] = Math.exp(variables[g] / 2);
      }
    }
    return root;
  }

  @Override
  public Descent.Point at(double[] variables) {
    int n = x.length;
    double ridge = Math.exp(variables[groups.size()]);
    double[] root = root(variables);
    try (Matrix mapped = Matrix.zeros(Precision.DOUBLE, n, root.length);
        Matrix g = Matrix.zeros(Precision.DOUBLE, n, n)) {
      for (int i = 0; i < n; i++) {
        double[] row = x[i].clone();
        Arrays.setAll(row, f -> row[f] * root[f]);
        mapped.write(i, i + 1, row);
      }
      DenseRows rows = new DenseRows(mapped);
      double loss;
      try (Matrix inverse = Matrix.zeros(Precision.DOUBLE, n, n)) {
        invert(rows, ridge, inverse);
        loss = derive(inverse, g);
      } catch (NotPositiveDefiniteException e) {
        return new Descent.Point(variables, Double.POSITIVE_INFINITY, new double[variables.length]);
      }
      double byRidge = 0;
      for (int i = 0; i < n; i++) {
        byRidge += g.get(i, i) * ridge / weights[i];
      }
      double[] byFactors = new FactorGradients(kernel, backend).of(rows, g);
      double[] gradient = new double[variables.length];
      gradient[groups.size()] = byRidge / loss;
      for (int each = 0; each < groups.size(); each++) {
        for (int f : groups.get(each)) {
          gradient[each] += byFactors[f] / loss;
        }
      }
      return new Descent.Point(variables, Math.log(loss / Arrays.stream(weights).sum()), gradient);
    }
  }

  /** inverse ← C = (K + λ·W⁻¹)⁻¹, all of it. */
  private void invert(DenseRows rows, double ridge, Matrix inverse) {
    new LowerTriangle(kernel, Precision.DOUBLE, backend, 1).fill(rows, inverse);
    for (int i = 0; i < rows.count(); i++) {
      inverse.set(i, i, inverse.get(i, i) + ridge / weights[i]);
    }
    backend.blas().cholesky(inverse);
    backend.blas().invertCholesky(inverse);
    inverse.mirrorLower();
  }

  /** g ← G; C becomes C·diag(v)^½. Answers Σ w·e². */
  private double derive(Matrix inverse, Matrix g) {
    int n = inverse.rows();
    int k = y.cols();
    double loss = 0;
    try (Matrix alpha = Matrix.zeros(Precision.DOUBLE, n, k);
        Matrix u = Matrix.zeros(Precision.DOUBLE, n, k);
        Matrix product = Matrix.zeros(Precision.DOUBLE, n, k)) {
      backend.blas().gemm(false, false, 1, inverse, y, 0, alpha);
      double[] row = new double[k];
      double[] scale = new double[n];
      for (int i = 0; i < n; i++) {
        double diagonal = inverse.get(i, i);
        alpha.read(i, i + 1, row);
        double squares = 0;
        for (int c = 0; c < k; c++) {
          double residual = row[c] / diagonal;
          squares += residual * residual;
          u.set(i, c, 2 * weights[i] * residual / diagonal);
        }
        loss += weights[i] * squares;
        scale[i] = Math.sqrt(2 * weights[i] * squares / diagonal);
      }
      backend.blas().gemm(false, false, 1, inverse, u, 0, product);
      double[] wide = new double[n];
      for (int i = 0; i < n; i++) {
        inverse.read(i, i + 1, wide);
        for (int j = 0; j < n; j++) {
          wide[j] *= scale[j];
        }
        inverse.write(i, i + 1, wide);
      }
      backend.blas().syrk(false, 1, inverse, 0, g);
      g.mirrorLower();
      backend.blas().gemm(false, true, -0.5, product, alpha, 1, g);
      backend.blas().gemm(false, true, -0.5, alpha, product, 1, g);
    }
    return loss;
  }
}
