package org.filbert.train.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.RefusedException;
import org.filbert.data.Role;
import org.filbert.data.Sample;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.shard.ShardState;
import org.filbert.system.SystemOptions;
import org.filbert.system.equations.Ridge;
import org.filbert.testing.Descent;
import org.filbert.testing.EverySystem;
import org.filbert.testing.NormalEquations;
import org.filbert.testing.Records;
import org.filbert.testing.ReferenceSystem;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.train.Preparation;
import org.filbert.train.TrainingSpec;
import org.filbert.train.columns.Storage;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Weighted least squares against one factorisation of the whole system by definition. */
class ClassWeightsTest {
  private static final Backend BACKEND = Backends.choose("auto", "plain");
  private static final Records RECORDS = new Records(4, false, 3, 71);
  private static final int ROWS = 90;
  private static final double RIDGE = 10;
  private static final double GAMMA = 1;
  private static final Gaussian KERNEL = new Gaussian(1);

  /** By label, as in {@link #given}. */
  private static final double[] WEIGHTS = {4, 1, 0.25};

  private static ClassWeights given() {
    return new ClassWeights.Given(Map.of("a", 4.0, "c", 0.25));
  }

  private static Preparation preparation(ClassWeights weights) {
    return new Preparation(
        TrainingSpec.of(KERNEL)
            .precision(Precision.DOUBLE)
            .storage(Storage.DENSE)
            .classWeights(weights)
            .seed(7)
            .build());
  }

  private static LocalWorkers workers(List<Instance> rows) {
    return Shards.local(rows, new Placement(3, 2), BACKEND);
  }

  private static RunOptions exactly(RunOptions options) {
    return options
        .withPrecision(Precision.DOUBLE)
        .withRidge(new Ridge(RIDGE, false))
        .withStopping(1e-11, 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {ROWS, 40})
  void fullKernel(int blockSize) {
    try (LocalWorkers workers = workers(RECORDS.of(Role.TRAIN, ROWS))) {
      Descent descent =
          Descent.run(
              exactly(RunOptions.of(KERNEL, blockSize, 2000)), preparation(given()), workers);
      double[][] x =
          Arrays.stream(descent.positions())
              .mapToObj(position -> RECORDS.values(Role.TRAIN, position))
              .toArray(double[][]::new);
      double[][] y = Arrays.stream(x).map(RECORDS::targetRow).toArray(double[][]::new);
      double[] ridges = labels(descent.train()).mapToDouble(l -> RIDGE / WEIGHTS[l]).toArray();
      double[][] expected = ReferenceSystem.solve(KERNEL, ridges, x, y, BACKEND);
      assertClose(
          descent.coefficients(),
          Arrays.stream(expected).flatMapToDouble(Arrays::stream).toArray());
    }
  }

  static Stream<SystemOptions> columns() {
    return Stream.of(
        EverySystem.fourier(50, RandomFourier.Form.COSINE), EverySystem.nystrom(50, GAMMA));
  }

  @ParameterizedTest
  @MethodSource("columns")
  void columnsInOneBlockAndInSeveral(SystemOptions columns) {
    NormalEquations equations = new NormalEquations(RIDGE, GAMMA, label -> WEIGHTS[label], BACKEND);
    for (int blockSize : new int[] {50, 20}) {
      RunOptions options = exactly(RunOptions.of(KERNEL, blockSize, 2000)).withSystem(columns);
      try (LocalWorkers workers = workers(RECORDS.of(Role.TRAIN, ROWS))) {
        Descent descent = Descent.run(options, preparation(given()), workers);
        assertClose(
            descent.coefficients(), equations.solve(descent.fitted(), descent.train()).toArray());
      }
    }
  }

  @Test
  void balancedClassesCountAlike() {
    try (LocalWorkers workers = workers(RECORDS.of(Role.TRAIN, ROWS))) {
      preparation(new ClassWeights.Balanced()).run(workers);
      double[] sums = new double[3];
      for (double[] shard :
          workers.gather(
              worker -> {
                double[] own = new double[3];
                int[] labels = worker.get(ShardState.TRAIN).labels();
                for (int i = 0; i < labels.length; i++) {
                  own[labels[i]] += ShardState.weights(worker)[i];
                }
                return own;
              })) {
        Arrays.setAll(sums, j -> sums[j] + shard[j]);
      }
      assertThat(sums).containsExactly(new double[] {30, 30, 30}, offset());
    }
  }

  private static org.assertj.core.data.Offset<Double> offset() {
    return org.assertj.core.data.Offset.offset(1e-9);
  }

  @Test
  void weightsThatDoNotFitAreRefused() {
    assertThatThrownBy(() -> new ClassWeights.Given(Map.of("a", 0.0)))
        .hasMessage("the weight of class \"a\" is 0.0, must be a number above 0");
    try (LocalWorkers workers = workers(RECORDS.of(Role.TRAIN, ROWS))) {
      assertThatThrownBy(() -> preparation(new ClassWeights.Given(Map.of("d", 2.0))).run(workers))
          .hasMessage("found a weight for class \"d\", training has only [a, b, c]");
    }
    try (LocalWorkers workers = workers(new Records(4, false, 0, 1).of(Role.TRAIN, 20))) {
      assertThatThrownBy(() -> preparation(new ClassWeights.Balanced()).run(workers))
          .hasMessage("class weights need classes, found numbers as targets");
    }
  }

  private static IntStream labels(List<Sample> shards) {
    return shards.stream().flatMapToInt(shard -> Arrays.stream(shard.labels()));
  }

  private static void assertClose(double[] found, double[] expected) {
    double difference = 0;
    double largest = 0;
    for (int i = 0; i < expected.length; i++) {
      difference = Math.max(difference, Math.abs(found[i] - expected[i]));
      largest = Math.max(largest, Math.abs(expected[i]));
    }
    assertThat(difference).isLessThanOrEqualTo(1e-7 * largest);
  }

  @Test
  void weightsThatRoundingWouldLoseAreRefused() {
    double[][] x = {{0}, {1}, {2}};
    assertThatThrownBy(
            () ->
                TrainingSpec.of(new Gaussian(1))
                    .classWeights(new ClassWeights.Given(Map.of("a", 1e-20)))
                    .train(x, "a", "b", "a"))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("class weights go from 1.0E-20 to 1.0");
  }
}
