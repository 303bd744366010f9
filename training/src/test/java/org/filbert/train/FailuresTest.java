package org.filbert.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.filbert.solver.Preconditioner.NONE;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.loss.LogisticLoss;
import org.filbert.loss.SquareLoss;
import org.filbert.shard.Prepared;
import org.filbert.solver.ConjugateGradientsOptions;
import org.filbert.solver.EigenProOptions;
import org.filbert.solver.NewtonCg;
import org.filbert.solver.Preconditioner;
import org.filbert.system.Batchwise;
import org.filbert.system.NystromOptions;
import org.filbert.system.equations.Ridge;
import org.filbert.system.equations.Risk;
import org.filbert.testing.Descent;
import org.filbert.testing.EverySystem;
import org.filbert.testing.FailingWorkers;
import org.filbert.testing.Gradients;
import org.filbert.testing.Records;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.train.columns.Storage;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A failure at any moment of a run, from the system's first superstep to the model. The default
 * build has one of {@value #PARTS} moments in each run.
 */
class FailuresTest {
  private static final int PARTS = 3;
  private static final Backend BACKEND = Backends.choose("java", "plain");

  static Stream<Named<RunOptions>> descents() {
    return EverySystem.of(24, 9, 2)
        .map(run -> Named.of(run.getName(), run.getPayload().withStopping(0.5, 2)));
  }

  static Stream<Named<RunOptions>> gradients() {
    return Stream.concat(
        EverySystem.of(24, 9, 2)
            .map(
                run ->
                    Named.of(
                        run.getName(),
                        run.getPayload()
                            .withSolver(
                                run.getPayload().system() instanceof NystromOptions
                                    ? ConjugateGradientsOptions.of(OptionalInt.of(12))
                                    : Gradients.few(NONE, 0)))),
        Stream.of(Preconditioner.values())
            .filter(kind -> kind != NONE)
            .map(
                kind ->
                    Named.of(
                        kind.toString(),
                        RunOptions.of(new Gaussian(1), 9, 2).withSolver(Gradients.few(kind, 12)))));
  }

  /** Newton's method, and sparse weights. */
  static Stream<Named<RunOptions>> risks() {
    return EverySystem.ofColumns(24, 9, 2)
        .filter(run -> !run.getName().contains("landmarks"))
        .flatMap(
            run ->
                Stream.of(
                    Named.of(
                        run.getName() + " by Newton's method",
                        run.getPayload()
                            .withRisk(new Risk(new LogisticLoss(), Risk.Norm.L2))
                            .withSolver(
                                new NewtonCg.Options(
                                    OptionalDouble.empty(),
                                    OptionalInt.of(2),
                                    OptionalInt.empty()))),
                    Named.of(
                        run.getName() + " with sparse weights",
                        run.getPayload().withRisk(new Risk(new SquareLoss(), Risk.Norm.L1)))));
  }

  static Stream<RunOptions> all() {
    return Stream.concat(
        Stream.of(descents(), gradients(), risks(), batches())
            .flatMap(runs -> runs)
            .map(Named::getPayload),
        sketchedBlocks());
  }

  @ParameterizedTest
  @MethodSource("all")
  @Tag("ci")
  void norDoesAnyOtherMoment(RunOptions run) {
    for (int part = 1; part < PARTS; part++) {
      undisturbed(run, part);
    }
  }

  private record Result(
      int moments, double[] coefficients, List<Double> residuals, List<Double> differences) {}

  @ParameterizedTest
  @MethodSource("descents")
  void noMomentOfADescentChangesABit(RunOptions run) {
    noMomentChangesABit(run, 3);
  }

  @ParameterizedTest
  @MethodSource("descents")
  @Tag("ci")
  void norDoesOneOfADescentWithoutDirections(RunOptions run) {
    noMomentChangesABit(run, 0);
  }

  private static void noMomentChangesABit(RunOptions run, int directions) {
    Result result = undisturbed(run.withDirections(directions), 0);
    assertThat(result.differences()).as("refits").isNotEmpty();
  }

  static Stream<RunOptions> sketchedBlocks() {
    return Stream.of(
            RunOptions.of(new Gaussian(1), 9, 2),
            RunOptions.of(new Gaussian(1), 9, 2)
                .withSystem(EverySystem.fourier(24, RandomFourier.Form.COSINE)))
        .map(run -> run.withSketchedBlocks(3));
  }

  @ParameterizedTest
  @MethodSource("sketchedBlocks")
  void noMomentOfASketchedBlockChangesABit(RunOptions run) {
    undisturbed(run, 0);
  }

  @ParameterizedTest
  @MethodSource("gradients")
  void noMomentOfConjugateGradientsChangesABit(RunOptions run) {
    undisturbed(run, 0);
  }

  /** Long steps diverge, and are halved. */
  static Stream<Named<RunOptions>> batches() {
    return EverySystem.of(24, 9, 2)
        .filter(run -> Batchwise.FACET.offeredBy(run.getPayload().system()))
        .flatMap(
            run ->
                Stream.of(0.0, 1e3)
                    .map(
                        step ->
                            Named.of(
                                run.getName() + " by steps of " + step,
                                batch(run.getPayload(), step))));
  }

  @ParameterizedTest
  @MethodSource("batches")
  void noMomentOfABatchChangesABit(RunOptions run) {
    undisturbed(run, 0);
  }

  private static RunOptions batch(RunOptions run, double step) {
    return run.withSolver(
        new EigenProOptions(
            3,
            OptionalInt.of(2),
            OptionalInt.of(20),
            OptionalInt.of(3),
            OptionalInt.of(10),
            step == 0 ? OptionalDouble.empty() : OptionalDouble.of(step)));
  }

  @ParameterizedTest
  @MethodSource("risks")
  void noMomentOfAnotherRiskChangesABit(RunOptions run) {
    undisturbed(run, 0);
  }

  /** Fails at the moments of a part. */
  private static Result undisturbed(RunOptions run, int part) {
    RunOptions options = run.withRidge(new Ridge(List.of(0.1, 2.0), false));
    Result expected = run(options, -1);
    for (int moment = part; moment < expected.moments(); moment += PARTS) {
      Result disturbed = run(options, moment);
      assertThat(disturbed.coefficients())
          .as("failure at moment %d of %d", moment, expected.moments())
          .containsExactly(expected.coefficients());
      assertThat(disturbed.residuals()).isEqualTo(expected.residuals());
      assertThat(disturbed.differences()).isEqualTo(expected.differences());
    }
    return expected;
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
      SystemRun<?> run = new SystemRun<>(options.spec(), prepared);
      SystemRunState state = run.start(run.plan(), workers);
      while (!run.done(state)) {
        state = run.step(state, workers);
      }
      double[] coefficients = Descent.coefficients(run.model(state, workers)).toArray();
      return new Result(
          workers.moments() - before,
          coefficients,
          state.trials().stream()
              .flatMap(trial -> trial.curve().stream())
              .map(point -> point.relativeResidual())
              .toList(),
          state.refits().stream().map(refit -> refit.difference()).toList());
    }
  }
}
