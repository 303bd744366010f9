package org.filbert.linalg;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;

/**
 * The largest eigenvalues of a symmetric positive semi-definite matrix A (n × n), and their
 * eigenvectors.
 *
 * @param values descending; rounding may make small ones negative
 * @param vectors an orthonormal one in each row, in double; there may be fewer than values
 */
public record Eigensystem(double[] values, Matrix vectors) {
  /** Additional vectors that a randomised decomposition works with. */
  private static final int MORE = 20;

  private static final int POWER_ITERATIONS = 2;

  /**
   * Computes all of them by a dense solver, in double if that fails in single precision. 9n³
   * operations; the memory of a copy of A.
   *
   * @param a its lower triangle is read
   * @throws EigenException if it fails in double too
   */
  public static Eigensystem of(Matrix a, Backend backend) {
    try {
      return dense(a, a.precision(), backend);
    } catch (EigenException e) {
      if (a.precision() == Precision.DOUBLE) {
        throw e;
      }
      return dense(a, Precision.DOUBLE, backend);
    }
  }

  private static Eigensystem dense(Matrix a, Precision precision, Backend backend) {
    int n = a.rows();
    try (Matrix work = Matrix.zeros(precision, n, n)) {
      work.assignLower(a);
      double[] ascending = backend.blas().eigen(work);
      double[] values = new double[n];
      Matrix vectors = Matrix.zeros(Precision.DOUBLE, n, n);
      for (int i = 0; i < n; i++) {
        values[i] = ascending[n - 1 - i];
        vectors.rows(i, i + 1).assign(work.rows(n - 1 - i, n - i));
      }
      return new Eigensystem(values, vectors);
    }
  }

  /**
   * Computes the first {@code count} by a randomised singular value decomposition with {@value
   * #POWER_ITERATIONS} power iterations: a random Ω of count + {@value #MORE} columns, Q an
   * orthonormal basis of A³·Ω, and the eigensystem of QᵀAQ. Some 8n²·count operations. The smallest
   * values come out a little too small.
   *
   * <p>Halko, Martinsson, Tropp. Finding structure with randomness. SIAM Review 53, 2011,
   * algorithms 4.4 and 5.3.
   *
   * @param a symmetric, all of it
   * @param count at most n
   */
  public static Eigensystem randomised(Matrix a, int count, long seed, Backend backend) {
    int n = a.rows();
    int size = Math.min(n, count + MORE);
    Matrix basis = gaussian(a.precision(), n, size, seed);
    for (int i = 0; i <= POWER_ITERATIONS; i++) {
      Matrix image = product(a, basis, backend);
      basis.close();
      basis = orthonormal(orthonormal(image, backend), backend);
    }
    try (Matrix image = product(a, basis, backend);
        Matrix small = Matrix.zeros(a.precision(), basis.cols(), basis.cols())) {
      backend.blas().gemm(true, false, 1, basis, image, 0, small);
      Eigensystem inner = of(small, backend).first(Math.min(count, basis.cols()));
      try (Matrix left = inner.vectors;
          Matrix right = basis.copy(Precision.DOUBLE)) {
        Matrix vectors = Matrix.zeros(Precision.DOUBLE, left.rows(), n);
        backend.blas().gemm(false, true, 1, left, right, 0, vectors);
        return new Eigensystem(inner.values, vectors);
      }
    } finally {
      basis.close();
    }
  }

  private static Matrix gaussian(Precision precision, int rows, int cols, long seed) {
    UniformRandomProvider draws = Draws.stream(seed, Purpose.RANGE, 0);
    double[] values =
        ZigguratSampler.NormalizedGaussian.of(draws).samples((long) rows * cols).toArray();
    return Matrix.of(precision, rows, cols, values);
  }

  private static Matrix product(Matrix a, Matrix b, Backend backend) {
    Matrix product = Matrix.zeros(a.precision(), a.rows(), b.cols());
    backend.blas().gemm(false, false, 1, a, b, 0, product);
    return product;
  }

  /**
   * An orthonormal basis of what the columns of Y span, Y·U·Λ^(-1/2) with the eigensystem of YᵀY;
   * as exact as Y is well conditioned. Directions with a relative square below 1e-13 are left out.
   * Y is closed.
   */
  private static Matrix orthonormal(Matrix y, Backend backend) {
    try (Matrix exact = y.copy(Precision.DOUBLE);
        Matrix gram = Matrix.zeros(Precision.DOUBLE, y.cols(), y.cols())) {
      Precision precision = y.precision();
      y.close();
      backend.blas().syrk(true, 1, exact, 0, gram);
      Eigensystem eigen = of(gram, backend);
      int rank = 0;
      while (rank < eigen.values.length && eigen.values[rank] > 1e-13 * eigen.values[0]) {
        rank++;
      }
      try (Matrix turn = eigen.vectors;
          Matrix basis = Matrix.zeros(Precision.DOUBLE, exact.rows(), rank)) {
        for (int i = 0; i < rank; i++) {
          double scale = 1 / Math.sqrt(eigen.values[i]);
          turn.write(i, i + 1, Arrays.stream(turn.row(i)).map(value -> value * scale).toArray());
        }
        backend.blas().gemm(false, true, 1, exact, turn.rows(0, rank), 0, basis);
        return basis.copy(precision);
      }
    }
  }

  /** The first few of these values and vectors, in memory of their own. */
  public Eigensystem first(int count) {
    return new Eigensystem(
        Arrays.copyOf(values, count), vectors.rows(0, count).copy(Precision.DOUBLE));
  }
}
