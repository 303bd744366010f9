package org.filbert.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.shard.Prepared;
import org.filbert.solver.EigenPro;
import org.filbert.system.Ridge;
import org.filbert.testing.Descent;
import org.filbert.testing.EverySystem;
import org.filbert.testing.FailingWorkers;
import org.filbert.testing.Records;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A failure at any moment of a run, from the system's first superstep to the model. */
class FailuresTest {
  private static final Backend BACKEND = Backends.choose("java", "plain");

  static Stream<Arguments> runs() {
    return EverySystem.of(24, 9, 2)
        .flatMap(run -> Stream.of(0, 3).map(directions -> Arguments.of(run, directions)));
  }

  private record Result(
      int moments, double[] coefficients, List<Double> residuals, List<Double> differences) {}

  @ParameterizedTest
  @MethodSource("runs")
  void noMomentChangesABit(RunOptions run, int directions) {
    RunOptions options =
        run.withRidge(new Ridge(List.of(0.1, 2.0), false))
            .withStopping(0.5, 2)
            .withDirections(directions);
    Result expected = run(options, -1);
    assertThat(expected.differences()).as("refits").isNotEmpty();
    assertNoMomentChangesABit(options, expected);
  }

  static Stream<Arguments> batchRuns() {
    return EverySystem.of(24, 9, 2)
        .filter(run -> run.getPayload().system().batches())
        .flatMap(run -> Stream.of(0.0, 1e3).map(step -> Arguments.of(run, step)));
  }

  /** Long steps diverge, and are halved. */
  @ParameterizedTest
  @MethodSource("batchRuns")
  void norDoesOneOfABatch(RunOptions run, double step) {
    RunOptions options =
        run.withRidge(new Ridge(List.of(0.1, 2.0), false))
            .withSolver(
                new EigenPro.Options(
                    3,
                    OptionalInt.of(2),
                    OptionalInt.of(20),
                    OptionalInt.of(3),
                    OptionalInt.of(10),
                    step == 0 ? OptionalDouble.empty() : OptionalDouble.of(step)));
    assertNoMomentChangesABit(options, run(options, -1));
  }

  private static void assertNoMomentChangesABit(RunOptions options, Result expected) {
    for (int moment = 0; moment < expected.moments(); moment++) {
      Result disturbed = run(options, moment);
      assertThat(disturbed.coefficients())
          .as("failure at moment %d of %d", moment, expected.moments())
          .containsExactly(expected.coefficients());
      assertThat(disturbed.residuals()).isEqualTo(expected.residuals());
      assertThat(disturbed.differences()).isEqualTo(expected.differences());
    }
  }

  private static Result run(RunOptions options, int failAt) {
    Records records = new Records(4, false, 3, 61);
    List<Instance> instances = new ArrayList<>(records.of(Role.TRAIN, 30));
    instances.addAll(records.of(Role.VALIDATION, 10));
    try (FailingWorkers workers =
        new FailingWorkers(Shards.workers(instances, new Placement(7, 2), BACKEND))) {
      Prepared prepared =
          Descent.preparation(
                  options.settings().kernel(), options.settings().precision(), Storage.AUTO)
              .run(workers);
      int before = workers.moments();
      if (failAt >= 0) {
        workers.failAt(failAt);
      }
      SystemRun<?> run = new SystemRun<>(options.options(), prepared);
      SystemRunState state = run.start(prepared, run.plan(prepared), workers);
      while (!run.done(state)) {
        state = run.step(state, workers);
      }
      double[] coefficients = Descent.coefficients(run.model(prepared, state, workers)).toArray();
      return new Result(
          workers.moments() - before,
          coefficients,
          state.candidates().stream()
              .flatMap(candidate -> candidate.curve().stream())
              .map(point -> point.relativeResidual())
              .toList(),
          state.refits().stream().map(refit -> refit.difference()).toList());
    }
  }
}
