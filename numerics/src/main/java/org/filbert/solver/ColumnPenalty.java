package org.filbert.solver;

import org.filbert.linalg.Matrix;

/**
 * The penalty on the coefficients of a {@link ColumnSystem}, for each of several ridges: ridge·‖w‖²
 * for features, ridge·(αᵀK_JJ α + γ·‖α‖²) for landmarks.
 */
record ColumnPenalty(ColumnSystem system, RidgePath path) {

  /** Its value. */
  double of(int member, double alphaF, double w2) {
    return ridge(member)
        * (system instanceof ColumnSystem.Landmarks landmarks
            ? alphaF + landmarks.gamma() * w2
            : w2);
  }

  /** ridge·w or ridge·γ·α, the part of the identity, row after row. */
  double[] timesIdentity(Matrix w) {
    double share = system instanceof ColumnSystem.Landmarks landmarks ? landmarks.gamma() : 1;
    int k = w.cols() / path.members().size();
    double[] values = w.toArray();
    for (int i = 0; i < values.length; i++) {
      values[i] *= ridge(i % w.cols() / k) * share;
    }
    return values;
  }

  private double ridge(int member) {
    return path.members().get(member).ridge();
  }
}
