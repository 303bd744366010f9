package org.filbert.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.data.DataException;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.RefusedException;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.kernel.Exponential;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.Linear;
import org.filbert.kernel.Polynomial;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.model.TrainedModel;
import org.filbert.solver.BlockDescentOptions;
import org.filbert.solver.EigenProOptions;
import org.filbert.solver.SolverOptions;
import org.filbert.system.NystromOptions;
import org.filbert.testing.Gradients;
import org.filbert.testing.ReferenceSystem;
import org.filbert.train.columns.Scaling;
import org.filbert.train.rows.LocalRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Trainings on rows of which few are far off, or whose numbers are of extreme size, against one
 * Cholesky solution in double of a kernel matrix by definition: the error is the same, or the run
 * is refused and says why.
 */
class FarValuesTest {
  private static final Backend BACKEND = Backends.choose("auto", "plain");
  private static final int ROWS = 500;
  private static final int TEST_ROWS = 300;
  private static final double RIDGE = 0.01;

  private final double[][] x = normal(1, ROWS);
  private final double[] y = targets(x);
  private final double[][] testX = normal(2, TEST_ROWS);
  private final double[] testY = targets(testX);

  private static double[][] normal(long seed, int rows) {
    Random random = new Random(seed);
    double[][] values = new double[rows][3];
    for (double[] row : values) {
      Arrays.setAll(row, j -> random.nextGaussian());
    }
    return values;
  }

  private static double[] targets(double[][] x) {
    return Arrays.stream(x).mapToDouble(row -> Math.sin(row[0]) + row[1] * row[2] / 2).toArray();
  }

  private void multiply(double factor) {
    for (double[][] rows : new double[][][] {x, testX}) {
      for (double[] row : rows) {
        Arrays.setAll(row, j -> row[j] * factor);
      }
    }
  }

  /** The error of the exact solution on the test rows. */
  private double exact(Kernel kernel) {
    double mean = Arrays.stream(y).average().orElseThrow();
    double spread =
        Math.sqrt(Arrays.stream(y).map(v -> (v - mean) * (v - mean)).average().orElseThrow());
    double[][] scores =
        Arrays.stream(y).mapToObj(v -> new double[] {(v - mean) / spread}).toArray(double[][]::new);
    double[][] alpha = ReferenceSystem.solve(kernel, RIDGE, x, scores, BACKEND);
    double[][] f = ReferenceSystem.multiply(ReferenceSystem.kernelMatrix(kernel, testX, x), alpha);
    return rmse(i -> mean + spread * f[i][0]);
  }

  private double error(TrainedModel model) {
    return rmse(i -> model.predictValue(testX[i]));
  }

  private double rmse(java.util.function.IntToDoubleFunction predicted) {
    return Math.sqrt(
        IntStream.range(0, TEST_ROWS)
            .mapToDouble(i -> Math.pow(predicted.applyAsDouble(i) - testY[i], 2))
            .average()
            .orElseThrow());
  }

  private static TrainingBuilder spec(Kernel kernel, SolverOptions solver) {
    return TrainingSpec.of(kernel).ridge(RIDGE).solver(solver);
  }

  private static final BlockDescentOptions ONE_BLOCK = BlockDescentOptions.of(1000, 1);
  private static final BlockDescentOptions BLOCKS = BlockDescentOptions.of(250, 200);
  private static final SolverOptions CONJUGATE =
      Gradients.of(org.filbert.solver.Preconditioner.LANDMARKS, 100, 1e-8, 300);
  private static final SolverOptions EIGENPRO =
      new EigenProOptions(
          20,
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalDouble.empty());

  static Stream<SolverOptions> solvers() {
    return Stream.of(ONE_BLOCK, BLOCKS, CONJUGATE);
  }

  static Stream<Arguments> cells() {
    return Stream.of(2147483647, 1e12, 9.97e36)
        .flatMap(
            cell ->
                solvers()
                    .flatMap(
                        solver ->
                            Stream.of(new Gaussian(1.5), new Laplacian(3), new Exponential(2))
                                .map(kernel -> Arguments.of(cell, solver, kernel))));
  }

  @ParameterizedTest
  @MethodSource("cells")
  void oneCellThatIsFarOffChangesNothingForOtherRows(
      double cell, SolverOptions solver, Kernel kernel) {
    x[17][1] = cell;
    assertThat(error(spec(kernel, solver).train(x, y)))
        .isCloseTo(exact(kernel), withinPercentage(1));
  }

  static Stream<Arguments> fills() {
    return Stream.of(-999.0, -9999.0)
        .flatMap(fill -> solvers().map(solver -> Arguments.of(fill, solver)));
  }

  @ParameterizedTest
  @MethodSource("fills")
  void aFillValueInManyCellsIsComputedInDouble(double fill, SolverOptions solver) {
    Random random = new Random(3);
    for (double[] row : x) {
      Arrays.setAll(row, j -> random.nextDouble() < 0.05 ? fill : row[j]);
    }
    Kernel kernel = new Gaussian(1.5);
    TrainedModel model = spec(kernel, solver).train(x, y);
    assertThat(model.preprocessing().precision()).isEqualTo(Precision.DOUBLE);
    assertThat(error(model)).isCloseTo(exact(kernel), withinPercentage(1));
  }

  @Test
  void farCellsDoNotDisturbOtherSystemsAndSolvers() {
    NystromOptions nystrom =
        new NystromOptions(300, Optional.empty(), OptionalDouble.empty(), Optional.empty());
    Kernel kernel = new Gaussian(1.5);
    SolverOptions landmarks = BlockDescentOptions.of(300, 2);
    double clean = error(spec(kernel, landmarks).system(nystrom).train(x, y));
    double cleanEigenPro = error(spec(kernel, EIGENPRO).train(x, y));
    x[17][1] = 2147483647;
    assertThat(error(spec(kernel, landmarks).system(nystrom).train(x, y))).isLessThan(1.5 * clean);
    assertThat(error(spec(kernel, EIGENPRO).train(x, y))).isLessThan(1.5 * cleanEigenPro);
  }

  @Test
  void aValueThatManyRowsShareSoFarOffThatDoubleLosesThemIsRefused() {
    for (int i = 0; i < ROWS; i++) {
      x[i][2] = i % 100 == 0 ? 0 : 1.7e12 + x[i][2];
    }
    assertThatThrownBy(() -> spec(new Gaussian(1.5), ONE_BLOCK).train(x, y))
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith("feature 3 has the value 0, 1.1e+12 times sigma from the centre")
        .hasMessageContaining(
            "values as far off are in 5 rows (1.0 %): double precision cannot tell");
  }

  @ParameterizedTest
  @CsvSource({"1e-300", "1e-20", "1e19", "1e300"})
  void inputsAndWidthOfAnySizeAreTheSame(double unit) {
    double expected = exact(new Gaussian(1.5));
    multiply(unit);
    for (SolverOptions solver : solvers().toList()) {
      assertThat(error(spec(new Gaussian(1.5 * unit), solver).train(x, y)))
          .isCloseTo(expected, withinPercentage(1));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-200, 1e200})
  void standardScalingWorksAtAnySize(double unit) {
    double expected =
        error(spec(new Gaussian(1.5), ONE_BLOCK).scaling(new Scaling.Standard()).train(x, y));
    multiply(unit);
    assertThat(
            error(spec(new Gaussian(1.5), ONE_BLOCK).scaling(new Scaling.Standard()).train(x, y)))
        .isCloseTo(expected, withinPercentage(1));
  }

  @Test
  void aHeldOutRowWithoutKernelValuesIsNamed() {
    List<Instance> rows =
        new ArrayList<>(LocalRows.rows(x, ROWS, i -> new Target.Values(new double[] {y[i]})));
    rows.add(
        new Instance.Example(
            Role.TEST,
            3,
            new Features.Dense(new double[] {0, 1e30, 0}),
            new Target.Values(new double[] {1})));
    assertThatThrownBy(() -> spec(new Gaussian(1.5), ONE_BLOCK).train(rows))
        .isInstanceOfSatisfying(
            DataException.class,
            e -> {
              assertThat(e.role()).isEqualTo(Role.TEST);
              assertThat(e.position()).isEqualTo(3);
            })
        .hasMessageStartingWith("feature 2 is 1.0")
        .hasMessageContaining("precision: double");
  }

  @ParameterizedTest
  @CsvSource({"3, 1e6", "8, 1e6", "1, 1e20"})
  void productsOutOfRangeAreRefusedByAllSolvers(int degree, double unit) {
    multiply(unit);
    Kernel kernel = degree == 1 ? new Linear() : new Polynomial(degree, 1, 1);
    for (SolverOptions solver : new SolverOptions[] {ONE_BLOCK, CONJUGATE, EIGENPRO}) {
      assertThatThrownBy(() -> spec(kernel, solver).train(x, y))
          .isInstanceOf(RefusedException.class)
          .hasMessageStartingWith("kernel values reach ")
          .hasMessageContaining("scaling: {type: standard}");
    }
  }
}
