package org.filbert.jobs.scoring;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.filbert.metrics.Threshold;
import org.filbert.metrics.Threshold.Quantity;
import org.filbert.model.TrainedModel;
import org.filbert.operators.scoring.Permutations;
import org.jspecify.annotations.Nullable;

/**
 * What is measured beside the usual figures.
 *
 * @param interval level of the intervals whose coverage is measured; absent without intervals
 * @param precision that a threshold of the probability is to reach
 * @param recall likewise
 * @param permutations what is scored for importances of the columns; null: nothing
 */
public record EvaluationDetail(
    OptionalDouble interval,
    OptionalDouble precision,
    OptionalDouble recall,
    @Nullable Permutations permutations) {

  /**
   * What thresholds are chosen for: the best F1, and what is asked for.
   *
   * @throws IllegalArgumentException if the model has no thresholds, but one is asked for
   */
  List<Threshold.Aim> aims(TrainedModel model) {
    List<Threshold.Aim> aims = new ArrayList<>(List.of(Threshold.Aim.BEST_F1));
    precision.ifPresent(least -> aims.add(aim("--precision", Quantity.PRECISION, least, model)));
    recall.ifPresent(least -> aims.add(aim("--recall", Quantity.RECALL, least, model)));
    return aims;
  }

  private static Threshold.Aim aim(
      String option, Quantity quantity, double least, TrainedModel model) {
    PredictionDetail.Threshold.classes(option, model);
    if (!(least >= 0 && least <= 1)) {
      throw new IllegalArgumentException(
          "%s: found %s, allowed a share from 0 to 1".formatted(option, least));
    }
    return new Threshold.Aim(quantity, least);
  }
}
