package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.filbert.data.Instance;
import org.filbert.data.Outputs;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Samples;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.system.equations.Ridge;
import org.filbert.testing.Descent;
import org.filbert.testing.Records;
import org.filbert.testing.ReferenceSystem;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.train.columns.Storage;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The coefficients against one Cholesky solution of (K + ridge·I) α = Y with K by definition. */
class ExactSolutionTest {
  private static final Backend BACKEND = Backends.choose("auto", "plain");
  private static final int ROWS = 61;
  private static final double TOLERANCE = 1e-8;

  static Stream<Arguments> kernelsAndWorkers() {
    return Samples.kernels()
        .flatMap(
            kernel ->
                Stream.of(1, 2, 3)
                    .flatMap(
                        workers ->
                            Stream.of(true, false)
                                .map(sparse -> Arguments.of(kernel, workers, sparse))));
  }

  @ParameterizedTest
  @MethodSource("kernelsAndWorkers")
  void oneBlockIsOneExactStep(Kernel kernel, int workers, boolean sparse) {
    Records records = new Records(5, sparse, 4, 11);
    Descent descent = run(records, ROWS, options(kernel, ROWS, 1), workers, sparse);
    assertExact(descent, records, 0.01);
    assertThat(descent.state().progress().curve()).hasSize(1);
    assertThat(descent.state().progress().curve().get(0).relativeResidual()).isLessThan(1e-8);
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "2, 3", "3, 2", "0, 1", "0, 3"})
  void twoClassesMoreClassesAndCentredTargets(int classes, int workers) {
    Records records = new Records(5, false, classes, 12);
    Descent descent = run(records, ROWS, options(new Gaussian(1.5), 1000, 1), workers, false);
    assertThat(descent.model().columns()).isEqualTo(classes == 0 ? 2 : classes == 2 ? 1 : classes);
    assertExact(descent, records, 0.01);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 2", "1, 3", "7, 1", "7, 2", "7, 3", "30, 2", "60, 2", "60, 3"})
  void blocksConvergeToTheSameSolution(int blockSize, int workers) {
    Records records = new Records(5, false, 3, 13);
    var options =
        options(new Gaussian(1), blockSize, 500)
            .withRidge(new Ridge(1, false))
            .withStopping(1e-11, 0);
    Descent descent = run(records, ROWS, options, workers, false);
    assertExact(descent, records, 1);
    assertThat(descent.state().progress().curve()).hasSizeLessThan(500);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 3", "3, 8", "5, 4"})
  void fewerRowsThanWorkersLeaveShardsEmpty(int rows, int workers) {
    for (int blockSize : new int[] {1, 2, 100}) {
      Records records = new Records(3, false, 0, 14);
      var options =
          options(new Gaussian(1), blockSize, 300)
              .withRidge(new Ridge(1, false))
              .withStopping(1e-11, 0);
      Descent descent = run(records, rows, options, workers, false);
      assertThat(descent.model().centres().count()).isEqualTo(rows);
      assertExact(descent, records, 1);
    }
  }

  @Test
  void lambdaIsTheRidgeOverTheNumberOfRows() {
    Records records = new Records(5, false, 3, 15);
    var ridge = options(new Gaussian(1), 10, 3).withRidge(new Ridge(64 * 0.5, false));
    var lambda = ridge.withRidge(new Ridge(0.5, true));
    assertThat(run(records, 64, lambda, 2, false).model().alpha().toArray())
        .containsExactly(run(records, 64, ridge, 2, false).model().alpha().toArray());
  }

  @Test
  void singlePrecisionComesClose() {
    Records records = new Records(5, false, 3, 16);
    var options = options(new Gaussian(1), ROWS, 1).withPrecision(Precision.SINGLE);
    Descent descent = run(records, ROWS, options.withRidge(new Ridge(1, false)), 2, false);
    assertClose(descent, expected(descent, records, 1), 1e-5);
  }

  private static RunOptions options(Kernel kernel, int blockSize, int epochs) {
    return RunOptions.of(kernel, blockSize, epochs).withPrecision(Precision.DOUBLE);
  }

  private static Descent run(
      Records records, int rows, RunOptions options, int workers, boolean sparse) {
    List<Instance> train = records.of(Role.TRAIN, rows);
    try (LocalWorkers local = Shards.local(train, new Placement(3, workers), BACKEND)) {
      return Descent.run(options, sparse ? Storage.SPARSE : Storage.DENSE, local);
    }
  }

  private static void assertExact(Descent descent, Records records, double ridge) {
    assertClose(descent, expected(descent, records, ridge), TOLERANCE);
  }

  /** α of the raw records in the order of the model's centres. */
  private static double[][] expected(Descent descent, Records records, double ridge) {
    long[] positions = descent.positions();
    double[][] x =
        Arrays.stream(positions)
            .mapToObj(position -> records.values(Role.TRAIN, position))
            .toArray(double[][]::new);
    double[][] y = Arrays.stream(x).map(records::targetRow).toArray(double[][]::new);
    if (descent.prepared().outputs() instanceof Outputs.Targets targets) {
      for (int j = 0; j < y[0].length; j++) {
        int column = j;
        double mean = Arrays.stream(y).mapToDouble(row -> row[column]).average().orElseThrow();
        double scale = targets.scales()[j];
        Arrays.stream(y).forEach(row -> row[column] = (row[column] - mean) / scale);
      }
    }
    return ReferenceSystem.solve(descent.model().kernel(), ridge, x, y, BACKEND);
  }

  private static void assertClose(Descent descent, double[][] expected, double tolerance) {
    double largest = 0;
    double difference = 0;
    for (int i = 0; i < expected.length; i++) {
      for (int j = 0; j < expected[i].length; j++) {
        largest = Math.max(largest, Math.abs(expected[i][j]));
        double alpha = descent.model().alpha().get(i, j);
        difference = Math.max(difference, Math.abs(alpha - expected[i][j]));
      }
    }
    assertThat(difference).isLessThanOrEqualTo(tolerance * largest);
  }
}
