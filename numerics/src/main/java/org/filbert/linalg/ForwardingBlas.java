package org.filbert.linalg;

/** A BLAS that delegates to another one; subclasses override some operations. */
public abstract class ForwardingBlas implements Blas {
  private final Blas blas;

  protected ForwardingBlas(Blas blas) {
    this.blas = blas;
  }

  /** The BLAS that does the work. */
  protected final Blas blas() {
    return blas;
  }

  /** Is called before each operation. */
  protected void before() {}

  /**
   * Is called after each operation.
   *
   * @param flops its floating-point operations: 2mnk of a product of m×k and k×n matrices, n²k of a
   *     symmetric one, n³/3 of a Cholesky factorisation, n²k of a triangular solve, 2n³/3 of an
   *     inverse, 9n³ of an eigensystem
   */
  protected void after(double flops) {}

  @Override
  public String name() {
    return blas.name();
  }

  @Override
  public void setThreads(int threads) {
    blas.setThreads(threads);
  }

  @Override
  public void gemm(
      boolean transposeA,
      boolean transposeB,
      double alpha,
      Matrix a,
      Matrix b,
      double beta,
      Matrix c) {
    before();
    blas.gemm(transposeA, transposeB, alpha, a, b, beta, c);
    after(2.0 * c.rows() * c.cols() * (transposeA ? a.rows() : a.cols()));
  }

  @Override
  public void syrk(boolean transpose, double alpha, Matrix a, double beta, Matrix c) {
    before();
    blas.syrk(transpose, alpha, a, beta, c);
    after((double) c.rows() * c.rows() * (transpose ? a.rows() : a.cols()));
  }

  @Override
  public void trsm(boolean right, boolean transpose, Matrix l, Matrix b) {
    before();
    blas.trsm(right, transpose, l, b);
    after((double) l.rows() * b.rows() * b.cols());
  }

  @Override
  public void cholesky(Matrix a) {
    before();
    blas.cholesky(a);
    after((double) a.rows() * a.rows() * a.rows() / 3);
  }

  @Override
  public double[] eigen(Matrix a) {
    before();
    double[] values = blas.eigen(a);
    after(9.0 * a.rows() * a.rows() * a.rows());
    return values;
  }

  @Override
  public void solveCholesky(Matrix l, Matrix b) {
    before();
    blas.solveCholesky(l, b);
    after(2.0 * l.rows() * l.rows() * b.cols());
  }

  @Override
  public void invertCholesky(Matrix l) {
    before();
    blas.invertCholesky(l);
    after(2.0 * l.rows() * l.rows() * l.rows() / 3);
  }
}
