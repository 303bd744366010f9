package org.filbert.jobs.training;

import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.filbert.model.CurvePoint;
import org.filbert.train.Candidate;
import org.filbert.train.Training;
import org.jspecify.annotations.Nullable;

/**
 * One line of a run's curve: a {@link CurvePoint}, of several candidates with what sets it apart.
 *
 * @param sigma the kernel's width, where there are several
 * @param ridge what is added to the diagonal, where there are several candidates
 */
record CurveLine(
    @Nullable Double sigma,
    @Nullable Double ridge,
    int epoch,
    double trainSeconds,
    double relativeResidual,
    double objective,
    double trainError,
    @Nullable Double validationError,
    @Nullable Double testError) {

  private static CurveLine of(@Nullable Double sigma, @Nullable Double ridge, CurvePoint point) {
    return new CurveLine(
        sigma,
        ridge,
        point.epoch(),
        point.trainSeconds(),
        point.relativeResidual(),
        point.objective(),
        point.trainError(),
        point.validationError(),
        point.testError());
  }

  /** All points so far in the order in which they were reached. */
  static List<CurveLine> all(Training.State state) {
    List<Candidate> candidates = state.solver().candidates();
    if (candidates.size() < 2) {
      return state.progress().curve().stream().map(point -> of(null, null, point)).toList();
    }
    return candidates.stream()
        .flatMap(
            candidate ->
                candidate.curve().stream()
                    .map(point -> of(candidate.sigma(), candidate.ridge(), point)))
        .sorted(Comparator.comparingDouble(CurveLine::trainSeconds))
        .toList();
  }

  /** Of the lines of each epoch the one with the lowest validation error, the last of equals. */
  static List<CurveLine> bestOfEpochs(List<CurveLine> lines) {
    SortedMap<Double, CurveLine> best = new TreeMap<>();
    lines.forEach(line -> best.merge(line.trainSeconds(), line, CurveLine::better));
    return List.copyOf(best.values());
  }

  private static CurveLine better(CurveLine a, CurveLine b) {
    return a.validationError() != null
            && b.validationError() != null
            && a.validationError() < b.validationError()
        ? a
        : b;
  }
}
