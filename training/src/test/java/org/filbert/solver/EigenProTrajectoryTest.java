package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.data.Rows;
import org.filbert.data.Sample;
import org.filbert.features.FeatureBlocks;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Polynomial;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.KernelExpansion;
import org.filbert.model.Model;
import org.filbert.model.RandomFeatures;
import org.filbert.random.Purpose;
import org.filbert.shard.Prepared;
import org.filbert.shard.ShardState;
import org.filbert.system.Batchwise;
import org.filbert.system.KernelSystem;
import org.filbert.system.equations.Ridge;
import org.filbert.system.equations.RowDraw;
import org.filbert.system.equations.SystemSettings;
import org.filbert.testing.Close;
import org.filbert.testing.Descent;
import org.filbert.testing.EverySystem;
import org.filbert.testing.Records;
import org.filbert.testing.ReferenceSystem;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.train.Preparation;
import org.filbert.train.columns.Storage;
import org.filbert.train.rows.ClassWeights;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** EigenPro, and plain stochastic gradients, are what the paper defines after every step. */
class EigenProTrajectoryTest {
  private static final Backend BACKEND = Backends.choose("java", "plain");
  private static final int ROWS = 60;
  private static final int SAMPLE = 25;
  private static final int COLUMNS = 24;
  private static final int BATCH = 13;
  private static final int EPOCHS = 3;
  private static final long SEED = 7;

  /** Of the landmarks of every system. */
  private static final double GAMMA = 1e-3;

  static Stream<Arguments> runs() {
    return EverySystem.of(COLUMNS, 8, EPOCHS)
        .filter(run -> Batchwise.FACET.offeredBy(run.getPayload().system()))
        .flatMap(
            run ->
                Stream.of(0, run.getName().equals("hashing") ? 3 : 6) // of 4 features
                    .flatMap(q -> Stream.of(1, 3).map(workers -> Arguments.of(run, q, workers))));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void everyStepIsThePapers(RunOptions run, int q, int workers) {
    follow(run, Ridge.NONE, q, workers, new ClassWeights.Equal(), OptionalDouble.empty());
  }

  @ParameterizedTest
  @MethodSource("runs")
  void alsoWithARidge(RunOptions run, int q, int workers) {
    Ridge ridge = new Ridge(0.7, false);
    double step = run.settings().kernel() instanceof Polynomial ? 0.02 : 3;
    follow(run, ridge, q, workers, new ClassWeights.Equal(), OptionalDouble.of(step));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void alsoWithClassWeights(RunOptions run, int q, int workers) {
    ClassWeights weights = new ClassWeights.Given(Map.of("a", 4.0, "c", 0.25));
    follow(run, Ridge.NONE, q, workers, weights, OptionalDouble.empty());
  }

  private static void follow(
      RunOptions run,
      Ridge ridge,
      int q,
      int count,
      ClassWeights weights,
      OptionalDouble stepSize) {
    RunOptions options = run.withPrecision(Precision.DOUBLE);
    SystemSettings told = options.settings();
    SystemSettings settings =
        new SystemSettings(
            told.kernel(),
            told.precision(),
            ridge,
            told.access(),
            told.cache(),
            told.factorBytes(),
            told.seed());
    Kernel kernel = settings.kernel();
    Preparation preparation =
        new Preparation(
            options.spec().toBuilder()
                .storage(Storage.DENSE)
                .classWeights(weights)
                .seed(SEED)
                .build());
    try (LocalWorkers workers =
        Shards.local(
            new Records(4, false, 3, 61).of(Role.TRAIN, ROWS),
            new Placement(SEED, count),
            BACKEND)) {
      Prepared prepared = preparation.run(workers);
      KernelSystem system = options.system().begin(settings, prepared, workers);
      List<Sample> shards = workers.gather(worker -> worker.get(ShardState.TRAIN));
      double[] w =
          workers.gather(ShardState::weights).stream().flatMapToDouble(Arrays::stream).toArray();
      Solver<?> solver =
          new EigenProOptions(
                  EPOCHS,
                  OptionalInt.empty(),
                  OptionalInt.of(SAMPLE),
                  OptionalInt.of(q),
                  OptionalInt.of(BATCH),
                  stepSize)
              .solver(prepared, SEED);
      follow((EigenPro) solver, system, kernel, shards, w, q, stepSize);
    }
  }

  private static void follow(
      EigenPro solver,
      KernelSystem system,
      Kernel kernel,
      List<Sample> shards,
      double[] w,
      int q,
      OptionalDouble stepSize) {
    List<Integer> rows = shards.stream().map(Sample::count).toList();
    EigenPro.State state = solver.start(system);
    system.keep(0);
    Model model = system.model();
    boolean full =
        model instanceof KernelExpansion expansion && expansion.centres().count() == ROWS;
    double ridge = system.ridges().get(0);
    double[][] factor = factor(model, kernel, full ? ridge : GAMMA);
    double[][] phi = full ? factor : features(model, factor, kernel, shards);
    double[] equal = new double[ROWS];
    Arrays.fill(equal, 1); // without a ridge the full kernel's solution does not depend on weights
    StochasticReference reference =
        StochasticReference.of(
            phi,
            rows(Matrix.concat(shards.stream().map(Sample::y).toList())),
            full ? equal : w,
            full ? 0 : ridge,
            rows(RowDraw.of(SEED, Purpose.SUBSAMPLE, SAMPLE, rows), rows),
            q,
            full ? 1 : 0.25,
            BACKEND);
    double step = state.choices().get("stepSize");
    double expected = stepSize.orElseGet(() -> reference.step(BATCH, BACKEND));
    assertThat(step).isCloseTo(expected, within(0.02 * expected)); // λ comes by power iterations
    assertThat(state.choices().get("eigenvectors")).isEqualTo(q);
    double[][] theta = new double[phi[0].length][3];
    int steps = state.position().steps();
    for (int epoch = 1; epoch <= EPOCHS; epoch++) {
      for (int at = 0; at < steps; at++) {
        state = solver.step(state, system, List.of(0));
        RowDraw draw = RowDraw.part(SEED, Purpose.MINI_BATCH, epoch, at, steps, rows);
        reference.step(theta, rows(draw, rows), step);
        system.keep(0);
        assertClose(theta(Descent.coefficients(system.model()), factor), theta);
      }
      assertThat(state.position().epoch()).isEqualTo(epoch + 1);
    }
  }

  private static int[] rows(RowDraw draw, List<Integer> shards) {
    return StochasticReference.rows(
        shards,
        IntStream.range(0, shards.size()).mapToObj(i -> draw.places(i, shards.get(i))).toList());
  }

  /** L with L·Lᵀ = K + shift·I of the centres; the identity for a model without centres. */
  private static double[][] factor(Model model, Kernel kernel, double shift) {
    double[][] a;
    if (model instanceof KernelExpansion expansion) {
      double[][] x = rows(expansion.centres());
      a = ReferenceSystem.kernelMatrix(kernel, x, x);
    } else {
      a = new double[COLUMNS][COLUMNS];
    }
    for (int i = 0; i < a.length; i++) {
      a[i][i] += model instanceof KernelExpansion ? shift : 1;
    }
    return StochasticReference.cholesky(a);
  }

  /** z(x_i), or L⁻¹·K(centres, x_i). */
  private static double[][] features(
      Model model, double[][] factor, Kernel kernel, List<Sample> shards) {
    if (model instanceof RandomFeatures features) {
      return shards.stream()
          .flatMap(shard -> Arrays.stream(features(features, shard)))
          .toArray(double[][]::new);
    }
    double[][] x =
        shards.stream().flatMap(shard -> Arrays.stream(rows(shard.x()))).toArray(double[][]::new);
    double[][] centres = rows(((KernelExpansion) model).centres());
    return Arrays.stream(ReferenceSystem.kernelMatrix(kernel, x, centres))
        .map(values -> solved(factor, values))
        .toArray(double[][]::new);
  }

  private static double[][] features(RandomFeatures features, Sample shard) {
    Matrix z = Matrix.zeros(Precision.DOUBLE, shard.count(), COLUMNS);
    try (FeatureBlocks blocks = new FeatureBlocks(features.map(), Precision.DOUBLE, BACKEND, 0)) {
      blocks.fill(shard.x(), 0, COLUMNS, z);
    }
    return rows(z);
  }

  /** L⁻¹·b. */
  private static double[] solved(double[][] l, double[] b) {
    double[] solution = b.clone();
    for (int i = 0; i < b.length; i++) {
      for (int j = 0; j < i; j++) {
        solution[i] -= l[i][j] * solution[j];
      }
      solution[i] /= l[i][i];
    }
    return solution;
  }

  /** Lᵀ·u. */
  private static double[][] theta(Matrix u, double[][] l) {
    double[][] theta = new double[l.length][u.cols()];
    for (int i = 0; i < l.length; i++) {
      for (int j = 0; j < l.length; j++) {
        for (int c = 0; c < u.cols(); c++) {
          theta[j][c] += l[i][j] * u.get(i, c);
        }
      }
    }
    return theta;
  }

  private static double[][] rows(Rows rows) {
    return IntStream.range(0, rows.count()).mapToObj(rows::row).toArray(double[][]::new);
  }

  private static double[][] rows(Matrix matrix) {
    return IntStream.range(0, matrix.rows()).mapToObj(matrix::row).toArray(double[][]::new);
  }

  private static void assertClose(double[][] found, double[][] expected) {
    double largest =
        Arrays.stream(expected).flatMapToDouble(Arrays::stream).map(Math::abs).max().orElse(0);
    for (int i = 0; i < expected.length; i++) {
      Close.assertClose(found[i], expected[i], 1e-10 * largest);
    }
  }
}
