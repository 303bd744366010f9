package org.filbert.jobs.training.report;

import java.util.List;
import java.util.stream.IntStream;
import org.filbert.model.CurvePoint;
import org.filbert.train.method.Trial;
import org.jspecify.annotations.Nullable;

/**
 * Result of one of several ridges or widths in the summary; errors as in {@link Summary}.
 *
 * @param epoch the one that the errors are of: the best one by validation rows
 * @param loss what validation rows choose by: the lower the better
 * @param chosen whether it is the one that the model has
 */
public record PathEntry(
    @Nullable Double sigma,
    double ridge,
    int epoch,
    double relativeResidual,
    @Nullable Double trainError,
    @Nullable Double validationError,
    @Nullable Double testError,
    @Nullable Double trainRmse,
    @Nullable Double validationRmse,
    @Nullable Double testRmse,
    @Nullable Double loss,
    boolean chosen) {

  /** One entry for each trial; none if there is no choice. */
  static @Nullable List<PathEntry> all(List<Trial> trials, boolean classes) {
    if (trials.size() < 2) {
      return null;
    }
    int best = Trial.best(trials);
    return IntStream.range(0, trials.size())
        .mapToObj(i -> of(trials.get(i), classes, i == best))
        .toList();
  }

  private static PathEntry of(Trial trial, boolean classes, boolean chosen) {
    CurvePoint reached = trial.reached();
    return new PathEntry(
        trial.sigma(),
        trial.ridge(),
        reached.epoch(),
        reached.relativeResidual(),
        classes ? reached.trainError() : null,
        classes ? reached.validationError() : null,
        classes ? reached.testError() : null,
        classes ? null : (Double) reached.trainError(),
        classes ? null : reached.validationError(),
        classes ? null : reached.testError(),
        trial.loss(),
        chosen);
  }
}
