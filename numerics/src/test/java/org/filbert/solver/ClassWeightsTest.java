package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.cache.CacheBudget;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.data.Sample;
import org.filbert.features.FeatureBlocks;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.KernelBlocks;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.KernelExpansion;
import org.filbert.model.Model;
import org.filbert.model.RandomFeatures;
import org.filbert.shard.Prepared;
import org.filbert.shard.ShardState;
import org.filbert.solver.ColumnDescent.Columns;
import org.filbert.testing.Descent;
import org.filbert.testing.Records;
import org.filbert.testing.ReferenceSystem;
import org.filbert.testing.Shards;
import org.filbert.testing.Trainings;
import org.filbert.train.ClassWeights;
import org.filbert.train.Preparation;
import org.filbert.train.Scaling;
import org.filbert.train.Storage;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Workers;
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
        7, Precision.DOUBLE, new Scaling.None(), Storage.DENSE, true, KERNEL, false, weights, null);
  }

  private static LocalWorkers workers(List<Instance> rows) {
    return Shards.local(rows, new Placement(3, 2), BACKEND);
  }

  @ParameterizedTest
  @ValueSource(ints = {ROWS, 40})
  void fullKernel(int blockSize) {
    var options =
        Trainings.withStopping(
            Trainings.withRidge(
                Trainings.withPrecision(
                    Trainings.options(KERNEL, blockSize, 2000), Precision.DOUBLE),
                new Ridge(RIDGE, false)),
            1e-11,
            0);
    try (LocalWorkers workers = workers(RECORDS.of(Role.TRAIN, ROWS))) {
      Descent descent = Descent.run(options, preparation(given()), workers);
      double[][] x =
          Arrays.stream(descent.positions())
              .mapToObj(position -> RECORDS.values(Role.TRAIN, position))
              .toArray(double[][]::new);
      double[][] y = Arrays.stream(x).map(RECORDS::targetRow).toArray(double[][]::new);
      double[] ridges = labels(descent.train()).mapToDouble(l -> RIDGE / WEIGHTS[l]).toArray();
      double[][] expected = ReferenceSystem.solve(KERNEL, ridges, x, y, BACKEND);
      double[] alpha = descent.model().alpha().toArray();
      assertClose(alpha, Arrays.stream(expected).flatMapToDouble(Arrays::stream).toArray());
    }
  }

  static Stream<Columns> columns() {
    return Stream.of(
        new Columns.Fourier(50, RandomFourier.Form.COSINE),
        new Columns.Nystrom(50, ColumnDescent.Sampling.UNIFORM, GAMMA));
  }

  @ParameterizedTest
  @MethodSource("columns")
  void columnsInOneBlockAndInSeveral(Columns columns) {
    for (int blockSize : new int[] {50, 20}) {
      var options =
          new ColumnDescent.Options(
              KERNEL,
              Precision.DOUBLE,
              columns,
              new Ridge(RIDGE, false),
              blockSize,
              2000,
              1e-11,
              0,
              CacheBudget.ofMemory(1 << 20),
              1 << 20,
              7);
      try (LocalWorkers workers = workers(RECORDS.of(Role.TRAIN, ROWS))) {
        Model model = run(new ColumnDescent(options), workers);
        List<Sample> shards = workers.gather(worker -> worker.get(ShardState.TRAIN));
        double[] found =
            model instanceof RandomFeatures features
                ? features.w().toArray()
                : ((KernelExpansion) model).alpha().toArray();
        assertClose(found, direct(model, shards));
      }
    }
  }

  private static Model run(ColumnDescent solver, Workers workers) {
    Prepared prepared = preparation(given()).run(workers);
    ColumnState state = solver.start(prepared, workers);
    while (!solver.done(state)) {
      state = solver.step(state, workers);
    }
    return solver.model(prepared, state, workers);
  }

  /** (ZᵀWZ + penalty)⁻¹ ZᵀWY. */
  private static double[] direct(Model model, List<Sample> shards) {
    int p = 50;
    Matrix gram = Matrix.zeros(Precision.DOUBLE, p, p);
    Matrix solution = Matrix.zeros(Precision.DOUBLE, p, 3);
    for (Sample shard : shards) {
      Matrix z = columnsOf(model, shard);
      double[] weighted = z.toArray();
      for (int i = 0; i < weighted.length; i++) {
        weighted[i] *= WEIGHTS[shard.labels()[i / p]];
      }
      Matrix wz = Matrix.of(Precision.DOUBLE, shard.count(), p, weighted);
      BACKEND.blas().gemm(true, false, 1, z, wz, 1, gram);
      BACKEND.blas().gemm(true, false, 1, wz, shard.y(), 1, solution);
    }
    if (model instanceof KernelExpansion expansion) {
      double[][] landmarks =
          IntStream.range(0, p).mapToObj(expansion.centres()::row).toArray(double[][]::new);
      double[][] penalty = ReferenceSystem.kernelMatrix(KERNEL, landmarks, landmarks);
      for (int i = 0; i < p; i++) {
        for (int j = 0; j < p; j++) {
          gram.set(i, j, gram.get(i, j) + RIDGE * penalty[i][j]);
        }
      }
    }
    for (int i = 0; i < p; i++) {
      double diagonal = model instanceof KernelExpansion ? RIDGE * GAMMA : RIDGE;
      gram.set(i, i, gram.get(i, i) + diagonal);
    }
    BACKEND.blas().cholesky(gram);
    BACKEND.blas().solveCholesky(gram, solution);
    return solution.toArray();
  }

  private static Matrix columnsOf(Model model, Sample shard) {
    Matrix z = Matrix.zeros(Precision.DOUBLE, shard.count(), 50);
    if (model instanceof RandomFeatures features) {
      try (FeatureBlocks blocks = new FeatureBlocks(features.map(), Precision.DOUBLE, BACKEND, 0)) {
        blocks.fill(shard.x(), 0, 50, z);
      }
    } else {
      try (KernelBlocks blocks = new KernelBlocks(KERNEL, Precision.DOUBLE, BACKEND)) {
        blocks.fill(shard.x(), ((KernelExpansion) model).centres(), z);
      }
    }
    return z;
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
}
