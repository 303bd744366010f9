package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.filbert.data.Rows;
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
import org.filbert.system.equations.Ridge;
import org.filbert.system.equations.RowDraw;
import org.filbert.testing.Close;
import org.filbert.testing.Descent;
import org.filbert.testing.EverySystem;
import org.filbert.testing.Records;
import org.filbert.testing.ReferenceSystem;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.train.columns.Storage;
import org.filbert.train.method.Progress;
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
  private static EigenProOptions options(int epochs, int m, int q, int batch, double step) {
    return new EigenProOptions(
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
    Close.assertClose(run.descent().coefficients(), expected, 1e-10 * largest);
    assertThat(run.last().trainError()).isZero();
    assertThat(run.warnings()).isEmpty();
  }

  /**
   * The least-squares solution over the columns of p centres, of all rows; in batches of all, since
   * what is left of the targets keeps smaller ones from it.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.3})
  void ofCentresItIsTheLeastSquaresSolution(double ridge) {
    RunOptions options =
        run(new Exponential(0.5), options(400, 60, 15, 60, 0))
            .withSystem(EverySystem.nystrom(20, 1e-6))
            .withRidge(ridge == 0 ? Ridge.NONE : new Ridge(ridge, false));
    Run run = Run.of(options, RECORDS.of(Role.TRAIN, 60));
    List<Sample> train = run.descent().train();
    double[][] x = rows(train.stream().map(Sample::x).flatMap(r -> rows(r.count(), r::row)));
    Rows centres = run.descent().model().centres();
    double[][] c = rows(rows(centres.count(), centres::row));
    Matrix z = matrix(ReferenceSystem.kernelMatrix(new Exponential(0.5), x, c));
    Matrix a = matrix(ReferenceSystem.kernelMatrix(new Exponential(0.5), c, c));
    Matrix y = Matrix.concat(train.stream().map(Sample::y).toList());
    for (int i = 0; i < centres.count(); i++) {
      a.set(i, i, a.get(i, i) + 1e-6);
    }
    BACKEND.blas().gemm(true, false, 1, z, z, ridge, a);
    Matrix expected = Matrix.zeros(Precision.DOUBLE, centres.count(), y.cols());
    BACKEND.blas().gemm(true, false, 1, z, y.copy(Precision.DOUBLE), 0, expected);
    BACKEND.blas().cholesky(a);
    BACKEND.blas().solveCholesky(a, expected);
    double largest = Arrays.stream(expected.toArray()).map(Math::abs).max().orElseThrow();
    Close.assertClose(run.descent().coefficients(), expected.toArray(), 1e-6 * largest);
    assertThat(run.warnings()).isEmpty();
  }

  private static Matrix matrix(double[][] rows) {
    double[] elements = Stream.of(rows).flatMapToDouble(Arrays::stream).toArray();
    return Matrix.of(Precision.DOUBLE, rows.length, rows[0].length, elements);
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

  /**
   * With the step η that it chooses the largest eigenvalue of E(I - ηH_B)² is below 1, H_B =
   * P^½·C_B·P^½ and C_B the mean of φφᵀ over a batch B; and all steps of a run together enlarge
   * nothing. It is no more than that: a single batch of critical size may have an ηH_B of norm 3,
   * and overshoot.
   */
  @ParameterizedTest
  @MethodSource("kernels")
  void theStepItChoosesIsStable(Kernel kernel) {
    int n = 240;
    for (int batch : new int[] {0, 3, 60, 200}) {
      Run run = Run.of(run(kernel, options(4, 80, -1, batch, 0)), RECORDS.of(Role.TRAIN, n));
      assertThat(run.warnings()).isEmpty();
      assertThat(run.last().relativeResidual()).isLessThan(0.9);
      List<Integer> shards = run.descent().train().stream().map(Sample::count).toList();
      double[][] x =
          rows(run.descent().train().stream().map(Sample::x).flatMap(r -> rows(r.count(), r::row)));
      double[] ones = new double[n];
      Arrays.fill(ones, 1);
      StochasticReference reference =
          StochasticReference.of(
              StochasticReference.cholesky(shifted(kernel, x)),
              new double[n][1],
              ones,
              0,
              rows(RowDraw.of(7, Purpose.SUBSAMPLE, 80, shards), shards),
              (int) run.choice("eigenvectors"),
              1,
              BACKEND);
      double step = run.choice("stepSize");
      int size = (int) run.choice("batchSize");
      int steps = (n - 1) / size + 1;
      List<int[]> batches =
          IntStream.rangeClosed(1, 4)
              .boxed()
              .flatMap(e -> IntStream.range(0, steps).mapToObj(i -> batch(e, i, steps, shards)))
              .toList();
      assertThat(reference.largestOfSquare(size, step, BACKEND)).isLessThan(1);
      assertThat(reference.normOfSteps(batches, step, BACKEND)).isLessThan(1 + 1e-9);
      if (batch == 3) {
        double largest =
            batches.stream().mapToDouble(b -> reference.largest(b, BACKEND)).max().orElseThrow();
        assertThat(step * largest).isLessThan(2);
      }
    }
  }

  private static int[] batch(int epoch, int part, int parts, List<Integer> shards) {
    return rows(RowDraw.part(7, Purpose.MINI_BATCH, epoch, part, parts, shards), shards);
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

  @ParameterizedTest
  @ValueSource(ints = {120, 60})
  void aDivergenceInTheVeryLastBatchIsSeen(int batch) {
    double step = batch == 120 ? 1e5 : 700;
    Run run =
        Run.of(run(new Gaussian(1), options(1, 0, 5, batch, step)), RECORDS.of(Role.TRAIN, 120));
    assertThat(run.warnings()).isNotEmpty();
    assertThat(run.choice("stepSize")).isEqualTo(Math.scalb(step, -run.warnings().size()));
    double[] coefficients = run.descent().coefficients();
    assertThat(Arrays.stream(coefficients).map(Math::abs).max().orElseThrow()).isLessThan(10);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void patienceEndsARunAndKeepsTheBest(boolean plain) {
    List<Instance> rows = new ArrayList<>(RECORDS.of(Role.TRAIN, 100));
    rows.addAll(RECORDS.of(Role.VALIDATION, 40));
    Run run = Run.of(run(new Gaussian(1), patient(plain, 200)), rows);
    Progress progress = run.descent().state().progress();
    assertThat(progress.curve()).hasSizeLessThan(200).hasSize(progress.bestEpoch() + 3);
    Run best = Run.of(run(new Gaussian(1), patient(plain, progress.bestEpoch())), rows);
    assertThat(run.descent().coefficients()).containsExactly(best.descent().coefficients());
  }

  private static SystemSolverOptions patient(boolean plain, int epochs) {
    OptionalInt patience = OptionalInt.of(3);
    OptionalInt absent = OptionalInt.empty();
    OptionalDouble step = OptionalDouble.empty();
    return plain
        ? new StochasticGradients.Options(epochs, Optional.empty(), patience, absent, step)
        : new EigenProOptions(epochs, patience, absent, absent, absent, step);
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
    RunOptions bins =
        run(new Laplacian(1), options(1, 0, -1, 0, 0)).withSystem(EverySystem.binning(4));
    assertThatThrownBy(bins::spec)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "solver.type is eigenpro, which needs system: {type: full-kernel}, {type: nystrom} or"
                + " {type: random-features}");
    assertThatThrownBy(() -> RunOptions.of(new Gaussian(1), 5, 1).withRidge(Ridge.NONE).spec())
        .hasMessage("ridge is 0.0, must be a number above 0");
  }

  private static void refused(EigenProOptions options, String message) {
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
