package org.filbert.online.recursive;

import java.util.ArrayList;
import java.util.List;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Cholesky;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.NotPositiveDefiniteException;
import org.filbert.linalg.Precision;
import org.filbert.linalg.SpdFactor;

/**
 * An expert of so many features that its coefficients do not follow every batch. W is solved for
 * when a fifth of the rows that it knows has come since. As long as A has no rows, in the space of
 * the rows:
 *
 * <pre>
 *   W = Ẑᵀ (ẐẐᵀ + f^-n δI)⁻¹ Ŷ       after n rows
 * </pre>
 *
 * <p>An expert that is spread over the workers is on all of them, each with its {@link Share} of A.
 * Its home alone predicts, and solves for W with the shares of the others.
 *
 * @param w W; of a share elsewhere, 0
 * @param since rows since W was solved for
 * @param share this worker's
 */
record LargeExpert(Sums sums, Matrix w, int since, Share share) implements Expert {
  /**
   * A worker's share of an expert.
   *
   * @param home whether the worker is the expert's home
   * @param whole whether there are no other shares
   */
  record Share(boolean home, boolean whole) {
    static final Share ALL = new Share(true, true);
  }

  static LargeExpert start(ExpertOptions options, int columns, Precision precision) {
    return start(options, columns, precision, Share.ALL, 0, options.features());
  }

  /** A share with some rows of A. */
  static LargeExpert start(
      ExpertOptions options, int columns, Precision precision, Share share, int from, int to) {
    int p = options.features();
    return new LargeExpert(
        Sums.start(p, from, to, columns, options.room(), precision),
        Sums.zeros(p, columns),
        0,
        share);
  }

  /** With what a former share has of this one: rows of A, and at the expert's home all else. */
  LargeExpert with(LargeExpert former) {
    Sums joined = sums.takenOver(former.sums);
    return share.home() && former.share.home()
        ? new LargeExpert(joined, former.w, former.since, share)
        : new LargeExpert(joined, w, since, share);
  }

  /** The first row of A of worker i of P: all of them have about as many elements below. */
  static int first(int features, int worker, int workers) {
    return (int) Math.round(features * Math.sqrt((double) worker / workers));
  }

  @Override
  public LargeExpert widened(int columns) {
    return columns <= sums.columns()
        ? this
        : new LargeExpert(sums.widened(columns), Sums.widened(w, columns), since, share);
  }

  @Override
  public Matrix w(Backend backend) {
    return w.copy(w.precision());
  }

  /** Rows, counted from now on, after which W is solved for; 0 if that is due. */
  int untilSolved(ExpertOptions options, int most) {
    return options.untilSolved(sums.learned(), since, most);
  }

  @Override
  public int room(ExpertOptions options, int most) {
    int room = Math.max(1, options.period() - sums.waiting());
    return share.home() ? Math.max(1, Math.min(room, untilSolved(options, most))) : room;
  }

  @Override
  public LargeExpert learned(
      ExpertOptions options, Lesson lesson, Matrix scores, Backend backend, Scratch scratch) {
    if (share.home()) {
      backend.blas().gemm(false, false, 1, lesson.z(), w, 0, scores);
    }
    int m = lesson.learned();
    if (m == 0) {
      return this;
    }
    double[] factors = lesson.factors(options.memory(), sums.faded());
    Sums next = sums.with(lesson, factors, options.memory());
    if (next.waiting() >= options.period()) {
      next = next.added(backend);
    }
    LargeExpert after = new LargeExpert(next, w, share.home() ? since + m : 0, share);
    if (!share.home() || after.untilSolved(options, 1) > 0) {
      return after;
    }
    if (!next.begun()) {
      solveByRows(options, next, backend);
      return new LargeExpert(next, w, 0, share);
    }
    return share.whole() ? after.added(backend).solved(options, List.of(), backend) : after;
  }

  /** With all rows that wait in A and B. */
  LargeExpert added(Backend backend) {
    return new LargeExpert(sums.added(backend), w, since, share);
  }

  /**
   * With W solved for, with all cores of the process, since the other workers wait meanwhile. No
   * rows wait.
   *
   * @param others rows of A that this worker does not have
   */
  LargeExpert solved(ExpertOptions options, List<Rows> others, Backend backend) {
    int threads = Runtime.getRuntime().availableProcessors();
    List<Rows> all = new ArrayList<>(others);
    all.add(new Rows(sums.from(), sums.a()));
    try (Matrix l = Sums.zeros(w.rows(), w.rows())) {
      write(all, l);
      w.assign(sums.b());
      Cholesky cholesky = new Cholesky(backend, threads);
      if (isFactorised(options, l, cholesky)) {
        cholesky.solve(l, w);
      } else {
        write(all, l);
        new SpdFactor(l, options.ridge(), backend, threads).solve(w); // with jitter
      }
    } catch (NotPositiveDefiniteException e) {
      throw Sums.refused(options, e);
    }
    return new LargeExpert(sums, w, 0, share);
  }

  private static void write(List<Rows> all, Matrix a) {
    for (Rows rows : all) {
      a.rows(rows.from(), rows.to()).columns(0, rows.to()).assign(rows.a());
    }
  }

  /** l ← the Cholesky factor of l + δI, if there is one. */
  private static boolean isFactorised(ExpertOptions options, Matrix l, Cholesky cholesky) {
    for (int i = 0; i < l.rows(); i++) {
      l.set(i, i, l.get(i, i) + options.ridge());
    }
    try {
      cholesky.factorise(l);
      return true;
    } catch (NotPositiveDefiniteException e) {
      return false;
    }
  }

  /** Some rows of A, up to the diagonal. */
  record Rows(int from, Matrix a) {
    int to() {
      return from + a.rows();
    }
  }

  private void solveByRows(ExpertOptions options, Sums rows, Backend backend) {
    int n = rows.waiting();
    try (Matrix gram = Sums.zeros(n, n);
        Matrix z = rows.waitingZ().copy(w.precision());
        Matrix dual = rows.waitingY().copy(w.precision())) {
      backend.blas().syrk(false, 1, z, 0, gram);
      Sums.factorise(options, options.ridge() / rows.faded(), gram, backend);
      backend.blas().solveCholesky(gram, dual);
      backend.blas().gemm(true, false, 1, z, dual, 0, w);
    }
  }
}
