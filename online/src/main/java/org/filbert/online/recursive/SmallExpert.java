package org.filbert.online.recursive;

import org.filbert.data.RefusedException;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.NotPositiveDefiniteException;

/**
 * An expert whose coefficients follow every row. A + δI = L·Lᵀ is factorised every p/4 rows, and
 * when f to the power of the rows since then is below 1/2. Features are seen in the basis in which
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
 * multiplied by f^(-n/2), n being the rows since the factor; so δ fades with A, by about a half at
 * most, until the next factor has all of it. A batch costs O(p²) for each row, for L, and O(p) for
 * each pair of rows since the factor.
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
  public Matrix w(Backend backend) {
    Matrix w = c.copy(c.precision());
    backend.blas().trsm(false, true, l, w);
    return w;
  }

  @Override
  public int room(ExpertOptions options, int most) {
    return Math.max(1, options.period() - sums.waiting());
  }

  @Override
  public SmallExpert learned(
      ExpertOptions options, Lesson lesson, Matrix scores, Backend backend, Scratch scratch) {
    Matrix basis = scratch.take(lesson.rows(), l.rows());
    basis.assign(lesson.z());
    backend.blas().trsm(true, true, l, basis);
    backend.blas().gemm(false, false, 1, basis, c, 0, scores);
    if (lesson.learned() == 0) {
      return this;
    }
    double[] factors = lesson.factors(options.memory(), sums.faded());
    follow(options, lesson, basis, factors, scores, backend.blas(), scratch);
    Sums next = sums.with(lesson, factors, options.memory());
    if (next.waiting() < options.period()) {
      return new SmallExpert(next, l, c, h);
    }
    Sums all = next.added(backend);
    all.factor(options, l, backend);
    c.assign(all.b());
    backend.blas().trsm(false, false, l, c);
    return new SmallExpert(all, l, c, h);
  }

  /** C and H after a batch, and the scores of its rows after those before. */
  private void follow(
      ExpertOptions options,
      Lesson lesson,
      Matrix basis,
      double[] factors,
      Matrix scores,
      Blas blas,
      Scratch scratch) {
    int m = lesson.learned();
    int n = sums.waiting();
    Matrix before = h.rows(0, n);
    Matrix v = h.rows(n, n + m);
    lesson.labelled(basis, factors, v);
    Matrix r = scratch.take(m, m);
    blas.gemm(false, true, 1, v, v, 0, r);
    for (int i = 0; i < m; i++) {
      r.set(i, i, r.get(i, i) + 1);
    }
    if (n > 0) {
      Matrix t = scratch.take(m, n);
      blas.gemm(false, true, 1, v, before, 0, t);
      blas.gemm(false, true, -1, t, t, 1, r);
      blas.gemm(false, false, -1, t, before, 1, v);
    }
    try {
      blas.cholesky(r);
    } catch (NotPositiveDefiniteException e) {
      throw new RefusedException(
          "the expert with %s cannot follow a batch of %s rows: %s; a larger ridge helps"
              .formatted(options, m, e.getMessage()));
    }
    blas.trsm(false, false, r, v);
    InOrder inOrder = new InOrder(lesson, factors, scores.toArray());
    Matrix q = scratch.take(m, c.cols());
    q.write(0, m, inOrder.residuals());
    blas.trsm(false, false, r, q);
    blas.gemm(true, false, 1, v, q, 1, c);
    if (m < lesson.rows()) {
      Matrix g = scratch.take(lesson.rows(), m);
      blas.gemm(false, true, 1, basis, v, 0, g);
      inOrder.unlabelled(g.toArray(), q.toArray());
    }
    scores.write(0, scores.rows(), inOrder.labelled(r, q.toArray()));
  }
}
