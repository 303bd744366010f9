package org.filbert.jobs.scoring;

import java.io.Serializable;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.filbert.calibration.Margins;
import org.filbert.calibration.Probabilities;
import org.filbert.data.Outputs;
import org.filbert.linalg.Backends;
import org.filbert.model.Explanation;
import org.filbert.model.TrainedModel;
import org.jspecify.annotations.Nullable;

/**
 * What is written beside each prediction.
 *
 * @param scores of the classes
 * @param probabilities of the classes
 * @param interval probability that the truth lies within the interval; absent without intervals
 * @param kept columns of the input that are written too
 * @param threshold probability from which the second of two classes is predicted; absent: by score
 * @param explain whether Shapley values of the inputs are written
 */
public record PredictionDetail(
    boolean scores,
    boolean probabilities,
    OptionalDouble interval,
    List<String> kept,
    OptionalDouble threshold,
    boolean explain) {
  public PredictionDetail {
    kept = List.copyOf(kept);
  }

  /**
   * The same as a model gives it, serializable with a job.
   *
   * @param probabilities from scores; absent if they are not wanted
   * @param margins of the intervals of the targets; none if they are not wanted
   * @param kept names of the columns of the input that are written too
   * @param threshold that decides between two classes; absent if the scores do
   * @param explained names of the inputs whose Shapley values are written; none if they are not
   *     wanted
   * @param sampled whether these values have an error
   */
  record OfModel(
      boolean scores,
      @Nullable Probabilities probabilities,
      Margins margins,
      List<String> kept,
      @Nullable Threshold threshold,
      List<String> explained,
      boolean sampled)
      implements Serializable {
    OfModel(
        boolean scores,
        @Nullable Probabilities probabilities,
        Margins margins,
        List<String> kept,
        @Nullable Threshold threshold) {
      this(scores, probabilities, margins, kept, threshold, List.of(), false);
    }

    /** Numbers of a row of so many scores: these, and what explains them. */
    int width(int scoresOfRow) {
      return explained.isEmpty()
          ? scoresOfRow
          : scoresOfRow + 1 + explained.size() + (sampled ? 1 : 0);
    }

    static final OfModel NONE = new OfModel(false, null, Margins.NONE, List.of(), null);

    /**
     * The predicted class of a row.
     *
     * @param from index of its first score
     */
    String winner(OutputColumns columns, double[] scores, int from) {
      return threshold == null
          ? columns.winner(scores, from)
          : columns.classes().get(threshold.predictsSecond(scores, from) ? 1 : 0);
    }
  }

  /**
   * What a model gives.
   *
   * @throws IllegalArgumentException if it does not give all
   */
  OfModel of(TrainedModel model) {
    if (scores && !(model.outputs() instanceof Outputs.Classes)) {
      throw new IllegalArgumentException(
          "--scores: found with a model of numbers, whose predictions are its scores, allowed with"
              + " classes; --interval 0.9 writes how far off a number may be");
    }
    Explanation explanation = explain ? option("--explain", () -> explanation(model)) : null;
    return new OfModel(
        scores,
        probabilities ? option("--probabilities", model::requireProbabilities) : null,
        margins(model, interval),
        kept,
        threshold.isPresent()
            ? Threshold.of("--threshold", "probability", model, threshold.getAsDouble())
            : null,
        explanation == null ? List.of() : explanation.names(),
        explanation != null && explanation.sampled());
  }

  private static Explanation explanation(TrainedModel model) {
    if (model.outputs() instanceof Outputs.Targets targets && targets.columns() > 1) {
      throw new IllegalArgumentException(
          "found a model of %s targets, allowed one target or classes"
              .formatted(targets.columns()));
    }
    return Explanation.of(model, Backends.best());
  }

  /** A least probability of the second of two classes. */
  record Threshold(Probabilities probabilities, double least) implements Serializable {
    boolean predictsSecond(double[] scores, int from) {
      return probabilities.of(scores, from, 1)[1] >= least;
    }

    /**
     * The value of an option that needs probabilities of two classes.
     *
     * @param quantity what the value is
     */
    static Threshold of(String option, String quantity, TrainedModel model, double least) {
      if (!(model.outputs() instanceof Outputs.Classes classes) || classes.names().size() != 2) {
        throw new IllegalArgumentException(
            "%s: found with a model of %s, allowed with two classes"
                .formatted(option, model.outputs().described()));
      }
      if (!(least >= 0 && least <= 1)) {
        throw new IllegalArgumentException(
            "%s: found %s, allowed a %s from 0 to 1".formatted(option, least, quantity));
      }
      return new Threshold(option(option, model::requireProbabilities), least);
    }
  }

  /** How far intervals reach; none if there is no level. */
  static Margins margins(TrainedModel model, OptionalDouble interval) {
    return interval.isEmpty()
        ? Margins.NONE
        : option("--interval", () -> model.margins(interval.getAsDouble()));
  }

  private static <T> T option(String name, Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
    }
  }
}
