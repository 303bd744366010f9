package org.filbert.selection;

import java.util.Optional;
import java.util.stream.IntStream;
import org.filbert.calibration.Intervals;
import org.filbert.calibration.Probabilities;
import org.filbert.calibration.ProbabilityFit;
import org.filbert.data.Outputs;
import org.filbert.kernel.Kernel;
import org.filbert.linalg.Backend;
import org.jspecify.annotations.Nullable;

/**
 * Judges candidates by their leave-one-out residuals e: row i without its own help has the scores
 * y_i - e_i.
 *
 * @param y targets, k for each row
 * @param weights of the rows
 * @param outputs what the targets stand for
 */
record Verdict(double[] y, int k, double[] weights, Outputs outputs) {
  /** Judges all but the log-loss. */
  Candidate of(Kernel kernel, double ridge, double[] e) {
    double squares = 0;
    double all = 0;
    double[] score = scores(e);
    for (int i = 0; i < weights.length; i++) {
      all += weights[i];
      for (int at = i * k; at < (i + 1) * k; at++) {
        squares += weights[i] * e[at] * e[at];
      }
    }
    return new Candidate(
        kernel,
        ridge,
        weights.length,
        squares / all / k,
        outputs instanceof Outputs.Classes ? misclassified(score) : 0,
        null,
        rmse(score, all),
        null,
        null);
  }

  private double misclassified(double[] score) {
    double wrong = 0;
    double all = 0;
    for (int i = 0; i < weights.length; i++) {
      wrong += Outputs.Classes.winner(score, i * k, k) == label(i) ? 0 : weights[i];
      all += weights[i];
    }
    return wrong / all;
  }

  /** The root mean squared error of numbers in their own units. */
  private @Nullable Double rmse(double[] score, double all) {
    if (!(outputs instanceof Outputs.Targets targets)) {
      return null;
    }
    double[] differences = targets.differences(score, y);
    double squares = 0;
    for (int at = 0; at < differences.length; at++) {
      squares += weights[at / k] * differences[at] * differences[at];
    }
    return targets.unit() * Math.sqrt(squares / all / k);
  }

  /** The same candidate with the log-loss of probabilities that are fitted to these scores. */
  Candidate withLogLoss(Candidate candidate, double[] e) {
    double[] score = scores(e);
    Probabilities fitted = ProbabilityFit.ofLeftOut(score, k, labels(), weights);
    return new Candidate(
        candidate.kernel(),
        candidate.ridge(),
        candidate.rows(),
        candidate.meanSquare(),
        candidate.misclassified(),
        logLoss(fitted, score),
        candidate.rmse(),
        fitted,
        null);
  }

  /** Whether codes of the classes cost less than all that they could gain. */
  boolean mayBeCoded(Candidate plain) {
    return k > 2 && costOfCodes() < Criterion.LOG_LOSS.of(plain);
  }

  /** Each parameter that is fitted to n rows costs 1/n of log-loss (Akaike 1974). */
  private double costOfCodes() {
    return (k * (k - 1.0) - 1) / weights.length;
  }

  /**
   * A kernel whose classes have {@link ClassCodes}, which are fitted to rows that are left out by
   * {@link Folds}; nothing if these say no more of the classes than ±1.
   */
  Optional<Candidate> coded(Kernel kernel, double ridge, double[] e, Backend backend) {
    double[] score = scores(e);
    int[] labels = labels();
    double plain = logLoss(ProbabilityFit.ofLeftOut(score, k, labels, weights), score);
    ClassCodes codes = ClassCodes.fit(score, k, labels, weights, backend);
    double[] targets = codes.targets();
    double[] mapped = codes.scores(score);
    Probabilities fitted = ProbabilityFit.ofLeftOut(mapped, k, labels, weights);
    double loss = logLoss(fitted, mapped) + costOfCodes();
    if (!(loss < plain) || !codes.consistent()) {
      return Optional.empty();
    }
    Candidate candidate = of(kernel, ridge, e);
    return Optional.of(
        new Candidate(
            kernel,
            ridge,
            candidate.rows(),
            candidate.meanSquare(),
            misclassified(mapped),
            loss,
            null,
            fitted,
            targets));
  }

  private double logLoss(Probabilities fitted, double[] score) {
    double loss = 0;
    double all = 0;
    for (int i = 0; i < weights.length; i++) {
      double p = fitted.of(score, i * k, k)[label(i)];
      loss -= weights[i] * Math.log(Math.max(p, Double.MIN_NORMAL));
      all += weights[i];
    }
    return loss / all;
  }

  private int[] labels() {
    return IntStream.range(0, weights.length).map(this::label).toArray();
  }

  /** The same candidate with the intervals that numbers have by these residuals. */
  Candidate withIntervals(Candidate candidate, double[] e) {
    double[] scales = ((Outputs.Targets) outputs).scales();
    double[] differences = new double[e.length];
    for (int i = 0; i < e.length; i++) {
      differences[i] = scales[i % k] * Math.abs(e[i]);
    }
    return candidate.with(Intervals.of(differences, k));
  }

  private int label(int row) {
    return Outputs.Classes.winner(y, row * k, k);
  }

  private double[] scores(double[] e) {
    double[] scores = new double[e.length];
    for (int i = 0; i < e.length; i++) {
      scores[i] = y[i] - e[i];
    }
    return scores;
  }
}
