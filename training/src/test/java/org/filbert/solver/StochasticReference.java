package org.filbert.solver;

import java.util.Arrays;
import java.util.List;
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
 * @param root P^(1/2)
 * @param next the sample's eigenvalue λ_{q+1}
 */
record StochasticReference(
    double[][] phi,
    double[][] y,
    double[] roots,
    double ridge,
    double[][] p,
    double[][] root,
    double next) {

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
    double[] kept = Arrays.stream(values, 0, q).map(value -> tau * values[q] / value).toArray();
    double[][] p = slowed(d, kept, eigen);
    double[][] root = slowed(d, Arrays.stream(kept).map(Math::sqrt).toArray(), eigen);
    return new StochasticReference(weighted, y, roots, ridge, p, root, values[q]);
  }

  /** I - Σ_i (1 - kept_i)·e_i·e_iᵀ. */
  private static double[][] slowed(int d, double[] kept, Eigensystem eigen) {
    double[][] p = new double[d][d];
    for (int s = 0; s < d; s++) {
      p[s][s] = 1;
    }
    for (int i = 0; i < kept.length; i++) {
      double[] e = eigen.vectors().row(i);
      for (int s = 0; s < d; s++) {
        for (int t = 0; t < d; t++) {
          p[s][t] -= (1 - kept[i]) * e[s] * e[t];
        }
      }
    }
    return p;
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
  double step(int m, Backend backend) {
    double lambda = Math.max(next, (apart(backend) + beta()) / phi.length);
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
  private double apart(Backend backend) {
    double[][] h = Arrays.stream(phi).map(x -> times(root, x)).toArray(double[][]::new);
    double[][] others = gram(h);
    for (int i = 0; i < others.length; i++) {
      others[i][i] = 0;
    }
    double[] values = values(others, backend);
    double value = Math.max(values[0], -values[values.length - 1]);
    return value + ridge;
  }

  /** The largest eigenvalue of H_B = P^(1/2)·(mean of φφᵀ over a batch B)·P^(1/2), no penalty. */
  double largest(int[] batch, Backend backend) {
    double[][] h = Arrays.stream(batch).mapToObj(i -> times(root, phi[i])).toArray(double[][]::new);
    return largest(gram(h), backend) / batch.length;
  }

  /**
   * The largest eigenvalue of E(I - ηH_B)² over batches B of m rows drawn without replacement: what
   * a step does, in the mean, to the square of what is missing.
   */
  double largestOfSquare(int m, double step, Backend backend) {
    double[][] h = Arrays.stream(phi).map(x -> times(root, x)).toArray(double[][]::new);
    int n = h.length;
    double[][] mean = moments(h, new double[n], 1.0 / n);
    double[] norms = Arrays.stream(h).mapToDouble(x -> dot(x, x)).toArray();
    double[][] alone = moments(h, norms, 0);
    int d = mean.length;
    double[][] square = new double[d][d];
    double pairs = (m - 1.0) / (m * (double) n * (n - 1));
    for (int s = 0; s < d; s++) {
      for (int t = 0; t < d; t++) {
        double both = (double) n * n * dot(mean[s], mean[t]) - alone[s][t];
        double second = alone[s][t] / ((double) m * n) + pairs * both;
        square[s][t] = (s == t ? 1 : 0) - 2 * step * mean[s][t] + step * step * second;
      }
    }
    return largest(square, backend);
  }

  /** ‖Π_B (I - ηH_B)‖₂ of some batches one after the other. */
  double normOfSteps(List<int[]> batches, double step, Backend backend) {
    double[][] h = Arrays.stream(phi).map(x -> times(root, x)).toArray(double[][]::new);
    int d = root.length;
    double[][] columns = new double[d][d];
    for (int j = 0; j < d; j++) {
      columns[j][j] = 1;
      for (int[] batch : batches) {
        double[] column = columns[j];
        double[] c = Arrays.stream(batch).mapToDouble(i -> dot(h[i], column)).toArray();
        for (int i = 0; i < c.length; i++) {
          for (int s = 0; s < d; s++) {
            column[s] -= step / batch.length * c[i] * h[batch[i]][s];
          }
        }
      }
    }
    return Math.sqrt(largest(gram(columns), backend));
  }

  /** Σ_i (w_i + w)·x_i·x_iᵀ. */
  private static double[][] moments(double[][] x, double[] weights, double weight) {
    int d = x[0].length;
    double[][] sum = new double[d][d];
    for (int i = 0; i < x.length; i++) {
      for (int s = 0; s < d; s++) {
        for (int t = 0; t < d; t++) {
          sum[s][t] += (weights[i] + weight) * x[i][s] * x[i][t];
        }
      }
    }
    return sum;
  }

  private static double[][] gram(double[][] x) {
    return Arrays.stream(x).map(row -> times(x, row)).toArray(double[][]::new);
  }

  private static double largest(double[][] symmetric, Backend backend) {
    return values(symmetric, backend)[0];
  }

  private static double[] values(double[][] symmetric, Backend backend) {
    double[] elements = Arrays.stream(symmetric).flatMapToDouble(Arrays::stream).toArray();
    int n = symmetric.length;
    try (Matrix matrix = Matrix.of(Precision.DOUBLE, n, n, elements)) {
      return Eigensystem.of(matrix, backend).values();
    }
  }

  private static double[] times(double[][] a, double[] x) {
    return Arrays.stream(a).mapToDouble(row -> dot(row, x)).toArray();
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
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
