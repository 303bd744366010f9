package org.filbert.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.system.equations.Vector;

/**
 * The last directions of descent, and how a block's own one is made conjugate to them. With ⟨u, v⟩
 * = uᵀAv, and every output for itself:
 *
 * <pre>
 *   t_j = ⟨d, s_j⟩ / ⟨s_j, s_j⟩     s = d - Σ_j t_j s_j     a = gᵀd / ⟨s, s⟩     u += a·s
 * </pre>
 *
 * <p>where g is the negative gradient, which is orthogonal to the s_j. Since ⟨s, s⟩ ≤ ⟨d, d⟩ the
 * objective falls by (gᵀd)²/⟨s, s⟩, at least as much as by d alone.
 *
 * <p>Notay. Flexible conjugate gradients. SIAM J. Sci. Comput. 22, 2000.
 *
 * @param most directions that are remembered
 * @param made directions so far
 * @param last the oldest first
 */
record Directions(int most, int made, List<Direction> last) {
  /**
   * The least share of ⟨d, d⟩ that is left of a new direction. Near the minimum rounding leaves
   * less, and would be amplified: the output then forgets its directions and takes d as it is.
   */
  private static final double NEW = 0.01;

  /**
   * A direction.
   *
   * @param curvature ⟨s, s⟩ of every output; 0 where it is forgotten
   */
  record Direction(Vector s, double[] curvature) {
    Direction without(int output) {
      double[] rest = curvature.clone();
      rest[output] = 0;
      return new Direction(s, rest);
    }
  }

  /**
   * A step of u along a new direction.
   *
   * @param conjugation t_j of every output, a row for each direction that was remembered
   * @param lengths a of every output
   * @param directions with s, and without the oldest if they were too many
   */
  record Step(Matrix conjugation, double[] lengths, Directions directions) {}

  static Directions none(int most) {
    return new Directions(most, 0, List.of());
  }

  List<Vector> vectors() {
    return last.stream().map(Direction::s).toList();
  }

  /** A vector that is none of the remembered ones. */
  Vector fresh() {
    return new Vector("direction " + made % (most + 1));
  }

  List<Vector> andFresh() {
    return Stream.concat(vectors().stream(), Stream.of(fresh())).toList();
  }

  /**
   * The step along a block's d.
   *
   * @param g the block's negative gradient
   * @param products ⟨d, s_j⟩ of every output, a row for each direction, and ⟨d, d⟩ in the last row
   */
  Step step(Matrix g, Matrix d, Matrix products) {
    int k = d.cols();
    double[] slope = dots(g, d);
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
    remembered.add(new Direction(fresh(), curvature));
    List<Direction> kept =
        remembered.subList(Math.max(0, remembered.size() - most), remembered.size());
    return new Step(t, lengths, new Directions(most, made + 1, List.copyOf(kept)));
  }

  /** gᵀd of every output. */
  private static double[] dots(Matrix g, Matrix d) {
    double[] dots = new double[d.cols()];
    double[] a = g.toArray();
    double[] b = d.toArray();
    for (int at = 0; at < a.length; at++) {
      dots[at % dots.length] += a[at] * b[at];
    }
    return dots;
  }

  /** Sets t of one output; answers Σ t_j ⟨d, s_j⟩, what ⟨d, d⟩ loses by it. */
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
