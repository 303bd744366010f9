package org.filbert.linalg;

/**
 * Eigenvalues and eigenvectors of a symmetric matrix in plain Java: Householder reflections make it
 * tridiagonal, A = Q·T·Qᵀ, and QL iterations with implicit shifts diagonal, T = G·D·Gᵀ. All
 * rotations are applied to rows of (Q·G)ᵀ, which lie one after the other in memory. About 6n³
 * operations.
 *
 * <p>Golub, Van Loan. Matrix Computations, sections 8.3.1 and 8.3.3.
 */
final class SymmetricEigen {
  /** Most iterations of an eigenvalue; two or three are usual. */
  private static final int ITERATIONS = 120;

  /**
   * Iterations after which the largest value of all decides what is negligible, no longer the
   * neighbours: a matrix of low rank has many eigenvalues that are 0 but for rounding.
   */
  private static final int BY_NEIGHBOURS = 60;

  private static final double ROUNDOFF = 0x1p-53;

  private final int n;
  private final double[] values;
  private final double[] besides;
  private final double[] vectors;
  private double largest;

  /**
   * Computes them.
   *
   * @param a n × n, row after row, of which the lower triangle is read and which is lost
   */
  SymmetricEigen(double[] a, int n) {
    this.n = n;
    this.values = new double[n];
    this.besides = new double[n];
    this.vectors = new double[n * n];
    tridiagonalise(a);
    for (int i = 0; i < n; i++) {
      largest = Math.max(largest, Math.abs(values[i]) + Math.abs(besides[i]));
    }
    for (int l = 0; l < n; l++) {
      diagonalise(l);
    }
    sort();
  }

  /** Ascending. */
  double[] values() {
    return values;
  }

  /** An eigenvector in each row. */
  double[] vectors() {
    return vectors;
  }

  private void tridiagonalise(double[] a) {
    double[] p = new double[n];
    double[] scale = new double[n];
    for (int k = 0; k < n - 1; k++) {
      scale[k] = reflector(a, k);
      if (scale[k] > 0) {
        reflect(a, k, scale[k], p);
      }
    }
    for (int i = 0; i < n; i++) {
      values[i] = a[i * n + i];
      vectors[i * n + i] = 1;
    }
    for (int k = n - 2; k >= 0; k--) {
      if (scale[k] > 0) {
        accumulate(a, k, scale[k]);
      }
    }
  }

  /**
   * Puts v with (I - s·v·vᵀ)·x = besides[k]·e₁ in place of x, column k below the diagonal; answers
   * s, 0 where x is so already.
   */
  private double reflector(double[] a, int k) {
    double below2 = 0;
    for (int i = k + 2; i < n; i++) {
      below2 += a[i * n + k] * a[i * n + k];
    }
    double first = a[(k + 1) * n + k];
    besides[k] = first;
    if (below2 == 0) {
      return 0;
    }
    double norm = Math.sqrt(first * first + below2);
    double image = first > 0 ? -norm : norm;
    besides[k] = image;
    a[(k + 1) * n + k] = first - image;
    return 2 / ((first - image) * (first - image) + below2);
  }

  /** B ← H·B·H on what lies below and right of k, of which the lower triangle counts. */
  private void reflect(double[] a, int k, double s, double[] p) {
    double pv = 0;
    for (int i = k + 1; i < n; i++) {
      p[i] = 0;
    }
    for (int i = k + 1; i < n; i++) {
      double vi = a[i * n + k];
      double sum = a[i * n + i] * vi;
      for (int j = k + 1; j < i; j++) {
        sum += a[i * n + j] * a[j * n + k];
        p[j] += a[i * n + j] * vi;
      }
      p[i] += sum;
    }
    for (int i = k + 1; i < n; i++) {
      p[i] *= s;
      pv += p[i] * a[i * n + k];
    }
    for (int i = k + 1; i < n; i++) {
      p[i] -= s / 2 * pv * a[i * n + k];
    }
    for (int i = k + 1; i < n; i++) {
      double vi = a[i * n + k];
      for (int j = k + 1; j <= i; j++) {
        a[i * n + j] -= vi * p[j] + p[i] * a[j * n + k];
      }
    }
  }

  /** Qᵀ ← Qᵀ·H_k. */
  private void accumulate(double[] a, int k, double s) {
    for (int i = k + 1; i < n; i++) {
      double product = 0;
      for (int j = k + 1; j < n; j++) {
        product += vectors[i * n + j] * a[j * n + k];
      }
      for (int j = k + 1; j < n; j++) {
        vectors[i * n + j] -= s * product * a[j * n + k];
      }
    }
  }

  private void diagonalise(int l) {
    for (int iteration = 0; ; iteration++) {
      int m = l;
      while (m < n - 1 && !negligible(m, iteration)) {
        m++;
      }
      if (m == l) {
        return;
      }
      if (iteration == ITERATIONS) {
        throw new EigenException(n);
      }
      sweep(l, m);
    }
  }

  private boolean negligible(int m, int iteration) {
    double size = Math.abs(values[m]) + Math.abs(values[m + 1]);
    return Math.abs(besides[m]) <= ROUNDOFF * (iteration < BY_NEIGHBOURS ? size : largest);
  }

  /** One QL step on rows l to m, shifted by the eigenvalue of the leading two that is nearer. */
  private void sweep(int l, int m) {
    double g = (values[l + 1] - values[l]) / (2 * besides[l]);
    g = values[m] - values[l] + besides[l] / (g + Math.copySign(Math.hypot(g, 1), g));
    double sine = 1;
    double cosine = 1;
    double p = 0;
    for (int i = m - 1; i >= l; i--) {
      double f = sine * besides[i];
      double b = cosine * besides[i];
      double r = Math.hypot(f, g);
      besides[i + 1] = r;
      if (r == 0) {
        values[i + 1] -= p;
        besides[m] = 0;
        return;
      }
      sine = f / r;
      cosine = g / r;
      g = values[i + 1] - p;
      double t = (values[i] - g) * sine + 2 * cosine * b;
      p = sine * t;
      values[i + 1] = g + p;
      g = cosine * t - b;
      rotate(i, sine, cosine);
    }
    values[l] -= p;
    besides[l] = g;
    besides[m] = 0;
  }

  /** Rotates rows i and i + 1 of the vectors. */
  private void rotate(int i, double sine, double cosine) {
    int upper = i * n;
    int lower = upper + n;
    for (int j = 0; j < n; j++) {
      double x = vectors[upper + j];
      double y = vectors[lower + j];
      vectors[upper + j] = cosine * x - sine * y;
      vectors[lower + j] = sine * x + cosine * y;
    }
  }

  /** By selection: n exchanges of rows at most. */
  private void sort() {
    for (int i = 0; i < n; i++) {
      int least = i;
      for (int j = i + 1; j < n; j++) {
        if (values[j] < values[least]) {
          least = j;
        }
      }
      if (least != i) {
        double value = values[i];
        values[i] = values[least];
        values[least] = value;
        for (int j = 0; j < n; j++) {
          double element = vectors[i * n + j];
          vectors[i * n + j] = vectors[least * n + j];
          vectors[least * n + j] = element;
        }
      }
    }
  }
}
