package org.filbert.solver;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Eigensystem;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * EigenPro as it is defined, in a space of features that are there whole: θ += (η/m)·P·(Σ_i c_i φ_i
 * - (m/n)·ridge·θ), with P from the eigensystem of the features' second moments. The full kernel's
 * features are the rows of its Cholesky factor.
 *
 * @param phi n × D, rows times the roots of their weights
 * @param y n × k
 * @param roots of the rows' weights
 * @param ridge of the penalty ridge·‖θ‖²
 * @param p D × D
 * @param next the sample's eigenvalue λ_{q+1}
 */
record StochasticReference(
    double[][] phi, double[][] y, double[] roots, double ridge, double[][] p, double next) {

  static StochasticReference of(
      double[][] phi,
      double[][] y,
      double[] w,
      double ridge,
      int[] sample,
      int q,
      double tau,
      Backend backend) {
    int n = phi.length;
    int d = phi[0].length;
    double[] roots = Arrays.stream(w).map(Math::sqrt).toArray();
    double[][] weighted = new double[n][d];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        weighted[i][j] = roots[i] * phi[i][j];
      }
    }
    double[][] rows = Arrays.stream(sample).mapToObj(i -> weighted[i]).toArray(double[][]::new);
    Eigensystem eigen = moments(rows, ridge / n, backend);
    double[] values = eigen.values();
    double[][] p = new double[d][d];
    for (int s = 0; s < d; s++) {
      p[s][s] = 1;
    }
    for (int i = 0; i < q; i++) {
      double[] e = eigen.vectors().row(i);
      for (int s = 0; s < d; s++) {
        for (int t = 0; t < d; t++) {
          p[s][t] -= (1 - tau * values[q] / values[i]) * e[s] * e[t];
        }
      }
    }
    return new StochasticReference(weighted, y, roots, ridge, p, values[q]);
  }

  /** (1/M)·ΦᵀΦ + shift·I. */
  private static Eigensystem moments(double[][] rows, double shift, Backend backend) {
    int d = rows[0].length;
    Matrix sum = Matrix.zeros(Precision.DOUBLE, d, d);
    for (int s = 0; s < d; s++) {
      for (int t = 0; t < d; t++) {
        double element = s == t ? shift : 0;
        for (double[] row : rows) {
          element += row[s] * row[t] / rows.length;
        }
        sum.set(s, t, element);
      }
    }
    return Eigensystem.of(sum, backend);
  }

  /** The largest φᵀPφ, with the penalty's share. */
  double beta() {
    return Arrays.stream(phi).mapToDouble(x -> dot(x, times(p, x))).max().orElseThrow()
        + ridge / phi.length;
  }

  /** The step size for a batch of m rows. */
  double step(int m) {
    double lambda = Math.max(next, (apart() + beta()) / phi.length);
    return m < beta() / lambda + 1 ? m / beta() : 0.99 * 2 * m / (beta() + (m - 1) * lambda);
  }

  /** One step, in place. */
  void step(double[][] theta, int[] batch, double step) {
    int d = theta.length;
    int k = theta[0].length;
    for (int c = 0; c < k; c++) {
      double[] g = new double[d];
      for (int j = 0; j < d; j++) {
        g[j] = -(double) batch.length / phi.length * ridge * theta[j][c];
      }
      for (int i : batch) {
        double f = 0;
        for (int j = 0; j < d; j++) {
          f += phi[i][j] * theta[j][c];
        }
        for (int j = 0; j < d; j++) {
          g[j] += (roots[i] * y[i][c] - f) * phi[i][j];
        }
      }
      double[] change = times(p, g);
      for (int j = 0; j < d; j++) {
        theta[j][c] += step / batch.length * change[j];
      }
    }
  }

  /** The largest eigenvalue of ΦPΦᵀ with a diagonal of 0, and of the penalty. */
  private double apart() {
    int n = phi.length;
    double[][] turned = Arrays.stream(phi).map(x -> times(p, x)).toArray(double[][]::new);
    double[] v = IntStream.range(0, n).mapToDouble(i -> Math.sin(i + 1)).toArray();
    double value = 0;
    for (int iteration = 0; iteration < 2000; iteration++) {
      double[] unit = v;
      v = new double[n];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          v[i] += i == j ? 0 : dot(phi[i], turned[j]) * unit[j];
        }
      }
      value = Math.sqrt(dot(v, v));
      double norm = value;
      v = Arrays.stream(v).map(x -> x / norm).toArray();
    }
    return value + ridge;
  }

  /** The largest eigenvalue of P^(1/2)·(mean of φφᵀ over a batch)·P^(1/2), by power iterations. */
  double largest(int[] batch) {
    double[] v = IntStream.range(0, p.length).mapToDouble(i -> Math.sin(i + 1)).toArray();
    double value = 0;
    for (int iteration = 0; iteration < 300; iteration++) {
      double[] image = new double[v.length];
      double[] turned = times(p, v);
      for (int i : batch) {
        double product = dot(phi[i], turned) / batch.length;
        for (int j = 0; j < v.length; j++) {
          image[j] += product * phi[i][j];
        }
      }
      for (int j = 0; j < v.length; j++) {
        image[j] += ridge / phi.length * turned[j];
      }
      value = Math.sqrt(dot(image, image) / dot(v, v));
      double norm = Math.sqrt(dot(image, image));
      v = Arrays.stream(image).map(x -> x / norm).toArray();
    }
    return value;
  }

  private static double[] times(double[][] a, double[] x) {
    return Arrays.stream(a).mapToDouble(row -> dot(row, x)).toArray();
  }

  private static double dot(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> a[i] * b[i]).sum();
  }

  /** Lower triangular L with L·Lᵀ = A. */
  static double[][] cholesky(double[][] a) {
    int n = a.length;
    double[][] l = new double[n][n];
    for (int j = 0; j < n; j++) {
      for (int i = j; i < n; i++) {
        double sum = a[i][j];
        for (int t = 0; t < j; t++) {
          sum -= l[i][t] * l[j][t];
        }
        l[i][j] = i == j ? Math.sqrt(sum) : sum / l[j][j];
      }
    }
    return l;
  }

  /** Batches as lists of rows: those of each worker stand after one another. */
  static int[] rows(List<Integer> shards, List<int[]> places) {
    int[][] all = new int[shards.size()][];
    int before = 0;
    for (int w = 0; w < all.length; w++) {
      int first = before;
      all[w] = Arrays.stream(places.get(w)).map(i -> first + i).toArray();
      before += shards.get(w);
    }
    return Arrays.stream(all).flatMapToInt(Arrays::stream).toArray();
  }
}
