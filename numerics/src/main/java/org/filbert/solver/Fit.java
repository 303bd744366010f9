package org.filbert.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.filbert.data.Sample;
import org.filbert.linalg.Matrix;
import org.filbert.model.CurvePoint;
import org.filbert.train.Score;
import org.filbert.train.ShardState;
import org.filbert.workers.Worker;

/**
 * How well the rows are fitted with one ridge. W is the diagonal matrix of the rows' weights.
 *
 * @param residual2 ‖Y - F - ridge·W⁻¹α‖²
 * @param misfit2 tr((Y - F)ᵀW(Y - F))
 * @param alphaF tr(αᵀF) = tr(αᵀKα)
 * @param train score of the training rows
 * @param heldOut scores of the held-out samples
 */
record Fit(double residual2, double misfit2, double alphaF, Score train, List<Score> heldOut) {

  /**
   * Measures a worker's rows.
   *
   * @param member whose k columns of fitted values and scores are looked at
   * @param coefficients the member's n×k coefficients
   */
  static Fit of(Worker worker, int member, Matrix coefficients, double ridge) {
    Sample train = worker.get(ShardState.TRAIN);
    int k = train.y().cols();
    Matrix fitted = RidgePath.columns(worker.get(FittedValues.FITTED), member, k);
    double[] y = train.y().toArray();
    double[] f = fitted.toArray();
    double[] alpha = coefficients.toArray();
    double[] weights = ShardState.weights(worker);
    double residual2 = 0;
    double misfit2 = 0;
    double alphaF = 0;
    for (int i = 0; i < y.length; i++) {
      double weight = weights[i / k];
      double misfit = y[i] - f[i];
      double residual = misfit - ridge / weight * alpha[i];
      misfit2 += weight * misfit * misfit;
      residual2 += residual * residual;
      alphaF += alpha[i] * f[i];
    }
    List<Sample> heldOut = worker.get(ShardState.HELD_OUT);
    List<Score> heldOutScores = new ArrayList<>();
    for (int s = 0; s < heldOut.size(); s++) {
      Matrix scores = RidgePath.columns(worker.get(FittedValues.SCORES).get(s), member, k);
      heldOutScores.add(Score.of(heldOut.get(s), scores));
    }
    return new Fit(residual2, misfit2, alphaF, Score.of(train, fitted), heldOutScores);
  }

  /** Merges those of all workers, one for each ridge. */
  static List<Fit> merged(List<List<Fit>> all) {
    return all.stream().reduce(Fit::merge).orElseThrow();
  }

  private static List<Fit> merge(List<Fit> a, List<Fit> b) {
    List<Fit> merged = new ArrayList<>();
    for (int m = 0; m < a.size(); m++) {
      merged.add(a.get(m).merge(b.get(m)));
    }
    return merged;
  }

  private Fit merge(Fit other) {
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

  /** (tr((Y - F)ᵀW(Y - F)) + ridge·tr(αᵀKα)) / n, what kernel ridge regression minimises. */
  double objective(double ridge, int rows) {
    return (misfit2 + ridge * alphaF) / rows;
  }

  /**
   * The point of a curve where the rows are fitted like this.
   *
   * @param residual norm of what is left of the equations
   * @param target norm of their right-hand side; 0 if coefficients of 0 solve them, and stay
   */
  CurvePoint point(int epoch, double seconds, double residual, double target, double objective) {
    return new CurvePoint(
        epoch,
        seconds,
        target > 0 ? residual / target : residual,
        objective,
        Objects.requireNonNull(train.error()),
        heldOut.get(0).error(),
        heldOut.get(1).error());
  }
}
