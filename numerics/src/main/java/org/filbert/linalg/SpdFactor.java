package org.filbert.linalg;

import java.util.Arrays;

/**
 * A Cholesky factor of a symmetric positive definite A + diag(shift), for solving systems with it.
 * It takes the place of A: the factor lies in the lower triangle and the diagonal, A itself in the
 * strict upper triangle, and the shifted diagonal of A, n doubles, beside them.
 *
 * <p>A factorisation that fails is repeated with more on the diagonal, at most {@value
 * #MORE_ATTEMPTS} times: {@link #jitter} is 10 units of roundoff of the mean diagonal element, in
 * the precision of the elements, at first, and ten times as much from one attempt to the next.
 *
 * <p>In double precision {@link #solve} uses the factor alone. In single precision the factor is
 * the preconditioner of conjugate gradients in double on A + diag(shift), without jitter, whose
 * elements are taken as the exact floats that they are. So the solution has the accuracy of double
 * as long as the factor is good enough for them to converge, up to condition numbers of about 1e8;
 * if they do not, the {@link ConjugateGradients.Solution} says so.
 *
 * <p>Bits do not depend on the number of threads. Not thread-safe.
 */
public final class SpdFactor {
  /** Attempts after the first. */
  static final int MORE_ATTEMPTS = 4;

  private static final double TOLERANCE = 1e-12;
  private static final int ITERATIONS = 60;

  /** Columns of the inverse that are formed together. */
  private static final int COLUMNS = 256;

  private final Matrix matrix;
  private final double[] diagonal;
  private final Cholesky cholesky;
  private final UpperTriangleProduct product;
  private final double jitter;

  /**
   * Factorises. n³/3 operations for each attempt.
   *
   * @param a n × n; its lower triangle is read, all of it is overwritten and belongs to the factor
   * @param shift n numbers to add to the diagonal
   * @param threads of this process that work, the caller's among them; the BLAS should use one
   * @param elements precision to which the elements of A are known, which sets the first jitter:
   *     single for doubles that are sums of floats
   * @throws NotPositiveDefiniteException if the last attempt fails too; A is lost
   * @throws java.util.concurrent.CancellationException if the thread is interrupted
   */
  public SpdFactor(Matrix a, double[] shift, Precision elements, Backend backend, int threads) {
    Operands.cholesky(a);
    if (shift.length != a.rows()) {
      throw new IllegalArgumentException("a shift of " + shift.length + " numbers for " + a);
    }
    this.matrix = a;
    this.cholesky = new Cholesky(backend, threads);
    Triangles triangles = new Triangles(a, threads);
    triangles.copyLowerToUpper();
    this.diagonal = new double[shift.length];
    for (int i = 0; i < shift.length; i++) {
      diagonal[i] = a.get(i, i) + shift[i];
    }
    this.product = new UpperTriangleProduct(a, diagonal, backend, threads);
    this.jitter = factorise(triangles, Math.max(elements.roundoff(), a.precision().roundoff()));
  }

  /** Factorises a matrix whose elements have the accuracy of their precision. */
  public SpdFactor(Matrix a, double[] shift, Backend backend, int threads) {
    this(a, shift, a.precision(), backend, threads);
  }

  /** Factorises A with the same number added to the whole diagonal. */
  public SpdFactor(Matrix a, double shift, Backend backend, int threads) {
    this(a, filled(a.rows(), shift), backend, threads);
  }

  private static double[] filled(int length, double value) {
    double[] values = new double[length];
    Arrays.fill(values, value);
    return values;
  }

  private double factorise(Triangles triangles, double roundoff) {
    double next = 10 * roundoff * Arrays.stream(diagonal).average().orElse(0);
    double added = 0;
    for (int attempt = 1; ; attempt++) {
      for (int i = 0; i < diagonal.length; i++) {
        matrix.set(i, i, diagonal[i] + added);
      }
      try {
        cholesky.factorise(matrix);
        return added;
      } catch (NotPositiveDefiniteException e) {
        if (attempt > MORE_ATTEMPTS || !(next > 0)) {
          throw e.after(attempt, added);
        }
        added = next;
        next *= 10;
        triangles.copyUpperToLower();
      }
    }
  }

  /** A + diag(shift) in double, as a new matrix. */
  public Matrix matrix() {
    Matrix copy = matrix.copy(Precision.DOUBLE);
    new Triangles(copy, 1).copyUpperToLower();
    for (int i = 0; i < diagonal.length; i++) {
      copy.set(i, i, diagonal[i]);
    }
    return copy;
  }

  /**
   * B - (A + diag(shift))·X as a new matrix, for doubles X and B (n × k); without jitter. 2n²k
   * operations.
   */
  public Matrix residual(Matrix x, Matrix b) {
    Matrix residual = Matrix.zeros(Precision.DOUBLE, b.rows(), b.cols());
    product.multiply(x, residual);
    double[] values = residual.toArray();
    double[] right = b.toArray();
    Arrays.setAll(values, i -> right[i] - values[i]);
    residual.write(0, b.rows(), values);
    return residual;
  }

  /** The number that was added to the diagonal so that the factor exists; 0 if none. */
  public double jitter() {
    return jitter;
  }

  /**
   * B ← (A + diag(shift))⁻¹·B, for doubles B (n × k); a double factor includes its jitter. 2n²k
   * operations, 4n²k for each iteration; the memory of an iteration is 8n·k doubles and a tile in
   * double for each thread.
   *
   * <p>Iterations end at a relative residual of {@value #TOLERANCE}, or where rounding in double
   * stops them, or after {@value #ITERATIONS}.
   */
  public ConjugateGradients.Solution solve(Matrix b) {
    if (b.precision() != Precision.DOUBLE || b.rows() != diagonal.length) {
      throw new IllegalArgumentException(
          "right-hand sides " + b + " for " + matrix + "; they must be double and fit");
    }
    if (matrix.precision() == Precision.DOUBLE) {
      cholesky.solve(matrix, b);
      return new ConjugateGradients.Solution(0, 0);
    }
    return new ConjugateGradients(product::multiply, this::precondition, b, TOLERANCE, ITERATIONS)
        .solve();
  }

  /**
   * bᵀ(A + diag(shift))⁻¹b = ‖L⁻¹b‖² of each column b of B (n × m), by the factor alone: with its
   * jitter, and in its precision. n²m operations.
   */
  public double[] forms(Matrix b) {
    try (Matrix half = b.copy(matrix.precision())) {
      cholesky.forward(matrix, half);
      return half.columnNorms2();
    }
  }

  /**
   * Elements (i, i) of (A + diag(shift))⁻¹, as {@link #forms} of the identity's columns. Of a
   * column only what is below its first 1 is solved for: n² operations for each at most, a third of
   * that on average.
   *
   * @param rows i, ascending
   */
  public double[] inverseDiagonal(int[] rows) {
    int n = diagonal.length;
    double[] elements = new double[rows.length];
    for (int from = 0; from < rows.length; from += COLUMNS) {
      int to = Math.min(from + COLUMNS, rows.length);
      int first = rows[from];
      try (Matrix half = Matrix.zeros(matrix.precision(), n - first, to - from)) {
        for (int j = from; j < to; j++) {
          half.set(rows[j] - first, j - from, 1);
        }
        cholesky.forward(matrix.rows(first, n).columns(first, n), half);
        System.arraycopy(half.columnNorms2(), 0, elements, from, to - from);
      }
    }
    return elements;
  }

  /** z ← (L·Lᵀ)⁻¹·r, in single precision. */
  private void precondition(Matrix r, Matrix z) {
    try (Matrix rounded = r.copy(Precision.SINGLE)) {
      cholesky.solve(matrix, rounded);
      z.assign(rounded);
    }
  }
}
