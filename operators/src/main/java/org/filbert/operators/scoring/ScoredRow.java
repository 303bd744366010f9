package org.filbert.operators.scoring;

import org.filbert.calibration.Margins;
import org.filbert.data.Target;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelVersion;

/**
 * What a model says of a row.
 *
 * @param version of the model
 * @param scores k finite numbers
 */
public record ScoredRow(TrainedModel model, ModelVersion version, double[] scores) {
  /**
   * The predicted class.
   *
   * @throws IllegalArgumentException if the model predicts numbers
   */
  public String className() {
    if (model.outputs().target(scores) instanceof Target.ClassName predicted) {
      return predicted.name();
    }
    throw new IllegalArgumentException("the model predicts numbers, found a call for a class");
  }

  /**
   * The predicted number of the only target.
   *
   * @throws IllegalArgumentException if the model predicts something else
   */
  public double value() {
    if (model.outputs().target(scores) instanceof Target.Values values
        && values.values().length == 1) {
      return scores[0];
    }
    throw new IllegalArgumentException(
        "the model predicts %s, found a call for one number"
            .formatted(model.outputs().described()));
  }

  /**
   * Probabilities of the classes, in their order.
   *
   * @throws IllegalArgumentException if the model has none
   */
  public double[] probabilities() {
    return model.requireProbabilities().of(scores);
  }

  /**
   * How far the ends of intervals are from the numbers.
   *
   * @param level probability that a number lies within its interval
   * @throws IllegalArgumentException if the model has none of that level
   */
  public Margins margins(double level) {
    return model.margins(level);
  }
}
