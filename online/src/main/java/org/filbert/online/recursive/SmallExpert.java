package org.filbert.online.recursive;

import org.filbert.data.RefusedException;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.NotPositiveDefiniteException;
import org.filbert.linalg.Precision;

/**
 * An expert whose coefficients follow every row. A + δI = L·Lᵀ is factorised every 64 rows, and
 * when f to the power of the rows since then is below 0.2. Features are seen in the basis in which
 * that matrix is I, where a row is v = L⁻¹z and the coefficients are C = LᵀW. H has a row for each
 * row since the factor, such that
 *
 * <pre>
 *   (I + VᵀV + …)⁻¹ = I - HᵀH
 * </pre>
 *
 * <p>All predictions of a batch come at once. Of its rows V (m × p) with targets Y
 *
 * <pre>
 *   T = V Hᵀ      I + V Vᵀ - T Tᵀ = R Rᵀ      G = R⁻¹ (V - T H)      q = R⁻¹ (Y - V C)
 *
 *   y_i - R_ii q_i                     predicts row i after the rows before it
 *   v C + Σ (G v)_i q_i                likewise a row v without targets, over the rows i before it
 *
 *   H ← H, G      C ← C + Gᵀ q
 * </pre>
 *
 * <p>R is a Cholesky factor, so its first rows are those of the first rows alone. Row i is
 * multiplied by f^(-n/2), n being the rows since the factor; so δ fades with A, to a fifth at most,
 * until the next factor has all of it. A batch costs O(p²) for each row, for L, and O(p) for each
 * pair of rows since the factor.
 *
 * @param l L
 * @param c C
 * @param h H, and room for more rows; it has as many as wait
 */
record SmallExpert(Sums sums, Matrix l, Matrix c, Matrix h) implements Expert {
  static SmallExpert start(ExpertOptions options, int columns) {
    int p = options.features();
    Matrix l = Sums.zeros(p, p);
    for (int i = 0; i < p; i++) {
      l.set(i, i, Math.sqrt(options.ridge()));
    }
    return new SmallExpert(
        Sums.start(p, 0, p, columns, options.room(), Precision.DOUBLE),
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
  public Matrix w(Backend backend) {
    Matrix w = c.copy(c.precision());
    backend.blas().trsm(false, true, l, w);
    return w;
  }

  @Override
  public int room(ExpertOptions options, int most) {
    return Math.max(1, period(options) - sums.waiting());
  }

  /** Rows from a factor to the next; states of earlier versions have less room for them. */
  private int period(ExpertOptions options) {
    return Math.min(options.period(), sums.room());
  }

  @Override
  public SmallExpert learned(
      ExpertOptions options, Lesson lesson, Matrix scores, Backend backend, Scratch scratch) {
    Blas blas = backend.blas();
    boolean all = lesson.learned() == lesson.rows();
    Matrix others = lesson.unlabelled(scratch);
    blas.trsm(true, true, l, others);
    Matrix found = scratch.take(others.rows(), c.cols());
    blas.gemm(false, false, 1, others, c, 0, found);
    InOrder inOrder = new InOrder(lesson, found.toArray());
    if (lesson.learned() == 0) {
      inOrder.write(scores);
      return this;
    }
    double[] factors = lesson.factors(options.memory(), sums.faded());
    Sums next = sums.with(lesson, factors, options.memory());
    boolean factorised = next.waiting() >= period(options);
    Matrix q = scratch.take(lesson.learned(), c.cols());
    Matrix r = follow(options, next, q, !(factorised && all), blas, scratch);
    Matrix v = h.rows(sums.waiting(), next.waiting());
    if (!all) {
      Matrix g = scratch.take(others.rows(), v.rows());
      blas.gemm(false, true, 1, others, v, 0, g);
      inOrder.unlabelled(g.toArray(), q.toArray());
    }
    inOrder.labelled(r.toArray(), q.toArray(), factors);
    inOrder.write(scores);
    if (!factorised) {
      blas.gemm(true, false, 1, v, q, 1, c);
      return new SmallExpert(next, l, c, h);
    }
    Sums known = next.added(backend);
    known.factor(options, l, backend);
    c.assign(known.b());
    blas.trsm(false, false, l, c);
    return new SmallExpert(known, l, c, h);
  }

  /**
   * R, and H after further rows.
   *
   * @param next with these rows
   * @param q becomes q
   * @param isUsed whether anybody looks at H then
   */
  private Matrix follow(
      ExpertOptions options, Sums next, Matrix q, boolean isUsed, Blas blas, Scratch scratch) {
    int n = sums.waiting();
    int m = next.waiting() - n;
    Matrix before = h.rows(0, n);
    Matrix v = h.rows(n, n + m);
    v.assign(next.z().rows(n, n + m));
    blas.trsm(true, true, l, v);
    q.assign(next.y().rows(n, n + m));
    blas.gemm(false, false, -1, v, c, 1, q);
    Matrix r = scratch.take(m, m);
    double[] identity = new double[m * m];
    for (int i = 0; i < m; i++) {
      identity[i * m + i] = 1;
    }
    r.write(0, m, identity);
    blas.syrk(false, 1, v, 1, r);
    if (n > 0) {
      Matrix t = scratch.take(m, n);
      blas.gemm(false, true, 1, v, before, 0, t);
      blas.syrk(false, -1, t, 1, r);
      if (isUsed) {
        blas.gemm(false, false, -1, t, before, 1, v);
      }
    }
    try {
      blas.cholesky(r);
    } catch (NotPositiveDefiniteException e) {
      throw new RefusedException(
          "the expert with %s cannot follow a batch of %s rows: %s; a larger ridge helps"
              .formatted(options, m, e.getMessage()));
    }
    blas.trsm(false, false, r, q);
    if (isUsed) {
      blas.trsm(false, false, r, v);
    }
    return r;
  }
}
