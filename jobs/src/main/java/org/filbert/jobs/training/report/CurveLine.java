package org.filbert.jobs.training.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.filbert.cost.Costs;
import org.filbert.model.CurvePoint;
import org.filbert.train.TrainingState;
import org.filbert.train.method.Trial;
import org.jspecify.annotations.Nullable;

/**
 * One line of a run's curve: a {@link CurvePoint}, of several trials with what sets it apart.
 *
 * @param sigma the kernel's width, where there are several
 * @param ridge what is added to the diagonal, where there are several trials
 * @param costs of the epoch, of all trials that it trained
 */
public record CurveLine(
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

  /** All points so far in the order in which they were reached. */
  public static List<CurveLine> all(TrainingState state) {
    List<CurveLine> lines = new ArrayList<>();
    int epoch = state.method().trials().size() < 2 ? -1 : state.earlierEpochs() - 1;
    double seconds = Double.NaN;
    for (Reached reached : reached(state)) {
      if (reached.point().trainSeconds() != seconds) { // an epoch's points are of one time
        epoch++;
        seconds = reached.point().trainSeconds();
      }
      lines.add(reached.line(state.ledger().epochs().get(epoch)));
    }
    return lines;
  }

  private static List<Reached> reached(TrainingState state) {
    List<Trial> trials = state.method().trials();
    return trials.size() < 2
        ? state.progress().curve().stream().map(point -> new Reached(null, null, point)).toList()
        : trials.stream()
            .flatMap(
                trial ->
                    trial.curve().stream()
                        .map(point -> new Reached(trial.sigma(), trial.ridge(), point)))
            .sorted(Comparator.comparingDouble(reached -> reached.point().trainSeconds()))
            .toList();
  }

  /** A point of a trial's curve. */
  private record Reached(@Nullable Double sigma, @Nullable Double ridge, CurvePoint point) {
    CurveLine line(Costs costs) {
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
  }

  /** Of the lines of each epoch the one with the lowest validation error, the last of equals. */
  public static List<CurveLine> bestOfEpochs(List<CurveLine> lines) {
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
