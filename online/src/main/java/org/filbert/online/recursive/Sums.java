package org.filbert.online.recursive;

import org.filbert.data.RefusedException;
import org.filbert.linalg.Backend;
import org.filbert.linalg.GramSum;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.NotPositiveDefiniteException;
import org.filbert.linalg.Precision;

/**
 * The sums A and B of an {@link Expert}. Rows wait in Ẑ and Ŷ before they are added, multiplied by
 * the square root of what A will be multiplied by less than they will:
 *
 * <pre>
 *   A + δI = f^n (A₀ + f^-n δI + ẐᵀẐ)       after n rows
 * </pre>
 *
 * @param a A before the rows that wait, lower triangle; of an expert that is spread over workers
 *     some rows of it, up to the diagonal
 * @param from the first of these rows
 * @param b B before the rows that wait
 * @param z Ẑ, and room for more
 * @param y Ŷ, and room for more
 * @param waiting number of rows that wait
 * @param faded f to the power of this number
 * @param learned rows that have been learned from, faded as A is
 * @param begun whether A has rows
 */
record Sums(
    Matrix a,
    int from,
    Matrix b,
    Matrix z,
    Matrix y,
    int waiting,
    double faded,
    double learned,
    boolean begun) {
  /**
   * Sums of no rows.
   *
   * @param from first row of A
   * @param to end of its rows
   * @param room number of rows that may wait
   * @param precision of these
   */
  static Sums start(int features, int from, int to, int columns, int room, Precision precision) {
    return new Sums(
        zeros(to - from, to),
        from,
        zeros(features, columns),
        Matrix.zeros(precision, room, features),
        zeros(room, columns),
        0,
        1,
        0,
        false);
  }

  static Matrix zeros(int rows, int cols) {
    return Matrix.zeros(Precision.DOUBLE, rows, cols);
  }

  int room() {
    return z.rows();
  }

  int columns() {
    return b.cols();
  }

  Sums widened(int columns) {
    return new Sums(
        a, from, widened(b, columns), z, widened(y, columns), waiting, faded, learned, begun);
  }

  /** A copy with further columns of zeros; closes the narrow one. */
  static Matrix widened(Matrix narrow, int columns) {
    Matrix wide = zeros(narrow.rows(), columns);
    wide.columns(0, narrow.cols()).assign(narrow);
    narrow.close();
    return wide;
  }

  /**
   * With the rows of A that former sums of the same expert have of these, and with their B and what
   * waits, which all of the expert's sums have alike.
   */
  Sums takenOver(Sums former) {
    int first = Math.max(from, former.from);
    int end = Math.min(from + a.rows(), former.from + former.a.rows());
    if (first < end) {
      Matrix known = former.a.rows(first - former.from, end - former.from);
      a.rows(first - from, end - from).columns(0, end).assign(known.columns(0, end));
    }
    former.a.close();
    return new Sums(
        a,
        from,
        former.b,
        former.z,
        former.y,
        former.waiting,
        former.faded,
        former.learned,
        former.begun);
  }

  /** The rows that wait. */
  Matrix waitingZ() {
    return z.rows(0, waiting);
  }

  Matrix waitingY() {
    return y.rows(0, waiting);
  }

  /**
   * With rows that wait, for which there is room.
   *
   * @param factors of the rows, see {@link Lesson#factors}
   * @param memory f
   */
  Sums with(Lesson lesson, double[] factors, double memory) {
    int to = waiting + lesson.learned();
    lesson.features(factors, z.rows(waiting, to));
    lesson.targets(factors, y.rows(waiting, to));
    double power = faded;
    double known = learned;
    for (int i = 0; i < lesson.learned(); i++) {
      power *= memory;
      known = memory * known + 1;
    }
    return new Sums(a, from, b, z, y, to, power, known, begun);
  }

  /**
   * With all rows that wait in A and B. Those in single precision are added by all cores of the
   * process, since the other workers soon wait for this one.
   */
  Sums added(Backend backend) {
    if (waiting == 0) {
      return this;
    }
    if (z.precision() == Precision.SINGLE) {
      int threads = Runtime.getRuntime().availableProcessors();
      new GramSum(backend, threads).add(faded, waitingZ(), from, a);
      try (Matrix rows = waitingZ().copy(b.precision())) {
        backend.blas().gemm(true, false, faded, rows, waitingY(), faded, b);
      }
    } else {
      Matrix rows = waitingZ();
      Matrix own = rows.columns(from, a.cols());
      backend.blas().syrk(true, faded, own, faded, a.columns(from, a.cols()));
      if (from > 0) {
        Matrix left = a.columns(0, from);
        backend.blas().gemm(true, false, faded, own, rows.columns(0, from), faded, left);
      }
      backend.blas().gemm(true, false, faded, rows, waitingY(), faded, b);
    }
    return new Sums(a, from, b, z, y, 0, 1, learned, true);
  }

  /** l ← the Cholesky factor of A + δI, of which no rows wait; lower triangle. */
  void factor(ExpertOptions options, Matrix l, Backend backend) {
    l.assignLower(a);
    factorise(options, options.ridge(), l, backend);
  }

  /** m ← the Cholesky factor of m + δI. */
  static void factorise(ExpertOptions options, double ridge, Matrix m, Backend backend) {
    for (int i = 0; i < m.rows(); i++) {
      m.set(i, i, m.get(i, i) + ridge);
    }
    try {
      backend.blas().cholesky(m);
    } catch (NotPositiveDefiniteException e) {
      throw refused(options, e);
    }
  }

  static RefusedException refused(ExpertOptions options, NotPositiveDefiniteException e) {
    return new RefusedException(
        "the expert with %s cannot be solved for with the ridge %s: %s; a larger ridge helps"
            .formatted(options, options.ridge(), e.getMessage()));
  }
}
