package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.filbert.solver.Preconditioner.LANDMARKS;
import static org.filbert.solver.Preconditioner.NONE;
import static org.filbert.solver.Preconditioner.RANDOM_FEATURES;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Polynomial;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.CurvePoint;
import org.filbert.model.TrainedModel;
import org.filbert.system.NystromOptions;
import org.filbert.system.equations.Ridge;
import org.filbert.testing.Descent;
import org.filbert.testing.EverySystem;
import org.filbert.testing.Gradients;
import org.filbert.testing.LetterData;
import org.filbert.testing.Records;
import org.filbert.testing.ReferenceSystem;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.testing.Trainings;
import org.filbert.train.columns.Scaling;
import org.filbert.train.columns.Storage;
import org.filbert.train.method.Evaluation;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConjugateGradientsTest {
  private static final Backend BACKEND = Backends.choose("auto", "plain");
  private static final int ROWS = 150;

  private static ConjugateGradientsOptions levels(int features, int hadamard, int size) {
    return levels(RANDOM_FEATURES, OptionalInt.of(features), OptionalInt.of(hadamard), size);
  }

  private static ConjugateGradientsOptions levels(
      Preconditioner kind, OptionalInt features, OptionalInt hadamard, int size) {
    return Gradients.withLevels(Gradients.of(kind, size, 1e-3, 1000), features, hadamard);
  }

  private static RunOptions run(ConjugateGradientsOptions options) {
    return RunOptions.of(new Gaussian(1.5), 40, 1)
        .withPrecision(Precision.DOUBLE)
        .withRidge(new Ridge(List.of(0.01, 0.1), false))
        .withSolver(options);
  }

  /** With validation rows where they choose a ridge. They choose the iteration too. */
  private static Descent descent(RunOptions options, int workers) {
    int validationRows = options.settings().ridge().values().size() > 1 ? 20 : 0;
    List<Instance> rows =
        Stream.concat(
                new Records(5, false, 3, 17).of(Role.TRAIN, ROWS).stream(),
                new Records(5, false, 3, 17).of(Role.VALIDATION, validationRows).stream())
            .toList();
    try (LocalWorkers local = Shards.local(rows, new Placement(3, workers), BACKEND)) {
      return Descent.run(options, Storage.DENSE, local);
    }
  }

  static Stream<Arguments> kindsAndWorkers() {
    return Stream.of(Preconditioner.values())
        .flatMap(kind -> Stream.of(1, 2, 3).map(workers -> Arguments.of(kind, workers)));
  }

  @ParameterizedTest
  @MethodSource("kindsAndWorkers")
  void theSolutionIsLapacks(Preconditioner kind, int workers) {
    RunOptions options = run(Gradients.of(kind, 40, 1e-10, 500)).withRidge(new Ridge(0.01, false));
    Descent descent = descent(options, workers);
    Records records = new Records(5, false, 3, 17);
    double[][] x =
        Arrays.stream(descent.positions())
            .mapToObj(position -> records.values(Role.TRAIN, position))
            .toArray(double[][]::new);
    double[][] y = Arrays.stream(x).map(records::targetRow).toArray(double[][]::new);
    double[][] expected = ReferenceSystem.solve(options.settings().kernel(), 0.01, x, y, BACKEND);
    assertThat(difference(descent.model().alpha(), expected)).isLessThan(1e-7);
    assertThat(descent.state().converged()).contains(true);
    assertThat(descent.state().warnings()).isEmpty();
  }

  private static double difference(Matrix found, double[][] expected) {
    double difference = 0;
    double norm = 0;
    for (int i = 0; i < expected.length; i++) {
      for (int j = 0; j < expected[i].length; j++) {
        difference += Math.pow(found.get(i, j) - expected[i][j], 2);
        norm += Math.pow(expected[i][j], 2);
      }
    }
    return Math.sqrt(difference / norm);
  }

  static Stream<Named<RunOptions>> columns() {
    return EverySystem.ofColumns(30, 30, 1);
  }

  @ParameterizedTest
  @MethodSource("columns")
  void columnsAreSolvedLikeInOneBlock(RunOptions options) {
    for (double ridge : new double[] {0.1, 1}) {
      RunOptions exact = options.withPrecision(Precision.DOUBLE).withRidge(new Ridge(ridge, false));
      double[] expected = descent(exact, 2).coefficients();
      double[] found =
          descent(exact.withSolver(Gradients.of(NONE, 0, 1e-11, 2000)), 2).coefficients();
      double largest = Arrays.stream(expected).map(Math::abs).max().orElseThrow();
      for (int i = 0; i < expected.length; i++) {
        assertThat(Math.abs(found[i] - expected[i])).isLessThan(1e-3 * largest);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("columns")
  void iterationsBeyondWhatRoundingPermitsDoNotLeadAway(RunOptions options) {
    List<CurvePoint> curve =
        descent(options.withSolver(Gradients.of(NONE, 0, 1e-12, 200)), 2)
            .state()
            .progress()
            .curve();
    assertThat(curve.get(curve.size() - 1).relativeResidual()).isLessThan(1e-5);
  }

  @Test
  void preconditionersSaveIterations() {
    int none = iterations(NONE, 0);
    assertThat(iterations(LANDMARKS, 200)).isLessThan(none / 2);
    assertThat(iterations(Preconditioner.PIVOTED_LANDMARKS, 200)).isLessThan(none / 2);
    assertThat(iterations(RANDOM_FEATURES, 500)).isLessThan(none / 2);
  }

  @Test
  void severalLevelsAreHardlyWorseThanOne() {
    int direct = iterations(RANDOM_FEATURES, 300);
    Kernel kernel = new Gaussian(0.4);
    assertThat(iterations(kernel, levels(800, 300, 300))).isLessThanOrEqualTo(direct * 3 / 2);
    assertThat(iterations(kernel, levels(800, 600, 300))).isLessThanOrEqualTo(direct * 3 / 2);
    assertThat(iterations(kernel, levels(300, 300, 300))).isEqualTo(direct);
  }

  @Test
  void tensorSketchPreconditionsThePolynomialKernel() {
    Kernel kernel = new Polynomial(3, 0.1, 1);
    int none = iterations(kernel, Gradients.of(NONE, 0, 1e-3, 1000));
    int sketched = iterations(kernel, Gradients.of(RANDOM_FEATURES, 300, 1e-3, 1000));
    assertThat(sketched).isLessThan(none * 2 / 3);
  }

  @Test
  void aResidualThatRisesFirstIsNoEnd() {
    RunOptions run =
        RunOptions.of(new Polynomial(3, 1, 1), 40, 1)
            .withPrecision(Precision.DOUBLE)
            .withRidge(new Ridge(0.1, false))
            .withSolver(Gradients.of(NONE, 0, 1e-3, 1000));
    try (LocalWorkers local =
        Shards.local(LetterData.instances(1000, 0), new Placement(3, 2), BACKEND)) {
      List<CurvePoint> curve =
          Trainings.of(run, new Scaling.Divide(15)).run(local).model().provenance().curve();
      assertThat(curve.get(50).relativeResidual()).isGreaterThan(1); // that of u = 0
      assertThat(curve.get(curve.size() - 1).relativeResidual()).isLessThan(1e-3);
    }
  }

  @Test
  void levelsDescend() {
    OptionalInt none = OptionalInt.empty();
    OptionalInt hundred = OptionalInt.of(100);
    assertThatThrownBy(() -> levels(LANDMARKS, hundred, none, 10))
        .hasMessage("features is given, which only preconditioner: random-features has");
    assertThatThrownBy(() -> levels(RANDOM_FEATURES, none, hundred, 10))
        .hasMessage("hadamard is given, which needs features");
    assertThatThrownBy(() -> levels(RANDOM_FEATURES, hundred, none, 101))
        .hasMessage("size is 101, must be at most features, 100");
    assertThatThrownBy(() -> levels(100, 101, 10))
        .hasMessage("hadamard is 101, must be at most features, 100");
    assertThatThrownBy(() -> levels(100, 50, 60))
        .hasMessage("size is 60, must be at most hadamard, 50");
    assertThatThrownBy(() -> levels(RANDOM_FEATURES, OptionalInt.of(0), none, 10))
        .hasMessage("features is 0, must be at least 1");
    assertThatThrownBy(() -> levels(100, 0, 10)).hasMessage("hadamard is 0, must be at least 1");
  }

  private static int iterations(Preconditioner kind, int size) {
    return iterations(new Gaussian(0.4), Gradients.of(kind, size, 1e-3, 1000));
  }

  /** Against the equations of one block, which LAPACK solves. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void landmarksPreconditionTheirEquations(int workers) {
    RunOptions exact =
        RunOptions.of(new Gaussian(0.4), 150, 1)
            .withSystem(EverySystem.nystrom(150, 1e-6))
            .withPrecision(Precision.DOUBLE)
            .withRidge(new Ridge(0.1, false));
    double[] expected = letterScores(exact, workers).scores();
    RunOptions gradients = exact.withSolver(ofLandmarks(1e-6, 100));
    Scores found = letterScores(gradients, workers);
    assertThat(found.iterations()).isLessThan(40);
    assertClose(found.scores(), expected, 1e-4);
    Scores ofFloats =
        letterScores(
            gradients.withSystem(
                new NystromOptions(
                    150,
                    Optional.empty(),
                    OptionalDouble.of(1e-6),
                    Optional.empty(),
                    Optional.of(Precision.SINGLE))),
            workers);
    assertClose(ofFloats.scores(), expected, 1e-3);
    RunOptions plain = exact.withSolver(Gradients.of(NONE, 0, 1e-6, 100));
    assertThat(letterScores(plain, workers).iterations()).isEqualTo(100);
  }

  @Test
  void landmarksPreconditionEachRidge() {
    RunOptions options = run(ofLandmarks(1e-8, 100)).withSystem(EverySystem.nystrom(40, 1e-3));
    Descent both = descent(options, 2);
    assertThat(both.state().warnings()).isEmpty();
    assertThat(both.state().progress().curve()).hasSizeLessThan(60);
  }

  private static ConjugateGradientsOptions ofLandmarks(double tolerance, int iterations) {
    return new ConjugateGradientsOptions(
        Optional.empty(),
        OptionalInt.empty(),
        OptionalDouble.empty(),
        OptionalDouble.of(tolerance),
        OptionalInt.of(iterations),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty());
  }

  private record Scores(double[] scores, int iterations) {}

  /** Scores of the rows that were learned from. */
  private static Scores letterScores(RunOptions options, int workers) {
    List<Instance> rows = LetterData.instances(1000, 0);
    try (LocalWorkers local = Shards.local(rows, new Placement(3, workers), BACKEND)) {
      TrainedModel model = Trainings.of(options, new Scaling.Divide(15)).run(local).model();
      double[] scores =
          model
              .scores(
                  rows.stream().limit(100).map(row -> ((Instance.Example) row).features()).toList(),
                  BACKEND)
              .toArray();
      return new Scores(scores, model.provenance().curve().size());
    }
  }

  private static void assertClose(double[] found, double[] expected, double most) {
    for (int i = 0; i < expected.length; i++) {
      assertThat(found[i]).isCloseTo(expected[i], within(most));
    }
  }

  private static int iterations(Kernel kernel, ConjugateGradientsOptions solver) {
    RunOptions options =
        RunOptions.of(kernel, 40, 1).withRidge(new Ridge(0.1, false)).withSolver(solver);
    try (LocalWorkers local =
        Shards.local(LetterData.instances(1000, 0), new Placement(3, 2), BACKEND)) {
      return Trainings.of(options, new Scaling.Divide(15))
          .run(local)
          .model()
          .provenance()
          .curve()
          .size();
    }
  }

  @Test
  void cachesDoNotChangeABit() {
    RunOptions options = run(Gradients.of(LANDMARKS, 30, 1e-4, 100));
    double[] expected = descent(options.withBudgets(0, 0), 2).coefficients();
    for (long cache : new long[] {100_000, 300_000, 1 << 30}) {
      assertThat(descent(options.withBudgets(cache, 0), 2).coefficients())
          .containsExactly(expected);
    }
  }

  @Test
  void cachesOfColumnsDoNotChangeABit() {
    RunOptions options = run(ofLandmarks(1e-4, 30)).withSystem(EverySystem.nystrom(40, 1e-3));
    double[] expected = descent(options.withBudgets(0, 0), 2).coefficients();
    for (long cache : new long[] {10_000, 30_000, 1 << 30}) {
      assertThat(descent(options.withBudgets(cache, 0), 2).coefficients())
          .containsExactly(expected);
    }
  }

  @Test
  void heldOutRowsAreScoredNowAndThen() {
    RunOptions options =
        run(Gradients.of(NONE, 0, 1e-6, 25))
            .withEvaluation(new Evaluation(OptionalInt.of(10), OptionalInt.empty()));
    List<CurvePoint> curve = descent(options, 2).state().progress().curve();
    assertThat(curve).hasSize(25);
    for (CurvePoint point : curve) {
      if (point.epoch() % 10 == 0 || point.epoch() == 25) {
        assertThat(point.validationError()).isNotNull();
      } else {
        assertThat(point.validationError()).isNull();
      }
    }
  }

  @Test
  void anEndBeforeTheToleranceIsSaid() {
    Descent descent = descent(run(Gradients.of(NONE, 0, 1e-6, 5)), 2);
    assertThat(descent.state().converged()).contains(false);
    assertThat(descent.state().warnings())
        .singleElement()
        .asString()
        .startsWith("conjugate gradients ended after 5 iterations (maxIterations)");
  }

  @Test
  void roundingEndsWhatCannotConverge() {
    Descent descent =
        descent(run(Gradients.of(LANDMARKS, 60, 1e-15, 1000)).withPrecision(Precision.SINGLE), 2);
    assertThat(descent.state().converged()).contains(false);
    assertThat(descent.state().warnings())
        .singleElement()
        .asString()
        .contains("rounding leaves no progress");
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertThatThrownBy(() -> Gradients.of(LANDMARKS, 0, 1e-3, 10))
        .hasMessage("size is 0, must be at least 1");
    assertThatThrownBy(() -> Gradients.of(LANDMARKS, 10, 0, 10))
        .hasMessage("tolerance is 0.0, must be above 0 and below 1");
    assertThatThrownBy(() -> Gradients.of(LANDMARKS, 10, -1, 10))
        .hasMessage("tolerance is -1.0, must be a relative residual from 0 to below 1");
    assertThatThrownBy(() -> Gradients.of(LANDMARKS, 10, 1e-3, 0))
        .hasMessage("maxIterations is 0, must be at least 1");
    assertThatThrownBy(() -> descent(run(Gradients.of(LANDMARKS, ROWS, 1e-3, 10)), 2))
        .hasMessage("solver.size is 150, must be less than the number of training rows, 150");
    assertThatThrownBy(
            () ->
                Gradients.of(LANDMARKS, 10, 1e-3, 10)
                    .check(EverySystem.fourier(20, RandomFourier.Form.COSINE), new Gaussian(1)))
        .hasMessage("solver.preconditioner is landmarks, which needs system: {type: full-kernel}");
    assertThatThrownBy(
            () ->
                new ConjugateGradientsOptions(
                    Optional.of(NONE),
                    OptionalInt.of(5),
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty()))
        .hasMessage("size is given, which preconditioner: none has not");
    assertThatThrownBy(
            () ->
                Gradients.of(LANDMARKS, 5, 1e-3, 10).check(NystromOptions.of(20), new Gaussian(1)))
        .hasMessage("solver.size is 5, which needs system: {type: full-kernel}");
    assertThatThrownBy(
            () ->
                Gradients.of(RANDOM_FEATURES, 5, 1e-3, 10)
                    .check(NystromOptions.of(20), new Gaussian(1)))
        .hasMessage(
            "solver.preconditioner is random-features, which needs system: {type: full-kernel}");
    ofLandmarks(1e-3, 10).check(NystromOptions.of(20), new Gaussian(1));
    Gradients.of(NONE, 0, 1e-3, 10)
        .check(
            new NystromOptions(20, Optional.empty(), OptionalDouble.empty(), Optional.empty()),
            new Gaussian(1));
  }
}
