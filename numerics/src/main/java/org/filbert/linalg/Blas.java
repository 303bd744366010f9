package org.filbert.linalg;

/**
 * The dense linear algebra of the solvers. Both operands and the result of one call have the same
 * precision. Implementations are stateless and may be called from several threads.
 */
public interface Blas {
  /** Name as it stands in configurations and reports: {@code openblas}, {@code java}. */
  String name();

  /** How many threads one call may use; 1 unless the implementation can do more. */
  void setThreads(int threads);

  /**
   * C ← a·op(A)·op(B) + b·C, where op transposes if its flag is set. With b = 0 the old content of
   * C is not read.
   */
  void gemm(
      boolean transposeA,
      boolean transposeB,
      double alpha,
      Matrix a,
      Matrix b,
      double beta,
      Matrix c);

  /**
   * The lower triangle of C ← alpha·op(A)·op(A)ᵀ + beta·C: of AᵀA if {@code transpose} is set, else
   * of A·Aᵀ. The strict upper triangle is left alone.
   */
  void syrk(boolean transpose, double alpha, Matrix a, double beta, Matrix c);

  /**
   * Solves a triangular system in place of B: B ← op(L)⁻¹·B, or B ← B·op(L)⁻¹ with L on the right.
   * Of L the lower triangle is read.
   */
  void trsm(boolean right, boolean transpose, Matrix l, Matrix b);

  /**
   * Cholesky factorisation A = L·Lᵀ in place. Reads the lower triangle of A and overwrites it with
   * L; the strict upper triangle is left alone.
   *
   * @throws NotPositiveDefiniteException if a pivot is not positive
   */
  void cholesky(Matrix a);

  /**
   * Eigenvalues, ascending, of a symmetric A (n × n), of which the lower triangle is read. A is
   * overwritten with an orthonormal eigenvector in each row, in the order of the eigenvalues.
   *
   * @throws EigenException if the iterations do not converge, or A has elements that are not
   *     finite; A is lost
   */
  double[] eigen(Matrix a);

  /** Solves L·Lᵀ·X = B in place of B, with L as left by {@link #cholesky}. */
  default void solveCholesky(Matrix l, Matrix b) {
    trsm(false, false, l, b);
    trsm(false, true, l, b);
  }

  /**
   * The lower triangle of (L·Lᵀ)⁻¹ in place of L, as left by {@link #cholesky}; the strict upper
   * triangle is left alone.
   */
  default void invertCholesky(Matrix l) {
    Operands.inverse(l);
    try (Matrix inverse = Matrix.zeros(l.precision(), l.rows(), l.rows())) {
      for (int i = 0; i < l.rows(); i++) {
        inverse.set(i, i, 1);
      }
      solveCholesky(l, inverse);
      l.assignLower(inverse);
    }
  }
}
