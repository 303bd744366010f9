package org.filbert.online.recursive;

import org.filbert.data.RefusedException;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.NotPositiveDefiniteException;

/**
 * An expert whose coefficients follow every batch. A + δI = L·Lᵀ is factorised every p/4 rows, and
 * before f to the power of the rows since then is below 1/2. Features are seen in the basis in
 * which that matrix is I, where a row is v = L⁻¹z and the coefficients are C = LᵀW. A batch with
 * rows V then costs O(p²) each, for L, and O(p) for each row since the factor: H has these, such
 * that
 *
 * <pre>
 *   (I + VᵀV + …)⁻¹ = I - HᵀH
 *
 *   T = V Hᵀ     S = I + V Vᵀ - T Tᵀ = R Rᵀ     H ← H, R⁻¹ (V - T H)     C ← C + (V - T H)ᵀ S⁻¹ (Y - V C)
 * </pre>
 *
 * <p>which is Woodbury's formula. V and Y are multiplied by f^(-n/2), n being the rows since the
 * factor; so δ fades with A, by less than a half, until the next factor has all of it.
 *
 * @param l L
 * @param c C
 * @param h H, and room for more rows; it has as many as wait
 */
record SmallExpert(Sums sums, Matrix l, Matrix c, Matrix h) implements Expert {
  /** The least power of f within which δ may fade. */
  private static final double LEAST = 0.5;

  static SmallExpert start(ExpertOptions options, int columns) {
    int p = options.features();
    Matrix l = Sums.zeros(p, p);
    for (int i = 0; i < p; i++) {
      l.set(i, i, Math.sqrt(options.ridge()));
    }
    return new SmallExpert(
        Sums.start(p, 0, p, columns, options.room()),
        l,
        Sums.zeros(p, columns),
        Sums.zeros(options.room(), p));
  }

  @Override
  public SmallExpert widened(int columns) {
    return columns <= sums.columns()
        ? this
        : new SmallExpert(sums.widened(columns), l, Sums.widened(c, columns), h);
  }

  @Override
  public Matrix basis(Matrix z, Backend backend, Scratch scratch) {
    Matrix v = scratch.take(z.rows(), z.cols());
    v.assign(z);
    backend.blas().trsm(true, true, l, v);
    return v;
  }

  @Override
  public Matrix coefficients() {
    return c;
  }

  @Override
  public Matrix w(Backend backend) {
    Matrix w = c.copy(c.precision());
    backend.blas().trsm(false, true, l, w);
    return w;
  }

  @Override
  public SmallExpert learned(
      ExpertOptions options, Lesson lesson, Backend backend, Scratch scratch) {
    int m = lesson.rows();
    double fm = StrictMath.pow(options.memory(), m);
    if (sums.waiting() + m >= sums.room() || sums.faded() * fm < LEAST) {
      Sums all = sums.with(lesson, fm, backend).added(backend);
      all.factor(options, l, backend);
      c.assign(all.b());
      backend.blas().trsm(false, false, l, c);
      return new SmallExpert(all, l, c, h);
    }
    follow(options, lesson, sums.factor(fm), backend.blas(), scratch);
    return new SmallExpert(sums.with(lesson, fm, backend), l, c, h);
  }

  /** C and H after a batch. */
  private void follow(
      ExpertOptions options, Lesson lesson, double factor, Blas blas, Scratch scratch) {
    int m = lesson.rows();
    int n = sums.waiting();
    Matrix before = h.rows(0, n);
    Matrix v = h.rows(n, n + m);
    Sums.copy(lesson.basis(), factor, v);
    Matrix s = scratch.take(m, m);
    blas.gemm(false, true, 1, v, v, 0, s);
    for (int i = 0; i < m; i++) {
      s.set(i, i, s.get(i, i) + 1);
    }
    if (n > 0) {
      Matrix t = scratch.take(m, n);
      blas.gemm(false, true, 1, v, before, 0, t);
      blas.gemm(false, true, -1, t, t, 1, s);
      blas.gemm(false, false, -1, t, before, 1, v);
    }
    try {
      blas.cholesky(s);
    } catch (NotPositiveDefiniteException e) {
      throw new RefusedException(
          "the expert with %s cannot follow a batch of %s rows: %s; a larger ridge helps"
              .formatted(options, m, e.getMessage()));
    }
    blas.trsm(false, false, s, v);
    Matrix step = scratch.take(m, c.cols());
    Sums.copy(lesson.residuals(), factor, step);
    blas.trsm(false, false, s, step);
    blas.gemm(true, false, 1, v, step, 1, c);
  }
}
