package org.filbert.linalg;

import org.filbert.cost.Meter;

/**
 * Counts the floating-point operations of another BLAS: 2mnk of a product of m×k and k×n matrices,
 * n²k of a symmetric one, n³/3 of a Cholesky factorisation, n²k of a triangular solve, 9n³ of an
 * eigensystem.
 */
final class CountingBlas extends ForwardingBlas {
  private final Meter meter;

  CountingBlas(Blas blas, Meter meter) {
    super(blas);
    this.meter = meter;
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
    meter.count(2.0 * c.rows() * c.cols() * (transposeA ? a.rows() : a.cols()));
  }

  @Override
  public void syrk(boolean transpose, double alpha, Matrix a, double beta, Matrix c) {
    super.syrk(transpose, alpha, a, beta, c);
    meter.count((double) c.rows() * c.rows() * (transpose ? a.rows() : a.cols()));
  }

  @Override
  public void trsm(boolean right, boolean transpose, Matrix l, Matrix b) {
    super.trsm(right, transpose, l, b);
    meter.count((double) l.rows() * b.rows() * b.cols());
  }

  @Override
  public void cholesky(Matrix a) {
    super.cholesky(a);
    meter.count((double) a.rows() * a.rows() * a.rows() / 3);
  }

  @Override
  public double[] eigen(Matrix a) {
    double[] values = super.eigen(a);
    meter.count(9.0 * a.rows() * a.rows() * a.rows());
    return values;
  }

  @Override
  public void solveCholesky(Matrix l, Matrix b) {
    super.solveCholesky(l, b);
    meter.count(2.0 * l.rows() * l.rows() * b.cols());
  }
}
