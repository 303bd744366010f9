package org.filbert.online.recursive;

import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;

/**
 * An expert of so many features that its coefficients do not follow every batch. W is solved for
 * when a tenth of the rows that it knows has come since. As long as A has no rows, in the space of
 * the rows:
 *
 * <pre>
 *   W = Ẑᵀ (ẐẐᵀ + f^-n δI)⁻¹ Ŷ       after n rows
 * </pre>
 *
 * @param w W
 * @param since rows since W was solved for
 */
record LargeExpert(Sums sums, Matrix w, int since) implements Expert {
  /** The least power of f that rows wait for. */
  private static final double LEAST = 0.5;

  static LargeExpert start(ExpertOptions options, int columns) {
    int p = options.features();
    return new LargeExpert(Sums.start(p, columns, options.room()), Sums.zeros(p, columns), 0);
  }

  @Override
  public LargeExpert widened(int columns) {
    return columns <= sums.columns()
        ? this
        : new LargeExpert(sums.widened(columns), Sums.widened(w, columns), since);
  }

  @Override
  public Matrix basis(Matrix z, Backend backend, Scratch scratch) {
    return z;
  }

  @Override
  public Matrix coefficients() {
    return w;
  }

  @Override
  public Matrix w(Backend backend) {
    return w.copy(w.precision());
  }

  @Override
  public LargeExpert learned(
      ExpertOptions options, Lesson lesson, Backend backend, Scratch scratch) {
    int m = lesson.rows();
    double fm = StrictMath.pow(options.memory(), m);
    Sums next = sums.with(lesson, fm, backend);
    if (next.faded() < LEAST) {
      next = next.added(backend);
    }
    if (since + m < options.patience(next.learned())) {
      return new LargeExpert(next, w, since + m);
    }
    if (next.begun()) {
      next = next.added(backend);
      solve(options, next, backend);
    } else {
      solveByRows(options, next, backend);
    }
    return new LargeExpert(next, w, 0);
  }

  private void solve(ExpertOptions options, Sums all, Backend backend) {
    try (Matrix l = Sums.zeros(w.rows(), w.rows())) {
      all.factor(options, l, backend);
      w.assign(all.b());
      backend.blas().solveCholesky(l, w);
    }
  }

  private void solveByRows(ExpertOptions options, Sums rows, Backend backend) {
    int n = rows.waiting();
    try (Matrix gram = Sums.zeros(n, n);
        Matrix dual = rows.waitingY().copy(w.precision())) {
      backend.blas().syrk(false, 1, rows.waitingZ(), 0, gram);
      Sums.factorise(options, options.ridge() / rows.faded(), gram, backend);
      backend.blas().solveCholesky(gram, dual);
      backend.blas().gemm(true, false, 1, rows.waitingZ(), dual, 0, w);
    }
  }
}
