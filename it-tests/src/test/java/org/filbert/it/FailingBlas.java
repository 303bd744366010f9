package org.filbert.it;

import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;

/** A BLAS that may fail whenever a system was solved or a matrix multiplied with a transpose. */
record FailingBlas(Blas blas, Injection injection) implements Blas {

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
    blas.gemm(transposeA, transposeB, alpha, a, b, beta, c);
    if (transposeA) {
      injection.mayFail();
    }
  }

  @Override
  public void syrk(double alpha, Matrix a, double beta, Matrix c) {
    blas.syrk(alpha, a, beta, c);
  }

  @Override
  public void cholesky(Matrix a) {
    blas.cholesky(a);
  }

  @Override
  public void solveCholesky(Matrix l, Matrix b) {
    blas.solveCholesky(l, b);
    injection.mayFail();
  }
}
