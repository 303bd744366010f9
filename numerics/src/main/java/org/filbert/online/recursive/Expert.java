package org.filbert.online.recursive;

import org.filbert.data.RefusedException;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.NotPositiveDefiniteException;
import org.filbert.linalg.Precision;

/**
 * Recursive least squares with exponential forgetting [1]. After a batch of m rows, with features Z
 * (m × p) and targets Y (m × k),
 *
 * <pre>
 *   A ← fᵐ A + ZᵀZ       B ← fᵐ B + ZᵀY       W = (A + δI)⁻¹ B
 * </pre>
 *
 * <p>δ does not fade, so that A + δI stays positive definite however long the stream is silent
 * about a direction. W is solved for with a Cholesky factor every p/4 rows, and before f to the
 * power of the rows since then is below 1/2. In between, W and P = (A + δI)⁻¹ of a small expert
 * follow by Woodbury's formula, in which δ fades with A: by less than a half, until the next factor
 * has all of it.
 *
 * <pre>
 *   Q = f⁻ᵐ Z P       S = I + Q Zᵀ       P ← f⁻ᵐ P - Qᵀ S⁻¹ Q       W ← W + Qᵀ S⁻¹ (Y - Z W)
 * </pre>
 *
 * <p>Rounding does not add up: P is made anew from A, and A itself is a sum. W of a large expert
 * stays as it is between two factors.
 *
 * <p>A and B are brought up to date when W is solved for. Until then the rows wait in Z and Y,
 * multiplied by the square root of what A will be multiplied by less than they will.
 *
 * <p>[1] Haykin. Adaptive filter theory. 5th edition, chapter 10, 2014.
 *
 * @param a A before the rows that wait, lower triangle
 * @param b B before the rows that wait
 * @param w W
 * @param p P, or the Cholesky factor that it is made of; empty for a large expert
 * @param inverse whether p is P
 * @param z rows that wait, and room for more
 * @param y their targets
 * @param waiting number of rows that wait
 * @param faded f to the power of this number
 * @param learned rows that have been learned from, faded as A is
 */
record Expert(
    Matrix a,
    Matrix b,
    Matrix w,
    Matrix p,
    boolean inverse,
    Matrix z,
    Matrix y,
    int waiting,
    double faded,
    double learned) {
  /** The least power of f within which δ may fade. */
  private static final double LEAST = 0.5;

  /** An expert that has learned nothing: W = 0. */
  static Expert start(ExpertOptions options, int columns) {
    int p = options.features();
    int inverse = options.small() ? p : 0;
    return new Expert(
        zeros(p, p),
        zeros(p, columns),
        zeros(p, columns),
        zeros(inverse, inverse),
        false,
        zeros(options.renewal(), p),
        zeros(options.renewal(), columns),
        options.renewal(), // so that the first batch is solved for
        1,
        0);
  }

  private static Matrix zeros(int rows, int cols) {
    return Matrix.zeros(Precision.DOUBLE, rows, cols);
  }

  /** With at least so many columns; further ones are 0, as are the targets of a class so far. */
  Expert widened(int columns) {
    if (columns <= w.cols()) {
      return this;
    }
    return new Expert(
        a,
        widened(b, columns),
        widened(w, columns),
        p,
        inverse,
        z,
        widened(y, columns),
        waiting,
        faded,
        learned);
  }

  private static Matrix widened(Matrix narrow, int columns) {
    Matrix wide = zeros(narrow.rows(), columns);
    wide.columns(0, narrow.cols()).assign(narrow);
    narrow.close();
    return wide;
  }

  /** Z·W, for some rows. */
  Matrix scores(Matrix rows, Backend backend) {
    Matrix scores = zeros(rows.rows(), w.cols());
    backend.blas().gemm(false, false, 1, rows, w, 0, scores);
    return scores;
  }

  /**
   * Learns from a batch. The matrices of this expert are overwritten.
   *
   * @param rows Z
   * @param targets Y
   */
  Expert learned(ExpertOptions options, Matrix rows, Matrix targets, Backend backend) {
    int m = rows.rows();
    double fm = StrictMath.pow(options.memory(), m);
    double known = fm * learned + m;
    if (waiting + m >= options.patience(known) || faded * fm < LEAST) {
      return renewed(options, rows, targets, fm, known, backend);
    }
    boolean inverted = options.small() && follow(options, rows, targets, fm, backend);
    double factor = 1 / Math.sqrt(faded * fm);
    append(rows, factor, z);
    append(targets, factor, y);
    return new Expert(a, b, w, p, inverted, z, y, waiting + m, faded * fm, known);
  }

  private void append(Matrix rows, double factor, Matrix to) {
    double[] values = rows.toArray();
    for (int i = 0; i < values.length; i++) {
      values[i] *= factor;
    }
    to.write(waiting, waiting + rows.rows(), values);
  }

  private Expert renewed(
      ExpertOptions options,
      Matrix rows,
      Matrix targets,
      double fm,
      double known,
      Backend backend) {
    if (learned > 0 && waiting > 0) {
      accumulate(z.rows(0, waiting), y.rows(0, waiting), faded, faded, backend);
    }
    accumulate(rows, targets, 1, fm, backend);
    Matrix factor = options.small() ? p : zeros(a.rows(), a.rows());
    factor(options, factor, backend);
    w.assign(b);
    backend.blas().solveCholesky(factor, w);
    if (!options.small()) {
      factor.close();
    }
    return new Expert(a, b, w, p, false, z, y, 0, 1, known);
  }

  /** A ← fading·A + weight·ZᵀZ, and B likewise. */
  private void accumulate(
      Matrix rows, Matrix targets, double weight, double fading, Backend backend) {
    backend.blas().syrk(true, weight, rows, fading, a);
    backend.blas().gemm(true, false, weight, rows, targets, fading, b);
  }

  private void factor(ExpertOptions options, Matrix factor, Backend backend) {
    factor.assignLower(a);
    for (int i = 0; i < factor.rows(); i++) {
      factor.set(i, i, factor.get(i, i) + options.ridge());
    }
    try {
      backend.blas().cholesky(factor);
    } catch (NotPositiveDefiniteException e) {
      throw new RefusedException(
          "the expert with %s cannot be solved for with the ridge %s: %s; a larger ridge helps"
              .formatted(options, options.ridge(), e.getMessage()));
    }
  }

  /** P and W after a batch. Returns true: p is P then. */
  private boolean follow(
      ExpertOptions options, Matrix rows, Matrix targets, double fm, Backend backend) {
    int m = rows.rows();
    if (!inverse) {
      invert(backend);
    }
    try (Matrix q = zeros(m, p.rows());
        Matrix s = zeros(m, m);
        Matrix residual = targets.copy(Precision.DOUBLE)) {
      backend.blas().gemm(false, false, 1 / fm, rows, p, 0, q);
      backend.blas().gemm(false, true, 1, q, rows, 0, s);
      for (int i = 0; i < m; i++) {
        s.set(i, i, s.get(i, i) + 1);
      }
      backend.blas().cholesky(s);
      backend.blas().gemm(false, false, -1, rows, w, 1, residual);
      backend.blas().solveCholesky(s, residual);
      backend.blas().gemm(true, false, 1, q, residual, 1, w);
      backend.blas().trsm(false, false, s, q);
      backend.blas().gemm(true, false, -1, q, q, 1 / fm, p);
      return true;
    } catch (NotPositiveDefiniteException e) {
      throw new RefusedException(
          "the expert with %s cannot follow a batch of %s rows: %s; a larger ridge helps"
              .formatted(options, m, e.getMessage()));
    }
  }

  /** p, a factor L, becomes (L·Lᵀ)⁻¹. */
  private void invert(Backend backend) {
    try (Matrix identity = zeros(p.rows(), p.rows())) {
      for (int i = 0; i < p.rows(); i++) {
        identity.set(i, i, 1);
      }
      backend.blas().solveCholesky(p, identity);
      p.assign(identity);
    }
  }
}
