package org.filbert.solver;

import java.util.ArrayList;
import java.util.List;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * The last directions of descent, and how a block's own one is made conjugate to them. With A the
 * matrix of the normal equations, ⟨u, v⟩ = uᵀAv, and every output for itself:
 *
 * <pre>
 *   t_j = ⟨Δ, s_j⟩ / ⟨s_j, s_j⟩     s = Δ - Σ_j t_j s_j     a = gᵀΔ / ⟨s, s⟩     w += a·s
 * </pre>
 *
 * <p>where g is the negative gradient, which is orthogonal to the s_j. Since ⟨s, s⟩ ≤ ⟨Δ, Δ⟩ the
 * objective falls by (gᵀΔ)²/⟨s, s⟩, at least as much as by Δ alone.
 *
 * <p>Notay. Flexible conjugate gradients. SIAM J. Sci. Comput. 22, 2000.
 */
record Directions(List<Direction> last) {
  /** Directions that are remembered: more than these hardly speed it up. */
  static final int MOST = 10;

  /**
   * Of ⟨Δ, Δ⟩: where less is left of it, Δ is hardly a new direction. Near the minimum rounding
   * brings that about, and would be amplified: that output forgets its directions and takes Δ as it
   * is.
   */
  private static final double NEW = 0.01;

  /**
   * A direction s of w, p×k.
   *
   * @param curvature ⟨s, s⟩ of every output; 0 where it is forgotten
   */
  record Direction(Matrix s, double[] curvature) {
    Direction without(int output) {
      double[] rest = curvature.clone();
      rest[output] = 0;
      return new Direction(s, rest);
    }
  }

  /**
   * A step of w and what it is made of.
   *
   * @param conjugation t_j of every output, a row for each direction that was remembered
   * @param lengths a of every output
   * @param w the coefficients after the step
   * @param directions with s, and without the oldest if they were {@value #MOST}
   */
  record Step(Matrix conjugation, double[] lengths, Matrix w, Directions directions) {}

  static Directions none() {
    return new Directions(List.of());
  }

  /**
   * ⟨Δ, s_j⟩ of every output, a row for each direction, and ⟨Δ, Δ⟩ in the last row: what the
   * penalty has of them by the coefficients alone, and the workers' parts.
   *
   * @param from the block's first column
   */
  Matrix products(int from, Matrix delta, ColumnPenalty penalty, List<Matrix> parts) {
    Matrix dots = dots(from, delta);
    double[] sums = penalty.timesIdentity(dots);
    for (Matrix part : parts) {
      double[] summands = part.toArray();
      for (int i = 0; i < sums.length; i++) {
        sums[i] += summands[i];
      }
    }
    return Matrix.of(Precision.DOUBLE, dots.rows(), dots.cols(), sums);
  }

  /** Δᵀs_j of every output on a block's columns, a row for each direction, and ΔᵀΔ below. */
  private Matrix dots(int from, Matrix delta) {
    Matrix dots = Matrix.zeros(Precision.DOUBLE, last.size() + 1, delta.cols());
    for (int j = 0; j < last.size(); j++) {
      Matrix own = last.get(j).s().rows(from, from + delta.rows());
      dots.write(j, j + 1, ByColumn.dots(delta, own));
    }
    dots.write(last.size(), last.size() + 1, ByColumn.dots(delta, delta));
    return dots;
  }

  /**
   * The step from w along a block's Δ.
   *
   * @param from the block's first column
   * @param slope gᵀΔ of every output
   * @param products as {@link #products} gives them
   */
  Step step(Matrix w, int from, Matrix delta, double[] slope, Matrix products) {
    int k = delta.cols();
    Matrix t = Matrix.zeros(Precision.DOUBLE, last.size(), k);
    double[] curvature = new double[k];
    double[] lengths = new double[k];
    List<Direction> remembered = new ArrayList<>(last);
    for (int c = 0; c < k; c++) {
      double whole = products.get(last.size(), c);
      double left = whole - conjugate(c, products, t);
      if (left < NEW * whole) {
        forget(c, t, remembered);
        left = whole;
      }
      curvature[c] = left;
      lengths[c] = left > 0 ? slope[c] / left : 0;
    }
    Matrix s = Matrix.zeros(Precision.DOUBLE, w.rows(), k);
    s.rows(from, from + delta.rows()).assign(delta);
    for (int j = 0; j < last.size(); j++) {
      ByColumn.subtract(s, t.row(j), last.get(j).s());
    }
    Matrix moved = w.copy(Precision.DOUBLE);
    ByColumn.add(moved, lengths, s);
    remembered.add(new Direction(s, curvature));
    int first = Math.max(0, remembered.size() - MOST);
    return new Step(
        t,
        lengths,
        moved,
        new Directions(List.copyOf(remembered.subList(first, remembered.size()))));
  }

  /** Sets t of one output; answers Σ t_j ⟨Δ, s_j⟩, what ⟨Δ, Δ⟩ loses by it. */
  private double conjugate(int c, Matrix products, Matrix t) {
    double lost = 0;
    for (int j = 0; j < last.size(); j++) {
      double curvature = last.get(j).curvature()[c];
      if (curvature > 0) {
        t.set(j, c, products.get(j, c) / curvature);
        lost += t.get(j, c) * products.get(j, c);
      }
    }
    return lost;
  }

  private static void forget(int c, Matrix t, List<Direction> directions) {
    for (int j = 0; j < directions.size(); j++) {
      t.set(j, c, 0);
      directions.set(j, directions.get(j).without(c));
    }
  }
}
