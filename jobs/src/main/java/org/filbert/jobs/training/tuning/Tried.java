package org.filbert.jobs.training.tuning;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.filbert.jobs.training.report.TunedTrial;
import org.filbert.train.method.Measure;
import org.jspecify.annotations.Nullable;

/**
 * A trial that has been run.
 *
 * @param budget share of the rows or epochs that it had
 * @param result absent if it failed
 * @param failure why there is no result
 * @param training the first of its trainings, of several folds
 */
record Tried(
    Map<String, JsonNode> settings,
    double budget,
    TrialResult.@Nullable Member result,
    double seconds,
    @Nullable String failure,
    TrialTraining training) {
  /** What it is compared by; infinite if it failed. */
  double loss() {
    return result == null ? Double.POSITIVE_INFINITY : result.loss();
  }

  /**
   * Number of the best of those with all rows and epochs, of equals the last; none if all failed.
   */
  static OptionalInt best(List<Tried> trials) {
    return IntStream.range(0, trials.size())
        .filter(i -> trials.get(i).budget() == 1 && Double.isFinite(trials.get(i).loss()))
        .reduce((a, b) -> trials.get(b).loss() <= trials.get(a).loss() ? b : a);
  }

  /** As the summary has it. */
  TunedTrial shown(int number, Measure by, boolean chosen) {
    return new TunedTrial(
        number,
        TrialConfigs.texts(settings),
        budget,
        result == null ? null : (Double) by.ofLoss(result.loss()),
        result == null ? null : result.validationError(),
        result == null ? 0 : result.epoch(),
        seconds,
        failure,
        chosen);
  }
}
