package org.filbert.solver;

import java.util.ArrayList;
import java.util.List;
import org.filbert.data.Sample;
import org.filbert.linalg.Matrix;
import org.filbert.train.Score;

/**
 * How well the rows are fitted.
 *
 * @param residual2 ‖Y - F - ridge·α‖²
 * @param misfit2 ‖Y - F‖²
 * @param alphaF tr(αᵀF) = tr(αᵀKα)
 * @param train score of the training rows
 * @param heldOut scores of the held-out samples
 */
record Fit(double residual2, double misfit2, double alphaF, Score train, List<Score> heldOut) {

  static Fit of(
      Sample train,
      Matrix fitted,
      Matrix coefficients,
      double ridge,
      List<Sample> heldOut,
      List<Matrix> scores) {
    double[] y = train.y().toArray();
    double[] f = fitted.toArray();
    double[] alpha = coefficients.toArray();
    double residual2 = 0;
    double misfit2 = 0;
    double alphaF = 0;
    for (int i = 0; i < y.length; i++) {
      double misfit = y[i] - f[i];
      double residual = misfit - ridge * alpha[i];
      misfit2 += misfit * misfit;
      residual2 += residual * residual;
      alphaF += alpha[i] * f[i];
    }
    List<Score> heldOutScores = new ArrayList<>();
    for (int s = 0; s < heldOut.size(); s++) {
      heldOutScores.add(Score.of(heldOut.get(s), scores.get(s)));
    }
    return new Fit(residual2, misfit2, alphaF, Score.of(train, fitted), heldOutScores);
  }

  Fit merge(Fit other) {
    List<Score> merged = new ArrayList<>();
    for (int s = 0; s < heldOut.size(); s++) {
      merged.add(heldOut.get(s).merge(other.heldOut.get(s)));
    }
    return new Fit(
        residual2 + other.residual2,
        misfit2 + other.misfit2,
        alphaF + other.alphaF,
        train.merge(other.train),
        merged);
  }

  /** (‖Y - F‖² + ridge·tr(αᵀKα)) / n, what kernel ridge regression minimises. */
  double objective(double ridge, int rows) {
    return (misfit2 + ridge * alphaF) / rows;
  }
}
