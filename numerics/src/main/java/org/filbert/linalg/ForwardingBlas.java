package org.filbert.linalg;

/** A BLAS that delegates to another one; subclasses override some operations. */
public abstract class ForwardingBlas implements Blas {
  private final Blas blas;

  protected ForwardingBlas(Blas blas) {
    this.blas = blas;
  }

  /** The BLAS that does the work. It is asked for before every operation on matrices. */
  protected Blas blas() {
    return blas;
  }

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
    blas().gemm(transposeA, transposeB, alpha, a, b, beta, c);
  }

  @Override
  public void syrk(boolean transpose, double alpha, Matrix a, double beta, Matrix c) {
    blas().syrk(transpose, alpha, a, beta, c);
  }

  @Override
  public void trsm(boolean right, boolean transpose, Matrix l, Matrix b) {
    blas().trsm(right, transpose, l, b);
  }

  @Override
  public void cholesky(Matrix a) {
    blas().cholesky(a);
  }

  @Override
  public double[] eigen(Matrix a) {
    return blas().eigen(a);
  }

  @Override
  public void solveCholesky(Matrix l, Matrix b) {
    blas().solveCholesky(l, b);
  }
}
