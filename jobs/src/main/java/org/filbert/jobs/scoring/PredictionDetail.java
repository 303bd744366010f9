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
 * @param threshold {@code CLASS=P}, the probability from which one of two classes is predicted;
 *     absent: by score
 * @param explain whether Shapley values of the inputs are written
 */
public record PredictionDetail(
    boolean scores,
    boolean probabilities,
    OptionalDouble interval,
    List<String> kept,
    @Nullable String threshold,
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
          : columns.classes().get(threshold.winner(scores, from));
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
        threshold == null ? null : Threshold.of(threshold, model),
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

  /**
   * A least probability of one of two classes.
   *
   * @param label index of the class
   */
  record Threshold(Probabilities probabilities, int label, double least) implements Serializable {
    /** The index of the predicted class. */
    int winner(double[] scores, int from) {
      return probabilities.of(scores, from, 1)[label] >= least ? label : 1 - label;
    }

    private static Threshold of(String text, TrainedModel model) {
      List<String> names = classes("--threshold", model);
      for (int label = 0; label < 2; label++) {
        String name = names.get(label) + "=";
        if (text.startsWith(name) && isShare(text.substring(name.length()))) {
          double least = Double.parseDouble(text.substring(name.length()));
          return new Threshold(model.requireProbabilities(), label, least);
        }
      }
      throw new IllegalArgumentException(
          "--threshold: found %s, allowed %s=P or %s=P with a probability P from 0 to 1"
              .formatted(text, names.get(0), names.get(1)));
    }

    private static boolean isShare(String text) {
      try {
        double value = Double.parseDouble(text);
        return value >= 0 && value <= 1;
      } catch (NumberFormatException e) {
        return false;
      }
    }

    /** The names of two classes that have probabilities. */
    static List<String> classes(String option, TrainedModel model) {
      if (!(model.outputs() instanceof Outputs.Classes classes) || classes.names().size() != 2) {
        throw new IllegalArgumentException(
            "%s: found with a model of %s, allowed with two classes"
                .formatted(option, model.outputs().described()));
      }
      option(option, model::requireProbabilities);
      return classes.names();
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
