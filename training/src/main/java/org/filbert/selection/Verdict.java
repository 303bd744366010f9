package org.filbert.selection;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.filbert.calibration.Intervals;
import org.filbert.calibration.Probabilities;
import org.filbert.calibration.ProbabilityFit;
import org.filbert.calibration.Sigmoid;
import org.filbert.data.Outputs;
import org.filbert.kernel.Kernel;
import org.filbert.linalg.Backend;
import org.filbert.metrics.ClassErrors;
import org.filbert.metrics.Classification;
import org.jspecify.annotations.Nullable;

/**
 * Judges candidates by their leave-one-out residuals e: row i without its own help has the scores
 * y_i - e_i.
 *
 * @param y targets, k for each row
 * @param weights of the rows by themselves, whatever those of their classes
 * @param outputs what the targets stand for
 */
record Verdict(double[] y, int k, double[] weights, Outputs outputs) {
  /** Targets keep their signs. */
  private static final double FARTHEST = 0.95;

  /**
   * The middle of two targets is rounded to 1 / this: it is the same however scores are rounded.
   */
  private static final double GRID = 256;

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
        null,
        candidate.loss());
  }

  /** The same candidate with what candidates are compared by. */
  Candidate with(Criterion by, Candidate candidate, double[] e) {
    return switch (by) {
      case MEAN_SQUARE, ERROR -> candidate;
      case LOG_LOSS -> withLogLoss(candidate, e);
      case AUC, AVERAGE_PRECISION, F1 -> candidate.with(1 - quality(by, scores(e)));
      case MAE -> candidate.with(meanAbsoluteError(scores(e)));
    };
  }

  private double quality(Criterion by, double[] score) {
    List<String> names = ((Outputs.Classes) outputs).names();
    ClassErrors errors = new ClassErrors(names, k, null);
    for (int i = 0; i < weights.length; i++) {
      errors.add(score, i * k, label(i), weights[i]);
    }
    Classification found = errors.result();
    double value =
        by == Criterion.F1
            ? found.f1()
            : Objects.requireNonNullElse(
                by == Criterion.AUC ? found.rocAuc() : found.averagePrecision(), 0.0);
    return Double.isNaN(value) ? 0 : value;
  }

  private double meanAbsoluteError(double[] score) {
    double[] differences = ((Outputs.Targets) outputs).differences(score, y);
    double sum = 0;
    double all = 0;
    for (int at = 0; at < differences.length; at++) {
      sum += weights[at / k] * Math.abs(differences[at]);
      all += weights[at / k];
    }
    return outputs.unit() * sum / all;
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
            targets,
            null));
  }

  /**
   * Two classes with the targets ±1 - t, where t is the score at which both are as likely: a
   * solution is linear in its targets, and nearly 1 where these are 1, so its scores are then lower
   * by about t, and above 0 where the second class is the likelier one.
   */
  Candidate centred(Candidate plain, double[] e) {
    Sigmoid fitted = (Sigmoid) Objects.requireNonNull(plain.calibration());
    double middle = fitted.a() < 0 ? -fitted.b() / fitted.a() : 0;
    double found = Math.max(-FARTHEST, Math.min(middle, FARTHEST));
    double t = Math.rint(found * GRID) / GRID;
    double[] score = scores(e);
    Arrays.setAll(score, i -> score[i] - t);
    return new Candidate(
        plain.kernel(),
        plain.ridge(),
        plain.rows(),
        plain.meanSquare(),
        misclassified(score),
        plain.logLoss(),
        plain.rmse(),
        new Sigmoid(fitted.a(), fitted.b() + fitted.a() * t),
        new double[] {-1 - t, 1 - t},
        plain.loss());
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
