package org.filbert.jobs.training;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.filbert.cost.Costs;
import org.filbert.model.CurvePoint;
import org.filbert.train.Candidate;
import org.filbert.train.Training;
import org.jspecify.annotations.Nullable;

/**
 * One line of a run's curve: a {@link CurvePoint}, of several candidates with what sets it apart.
 *
 * @param sigma the kernel's width, where there are several
 * @param ridge what is added to the diagonal, where there are several candidates
 * @param costs of this epoch, of all ridges together
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
    @Nullable Double testError,
    Costs costs) {

  private static CurveLine of(
      @Nullable Double sigma, @Nullable Double ridge, CurvePoint point, Costs costs) {
    return new CurveLine(
        sigma,
        ridge,
        point.epoch(),
        point.trainSeconds(),
        point.relativeResidual(),
        point.objective(),
        point.trainError(),
        point.validationError(),
        point.testError(),
        costs);
  }

  /** All points so far in the order in which they were reached. */
  static List<CurveLine> all(Training.State state) {
    record Reached(@Nullable Double sigma, @Nullable Double ridge, CurvePoint point) {}
    List<Reached> all = new ArrayList<>();
    List<Candidate> candidates = state.solver().candidates();
    if (candidates.size() < 2) {
      state.progress().curve().forEach(point -> all.add(new Reached(null, null, point)));
    } else {
      for (Candidate each : candidates) {
        each.curve().forEach(point -> all.add(new Reached(each.sigma(), each.ridge(), point)));
      }
    }
    all.sort(Comparator.comparingDouble(reached -> reached.point().trainSeconds()));
    List<CurveLine> lines = new ArrayList<>();
    int epoch = -1;
    for (Reached each : all) {
      boolean sameEpoch =
          !lines.isEmpty()
              && lines.get(lines.size() - 1).trainSeconds() == each.point().trainSeconds();
      epoch += sameEpoch ? 0 : 1;
      lines.add(of(each.sigma(), each.ridge(), each.point(), state.ledger().epochs().get(epoch)));
    }
    return lines;
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
