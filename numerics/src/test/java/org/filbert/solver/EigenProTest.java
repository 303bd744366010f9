package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.data.Sample;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Cauchy;
import org.filbert.kernel.Exponential;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.Linear;
import org.filbert.kernel.Matern;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.CurvePoint;
import org.filbert.random.Purpose;
import org.filbert.shard.ShardState;
import org.filbert.system.Ridge;
import org.filbert.system.RowDraw;
import org.filbert.testing.Descent;
import org.filbert.testing.EverySystem;
import org.filbert.testing.Records;
import org.filbert.testing.ReferenceSystem;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.train.Storage;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where EigenPro gets to, how it chooses, and what it does about what cannot work. */
class EigenProTest {
  private static final Backend BACKEND = Backends.choose("auto", "plain");
  private static final Records RECORDS = new Records(4, false, 3, 61);

  /** 0 for what is left to the solver. */
  private static EigenPro.Options options(int epochs, int m, int q, int batch, double step) {
    return new EigenPro.Options(
        epochs,
        OptionalInt.empty(),
        m == 0 ? OptionalInt.empty() : OptionalInt.of(m),
        q < 0 ? OptionalInt.empty() : OptionalInt.of(q),
        batch == 0 ? OptionalInt.empty() : OptionalInt.of(batch),
        step == 0 ? OptionalDouble.empty() : OptionalDouble.of(step));
  }

  private static RunOptions run(Kernel kernel, SystemSolverOptions solver) {
    return RunOptions.of(kernel, 16, 1)
        .withPrecision(Precision.DOUBLE)
        .withRidge(Ridge.NONE)
        .withSolver(solver);
  }

  private record Run(Descent descent, List<String> warnings) {
    static Run of(RunOptions options, List<Instance> rows) {
      try (LocalWorkers local = Shards.local(rows, new Placement(7, 2), BACKEND)) {
        Descent descent = Descent.run(options, Storage.DENSE, local);
        return new Run(descent, descent.state().warnings());
      }
    }

    CurvePoint last() {
      List<CurvePoint> curve = descent.state().progress().curve();
      return curve.get(curve.size() - 1);
    }

    double choice(String name) {
      return descent.state().choices().get(name);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.3})
  void itsFixedPointIsTheSolution(double ridge) {
    Kernel kernel = new Exponential(0.5);
    RunOptions options =
        run(kernel, options(600, 60, 50, 15, 0))
            .withRidge(ridge == 0 ? Ridge.NONE : new Ridge(ridge, false));
    Run run = Run.of(options, RECORDS.of(Role.TRAIN, 60));
    List<Sample> train = run.descent().train();
    double[][] x = rows(train.stream().map(Sample::x).flatMap(r -> rows(r.count(), r::row)));
    Matrix y = Matrix.concat(train.stream().map(Sample::y).toList());
    double[][] alpha =
        ReferenceSystem.solve(kernel, ridge, x, rows(rows(y.rows(), y::row)), BACKEND);
    double[] expected = Stream.of(alpha).flatMapToDouble(Arrays::stream).toArray();
    double largest = Arrays.stream(expected).map(Math::abs).max().orElse(0);
    assertThat(run.descent().coefficients()).containsExactly(expected, within(1e-10 * largest));
    assertThat(run.last().trainError()).isZero();
    assertThat(run.warnings()).isEmpty();
  }

  private static Stream<double[]> rows(int count, java.util.function.IntFunction<double[]> row) {
    return IntStream.range(0, count).mapToObj(row);
  }

  private static double[][] rows(Stream<double[]> rows) {
    return rows.toArray(double[][]::new);
  }

  static Stream<Kernel> kernels() {
    return Stream.of(
        new Gaussian(1),
        new Gaussian(0.2),
        new Exponential(1),
        new Laplacian(1),
        new Cauchy(1),
        new Matern(1.5, 1),
        new Matern(2.5, 1));
  }

  /** With the step that it chooses I - η·P^½·C·P^½ shrinks, C the mean of φφᵀ over all rows. */
  @ParameterizedTest
  @MethodSource("kernels")
  void theStepItChoosesIsStable(Kernel kernel) {
    int n = 240;
    for (int batch : new int[] {0, 3, 200}) {
      Run run = Run.of(run(kernel, options(4, 80, -1, batch, 0)), RECORDS.of(Role.TRAIN, n));
      assertThat(run.warnings()).isEmpty();
      assertThat(run.last().relativeResidual()).isLessThan(0.9);
      List<Integer> shards = run.descent().train().stream().map(Sample::count).toList();
      double[][] x =
          rows(run.descent().train().stream().map(Sample::x).flatMap(r -> rows(r.count(), r::row)));
      double[][] phi = StochasticReference.cholesky(shifted(kernel, x));
      double[] ones = new double[n];
      Arrays.fill(ones, 1);
      int q = (int) run.choice("eigenvectors");
      StochasticReference reference =
          StochasticReference.of(
              phi,
              new double[n][1],
              ones,
              0,
              rows(RowDraw.of(7, Purpose.SUBSAMPLE, 80, shards), shards),
              q,
              1,
              BACKEND);
      double largest = reference.largest(IntStream.range(0, n).toArray());
      // About half of what is stable is left to the differences of batches from their mean.
      assertThat(run.choice("stepSize") * largest).isLessThan(batch == 200 ? 2 : 1.1);
    }
  }

  private static int[] rows(RowDraw draw, List<Integer> shards) {
    return StochasticReference.rows(
        shards,
        IntStream.range(0, shards.size()).mapToObj(i -> draw.places(i, shards.get(i))).toList());
  }

  private static double[][] shifted(Kernel kernel, double[][] x) {
    double[][] a = ReferenceSystem.kernelMatrix(kernel, x, x);
    for (int i = 0; i < x.length; i++) {
      a[i][i] += 1e-9;
    }
    return a;
  }

  @Test
  void itIsFasterThanPlainSteps() {
    List<Instance> rows = RECORDS.of(Role.TRAIN, 300);
    Run plain = Run.of(run(new Gaussian(1), options(5, 200, 0, 60, 0)), rows);
    Run fast = Run.of(run(new Gaussian(1), options(5, 200, 40, 60, 0)), rows);
    assertThat(fast.last().relativeResidual()).isLessThan(0.9 * plain.last().relativeResidual());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void withoutEigenvectorsItIsPlainDescentBitForBit(boolean features) {
    List<Instance> rows = RECORDS.of(Role.TRAIN, 90);
    RunOptions eigenpro = run(new Gaussian(1), options(3, 0, 0, 10, 0));
    RunOptions plain =
        eigenpro.withSolver(
            new StochasticGradients.Options(
                3,
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.of(10),
                OptionalDouble.empty()));
    if (features) {
      eigenpro = eigenpro.withSystem(EverySystem.fourier(40, RandomFourier.Form.COSINE));
      plain = plain.withSystem(EverySystem.fourier(40, RandomFourier.Form.COSINE));
    }
    Run found = Run.of(eigenpro, rows);
    assertThat(found.descent().coefficients())
        .containsExactly(Run.of(plain, rows).descent().coefficients());
    assertThat(found.choice("eigenvectors")).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void hingeLossComesToTheSolutionWithMargins(boolean features) {
    RunOptions hinge =
        run(
                new Gaussian(1),
                new StochasticGradients.Options(
                    60,
                    Optional.of(StochasticGradients.LossChoice.HINGE),
                    OptionalInt.empty(),
                    OptionalInt.of(5),
                    OptionalDouble.empty()))
            .withRidge(new Ridge(0.1, false));
    if (features) {
      hinge = hinge.withSystem(EverySystem.fourier(200, RandomFourier.Form.COSINE));
    }
    Run run = Run.of(hinge, RECORDS.of(Role.TRAIN, 90));
    List<CurvePoint> curve = run.descent().state().progress().curve();
    assertThat(run.last().objective()).isLessThan(0.25 * curve.get(0).objective());
    assertThat(run.last().trainError()).isLessThan(0.05);
    assertThat(run.warnings()).isEmpty();
  }

  @Test
  void stepsThatAreTooLongAreHalvedAndLearnedFromAgain() {
    List<Instance> rows = RECORDS.of(Role.TRAIN, 120);
    Run run = Run.of(run(new Gaussian(1), options(10, 0, 5, 10, 1e5)), rows);
    assertThat(run.warnings()).hasSizeGreaterThan(3);
    assertThat(run.warnings().get(0))
        .startsWith("the loss of a batch in epoch 1 came to ")
        .endsWith(
            " times that of no model: back to where epoch 1 began, step sizes halved to 5.000e+04");
    assertThat(run.choice("stepSize"))
        .isLessThan(1000)
        .isEqualTo(Math.scalb(1e5, -run.warnings().size()));
    assertThat(run.last().relativeResidual()).isLessThan(0.8);
    assertThat(run.descent().state().progress().curve()).hasSize(10);
    assertThatThrownBy(() -> Run.of(run(new Gaussian(1), options(10, 0, 5, 10, 1e300)), rows))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("stepSize diverges, even ");
  }

  @Test
  void patienceEndsARunAndKeepsTheBest() {
    List<Instance> rows = new ArrayList<>(RECORDS.of(Role.TRAIN, 100));
    rows.addAll(RECORDS.of(Role.VALIDATION, 40));
    EigenPro.Options patient =
        new EigenPro.Options(
            200,
            OptionalInt.of(3),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalDouble.empty());
    Progress progress = Run.of(run(new Gaussian(1), patient), rows).descent().state().progress();
    assertThat(progress.curve()).hasSizeLessThan(200).hasSize(progress.bestEpoch() + 3);
  }

  @ParameterizedTest
  @EnumSource(Precision.class)
  void rowsThatAreThereTwice(Precision precision) {
    List<Instance> rows = new ArrayList<>();
    for (Instance row : RECORDS.of(Role.TRAIN, 40)) {
      Instance.Example example = (Instance.Example) row;
      for (int copy = 0; copy < 3; copy++) {
        rows.add(
            new Instance.Example(
                Role.TRAIN, 3 * example.position() + copy, example.features(), example.target()));
      }
    }
    Run run = Run.of(run(new Gaussian(1), options(30, 0, -1, 0, 0)).withPrecision(precision), rows);
    assertThat(run.last().trainError()).isZero();
    assertThat(run.descent().coefficients()).doesNotContain(Double.NaN);
    assertThat(run.warnings()).isEmpty();
    assertThat(run.choice("eigenvectors")).isLessThanOrEqualTo(40);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void featuresThatAreConstant(boolean linear) {
    List<Instance> rows =
        RECORDS.of(Role.TRAIN, 50).stream()
            .<Instance>map(
                row ->
                    new Instance.Example(
                        Role.TRAIN,
                        row.position(),
                        new Features.Dense(new double[] {linear ? 0 : 3, 0}),
                        ((Instance.Example) row).target()))
            .toList();
    Kernel kernel = linear ? new Linear() : new Gaussian(1);
    Run run = Run.of(run(kernel, options(3, 0, -1, 0, 0)), rows);
    assertThat(run.descent().coefficients()).doesNotContain(Double.NaN);
    assertThat(run.choice("eigenvectors")).isZero();
    if (linear) {
      assertThat(run.descent().coefficients()).containsOnly(0);
    }
  }

  @Test
  void refusesWhatCannotBe() {
    assertThatThrownBy(() -> options(0, 0, -1, 0, 0)).hasMessage("epochs is 0, must be at least 1");
    assertThatThrownBy(() -> options(1, 10, 10, 0, 0))
        .hasMessage("eigenvectors is 10, must be below subsample, 10");
    assertThatThrownBy(() -> options(1, 0, -1, 0, -1))
        .hasMessage("stepSize is -1.0, must be a number above 0");
    assertThatThrownBy(() -> options(1, 0, -1, 0, Double.NaN))
        .hasMessage("stepSize is NaN, must be a number above 0");
    assertThatThrownBy(() -> options(1, 0, -1, -3, 0))
        .hasMessage("batchSize is -3, must be at least 1");
    refused(options(1, 0, 30, 0, 0), "eigenvectors is 30, must be below subsample, 30");
    refused(
        options(1, 31, 5, 0, 0),
        "subsample is 31, must be at most the number of training rows, 30");
    refused(
        options(1, 0, 5, 31, 0),
        "batchSize is 31, must be at most the number of training rows, 30");
    RunOptions nystrom =
        run(new Gaussian(1), options(1, 0, -1, 0, 0)).withSystem(EverySystem.nystrom(20, 1e-3));
    assertThatThrownBy(nystrom::options)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("system.type is nystrom, which solver.type: eigenpro does not go with");
    assertThatThrownBy(() -> RunOptions.of(new Gaussian(1), 5, 1).withRidge(Ridge.NONE).options())
        .hasMessage("ridge is 0.0, must be a number above 0");
  }

  private static void refused(EigenPro.Options options, String message) {
    assertThatThrownBy(() -> Run.of(run(new Gaussian(1), options), RECORDS.of(Role.TRAIN, 30)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void shardsWithoutRowsDoNoHarm() {
    List<Instance> rows = RECORDS.of(Role.TRAIN, 5);
    try (LocalWorkers local = Shards.local(rows, new Placement(7, 9), BACKEND)) {
      assertThat(local.gather(worker -> worker.get(ShardState.INSTANCES).size())).contains(0);
      Descent descent =
          Descent.run(run(new Gaussian(1), options(3, 0, -1, 1, 0)), Storage.DENSE, local);
      assertThat(descent.coefficients()).doesNotContain(Double.NaN, 0.0);
    }
  }
}
