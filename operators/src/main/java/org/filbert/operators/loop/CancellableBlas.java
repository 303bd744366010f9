package org.filbert.operators.loop;

import java.util.function.BooleanSupplier;
import org.apache.flink.runtime.execution.CancelTaskException;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Blas;
import org.filbert.linalg.ForwardingBlas;
import org.filbert.linalg.Matrix;

/**
 * A BLAS that refuses calls once the task is cancelled. Kernels and factorisations call it for each
 * tile, so a long superstep ends soon on all of its threads.
 */
final class CancellableBlas extends ForwardingBlas {
  private final BooleanSupplier cancelled;

  private CancellableBlas(Blas blas, BooleanSupplier cancelled) {
    super(blas);
    this.cancelled = cancelled;
  }

  /** The same numerics until the task is cancelled. */
  static Backend in(Backend real, BooleanSupplier cancelled) {
    return new Backend(new CancellableBlas(real.blas(), cancelled), real.math());
  }

  private void check() {
    if (cancelled.getAsBoolean()) {
      throw new CancelTaskException("cancelled during a superstep");
    }
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
    check();
    super.gemm(transposeA, transposeB, alpha, a, b, beta, c);
  }

  @Override
  public void syrk(boolean transpose, double alpha, Matrix a, double beta, Matrix c) {
    check();
    super.syrk(transpose, alpha, a, beta, c);
  }

  @Override
  public void trsm(boolean right, boolean transpose, Matrix l, Matrix b) {
    check();
    super.trsm(right, transpose, l, b);
  }

  @Override
  public void cholesky(Matrix a) {
    check();
    super.cholesky(a);
  }

  @Override
  public void solveCholesky(Matrix l, Matrix b) {
    check();
    super.solveCholesky(l, b);
  }
}
