package org.filbert.it;

import org.filbert.linalg.Backend;
import org.filbert.linalg.Blas;
import org.filbert.linalg.ForwardingBlas;
import org.filbert.linalg.Matrix;

/** A BLAS that may fail whenever a system was solved or a matrix multiplied with a transpose. */
final class FailingBlas extends ForwardingBlas {
  private final Injection injection;

  private FailingBlas(Blas blas, Injection injection) {
    super(blas);
    this.injection = injection;
  }

  /** The same numerics, which may fail. */
  static Backend in(Backend real, Injection injection) {
    return new Backend(new FailingBlas(real.blas(), injection), real.math());
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
    super.gemm(transposeA, transposeB, alpha, a, b, beta, c);
    if (transposeA) {
      injection.mayFail();
    }
  }

  @Override
  public void trsm(boolean right, boolean transpose, Matrix l, Matrix b) {
    super.trsm(right, transpose, l, b);
    if (!right) {
      injection.mayFail();
    }
  }

  @Override
  public void solveCholesky(Matrix l, Matrix b) {
    super.solveCholesky(l, b);
    injection.mayFail();
  }
}
