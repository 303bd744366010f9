package org.filbert.online;

import java.util.Map;
import org.filbert.data.Target;
import org.jspecify.annotations.Nullable;

/**
 * The prediction of a row, made before the row was learned from.
 *
 * @param id what the source calls the row
 * @param scores one for each column that the model had
 * @param label the predicted class; null for regression, and before there is any class
 * @param target what should have been predicted; null where it was not known
 * @param step steps that the model had learned when it was asked
 * @param arrival when the row came in, in milliseconds since the epoch
 * @param probabilities of the classes by name, where the loss means them; null elsewhere
 */
public record Prediction(
    String id,
    double[] scores,
    @Nullable String label,
    @Nullable Target target,
    long step,
    long arrival,
    @Nullable Map<String, Double> probabilities) {

  /** A prediction without probabilities. */
  public Prediction(
      String id,
      double[] scores,
      @Nullable String label,
      @Nullable Target target,
      long step,
      long arrival) {
    this(id, scores, label, target, step, arrival, null);
  }
}
