package org.filbert.it;

import org.filbert.linalg.Backend;
import org.filbert.linalg.Blas;
import org.filbert.linalg.ForwardingBlas;
import org.filbert.linalg.Matrix;

/** A BLAS that may fail after a system is solved or a matrix is multiplied by a transpose. */
final class FailingBlas extends ForwardingBlas {
  private final Runnable injection;

  private FailingBlas(Blas blas, Runnable injection) {
    super(blas);
    this.injection = injection;
  }

  /**
   * Numerics that may fail.
   *
   * @param injection runs after some of the operations
   */
  static Backend in(Backend real, Runnable injection) {
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
      injection.run();
    }
  }

  @Override
  public void trsm(boolean right, boolean transpose, Matrix l, Matrix b) {
    super.trsm(right, transpose, l, b);
    if (!right) {
      injection.run();
    }
  }

  @Override
  public void solveCholesky(Matrix l, Matrix b) {
    super.solveCholesky(l, b);
    injection.run();
  }
}
