package org.filbert.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.filbert.solver.Preconditioner.NONE;
import static org.filbert.solver.Preconditioner.RANDOM_FEATURES;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.RefusedException;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Laplacian;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.loss.SquareLoss;
import org.filbert.model.CurvePoint;
import org.filbert.model.TrainedModel;
import org.filbert.solver.SystemSolverOptions;
import org.filbert.system.Batchwise;
import org.filbert.system.equations.Risk;
import org.filbert.testing.EverySystem;
import org.filbert.testing.Gradients;
import org.filbert.testing.RunOptions;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Targets of any size and in any unit give the same function in that unit. */
class TargetMagnitudesTest {
  private static final int ROWS = 60;
  private static final double[] UNITS = {1e-300, 1e-50, 1e-7, 1e45, 1e300};

  static Stream<Named<RunOptions>> runs() {
    List<Named<RunOptions>> runs = new ArrayList<>();
    EverySystem.of(24, 12, 3).forEach(runs::add);
    for (Named<RunOptions> run : EverySystem.of(24, 12, 3).toList()) {
      runs.add(with("conjugate gradients", run, Gradients.of(NONE, 0, 1e-7, 200)));
      if (Batchwise.FACET.offeredBy(run.getPayload().system())) {
        runs.add(with("eigenpro", run, SweepTest.EIGENPRO));
        runs.add(with("sgd", run, SweepTest.SGD));
      }
    }
    RunOptions gaussian = RunOptions.of(new Gaussian(1), 12, 3);
    runs.add(
        Named.of(
            "preconditioned", gaussian.withSolver(Gradients.of(RANDOM_FEATURES, 10, 1e-7, 200))));
    RunOptions bins =
        RunOptions.of(new Laplacian(1), 12, 3)
            .withSystem(EverySystem.binning(8))
            .withRisk(new Risk(new SquareLoss(), Risk.Norm.L1));
    runs.add(Named.of("sparse weights", bins));
    runs.add(with("coordinate descent", Named.of("bins", bins), SweepTest.COORDINATES));
    return runs.stream();
  }

  private static Named<RunOptions> with(
      String name, Named<RunOptions> run, SystemSolverOptions solver) {
    return Named.of(name + " on " + run.getName(), run.getPayload().withSolver(solver));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void theUnitOfTheTargetsIsThatOfTheModel(RunOptions options) {
    compare(options, 5e-3);
    compare(options.withPrecision(Precision.DOUBLE), 1e-3);
  }

  private static void compare(RunOptions options, double tolerance) {
    Result expected = train(options, 1);
    for (double unit : UNITS) {
      Result found = train(options, unit);
      for (int i = 0; i < found.scores().length; i++) {
        assertThat(found.scores()[i] / unit).isCloseTo(expected.scores()[i], within(tolerance));
      }
      assertThat(found.error() / unit).isCloseTo(expected.error(), within(tolerance));
    }
  }

  private record Result(double[] scores, double error) {}

  private static Result train(RunOptions options, double unit) {
    TrainedModel model = options.spec().train(rows(unit));
    List<Features> inputs =
        rows(1).stream().map(row -> ((Instance.Example) row).features()).toList();
    double[] scores = model.scores(inputs, Backends.best()).toArray();
    List<CurvePoint> curve = model.provenance().curve();
    return new Result(scores, curve.get(curve.size() - 1).trainError());
  }

  private static List<Instance> rows(double unit) {
    Random random = new Random(4);
    List<Instance> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      double[] x = {random.nextGaussian(), random.nextGaussian()};
      rows.add(example(i, x, unit * (3 + Math.sin(2 * x[0]))));
    }
    return rows;
  }

  private static Instance example(int i, double[] x, double... y) {
    return new Instance.Example(Role.TRAIN, i, new Features.Dense(x), new Target.Values(y.clone()));
  }

  @Test
  void everyColumnHasItsOwnScale() {
    List<Instance> rows = new ArrayList<>();
    for (Instance row : rows(1)) {
      Instance.Example example = (Instance.Example) row;
      double y = ((Target.Values) Objects.requireNonNull(example.target())).values()[0];
      double[] x = ((Features.Dense) example.features()).values();
      rows.add(example((int) example.position(), x, 1e-60 * y, y, 1e50 * y));
    }
    TrainedModel model = TrainingSpec.of(new Gaussian(1)).train(rows);
    double[] scores =
        model
            .scores(List.of(new Features.Dense(new double[] {0.3, 0.4})), Backends.best())
            .toArray();
    assertThat(scores[0] * 1e60).isCloseTo(scores[1], within(1e-5));
    assertThat(scores[2] / 1e50).isCloseTo(scores[1], within(1e-5));
  }

  @Test
  void constantTargetsAreNotScaled() {
    double[][] x = {{0}, {1}, {2}};
    double[] y = {0.1, 0.1, 0.1};
    TrainedModel model = TrainingSpec.of(new Gaussian(1)).train(x, y);
    assertThat(model.predictValue(0.5)).isCloseTo(0.1, within(1e-15));
  }

  @Test
  void targetsThatReachBeyondTheRangeOfNumbersAreRefused() {
    double[][] x = {{0}, {1}, {2}};
    double[] y = {Double.MAX_VALUE, Double.MAX_VALUE, 1};
    assertThatThrownBy(() -> TrainingSpec.of(new Gaussian(1)).train(x, y))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("the targets of column 1 reach beyond the range of numbers");
  }
}
