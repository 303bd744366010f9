package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.data.Sample;
import org.filbert.features.FeatureBlocks;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.KernelExpansion;
import org.filbert.model.Model;
import org.filbert.model.RandomBins;
import org.filbert.model.RandomFeatures;
import org.filbert.shard.Prepared;
import org.filbert.shard.ShardState;
import org.filbert.system.Blockwise;
import org.filbert.system.FeatureOptions;
import org.filbert.system.FullKernelOptions;
import org.filbert.system.KernelSystem;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.Ridge;
import org.filbert.testing.AllBins;
import org.filbert.testing.Descent;
import org.filbert.testing.EverySystem;
import org.filbert.testing.Records;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.train.Preparation;
import org.filbert.train.columns.Storage;
import org.filbert.train.rows.ClassWeights;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The three algorithms of Tu et al., plain and with conjugate directions, block by block: after
 * every step the coefficients are those of the paper's equations.
 */
class TrajectoryTest {
  private static final Backend BACKEND = Backends.choose("java", "plain");
  private static final Gaussian KERNEL = new Gaussian(1);
  private static final int ROWS = 60;
  private static final int COLUMNS = 24;
  private static final int EPOCHS = 3;
  private static final long SEED = 7;
  private static final double GAMMA = 1e-3;
  private static final double TOLERANCE = 1e-9;
  private static final double NEAR = 1e-5;

  /**
   * A TensorSketch of four inputs has fewer independent columns than it has columns: after ten
   * directions rounding decides which one is new.
   */
  private static Stream<Integer> directions(String system) {
    return system.equals("TensorSketch") ? Stream.of(0, 3) : Stream.of(0, 3, 10);
  }

  static Stream<Arguments> runs() {
    return EverySystem.of(COLUMNS, 8, EPOCHS)
        .filter(run -> !run.getName().equals("hashing"))
        .flatMap(
            run ->
                directions(run.getName())
                    .flatMap(
                        directions ->
                            Stream.of(1, 3)
                                .map(workers -> Arguments.of(run, directions, workers))));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void everyStepIsThePapers(RunOptions options, int directions, int workers) {
    follow(options, directions, workers, new ClassWeights.Equal(), List.of(0.5));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void alsoWithClassWeightsAndTwoRidges(RunOptions options, int directions, int workers) {
    ClassWeights weights = new ClassWeights.Given(Map.of("a", 4.0, "c", 0.25));
    follow(options, directions, workers, weights, List.of(0.5, 4.0));
  }

  static Stream<Arguments> sketchedRuns() {
    return runs()
        .filter(
            run -> {
              RunOptions options = (RunOptions) ((Named<?>) run.get()[0]).getPayload();
              return options.system() instanceof FullKernelOptions
                  || options.system() instanceof FeatureOptions;
            })
        .flatMap(
            run ->
                Stream.of(1, 4, 100)
                    .map(rank -> Arguments.of(run.get()[0], run.get()[1], run.get()[2], rank)));
  }

  /** Blocks are solved by conjugate gradients to 1e-6; a rank of 100 is a whole block's. */
  @ParameterizedTest
  @MethodSource("sketchedRuns")
  void blocksSolvedByConjugateGradientsComeNear(
      RunOptions options, int directions, int workers, int rank) {
    ClassWeights weights = new ClassWeights.Given(Map.of("a", 4.0, "c", 0.25));
    follow(options.withSketchedBlocks(rank), directions, workers, weights, List.of(0.5, 4.0), NEAR);
  }

  private static void follow(
      RunOptions run, int directions, int count, ClassWeights weights, List<Double> ridges) {
    follow(run, directions, count, weights, ridges, TOLERANCE);
  }

  private static void follow(
      RunOptions run,
      int directions,
      int count,
      ClassWeights weights,
      List<Double> ridges,
      double tolerance) {
    RunOptions options =
        run.withPrecision(Precision.DOUBLE)
            .withRidge(new Ridge(ridges, false))
            .withDirections(directions);
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
      KernelSystem system = options.system().begin(options.settings(), prepared, workers);
      List<Sample> shards = workers.gather(worker -> worker.get(ShardState.TRAIN));
      double[] w =
          workers.gather(ShardState::weights).stream().flatMapToDouble(Arrays::stream).toArray();
      List<DenseReference> references = new ArrayList<>();
      for (int m = 0; m < ridges.size(); m++) {
        system.keep(m);
        references.add(reference(system.model(), shards, w, ridges.get(m), system.blocks()));
      }
      follow(
          options.solver().solver(null, SEED), system, references, directions, shards, tolerance);
    }
  }

  private static <S extends Solver.State> void follow(
      Solver<S> solver,
      KernelSystem system,
      List<DenseReference> references,
      int directions,
      List<Sample> shards,
      double tolerance) {
    List<Integer> members = IntStream.range(0, references.size()).boxed().toList();
    List<double[][]> u = references.stream().map(r -> new double[r.b().length][3]).toList();
    List<List<List<double[]>>> last =
        references.stream().map(r -> DenseReference.noDirections(3)).toList();
    S state = solver.start(system);
    for (int epoch = 1; epoch <= EPOCHS; epoch++) {
      for (int block : Blockwise.FACET.of(system).order(SEED, epoch)) {
        state = solver.step(state, system, members);
        for (int m : members) {
          if (directions == 0) {
            references.get(m).solveBlock(block, u.get(m));
          } else {
            references.get(m).conjugateBlock(block, u.get(m), last.get(m), directions);
          }
          system.keep(m);
          assertClose(coefficients(system.model(), shards), u.get(m), tolerance);
        }
      }
      assertThat(state.position().epoch()).isEqualTo(epoch + 1);
    }
  }

  private static Matrix coefficients(Model model, List<Sample> shards) {
    return model instanceof RandomBins bins
        ? AllBins.of(bins.map(), shards).weights(bins)
        : Descent.coefficients(model);
  }

  /** The equations of the model's coefficients, in their order. */
  private static DenseReference reference(
      Model model, List<Sample> shards, double[] w, double ridge, Blocks blocks) {
    double[][] y = rows(Matrix.concat(shards.stream().map(Sample::y).toList()));
    if (model instanceof RandomFeatures features) {
      double[][] z =
          shards.stream()
              .flatMap(shard -> Arrays.stream(features(features, shard)))
              .toArray(double[][]::new);
      return DenseReference.features(z, y, w, ridge, inOrder(blocks));
    }
    if (model instanceof RandomBins bins) {
      AllBins all = AllBins.of(bins.map(), shards);
      double[][] z =
          shards.stream()
              .flatMap(shard -> Arrays.stream(all.columns(shard.x())))
              .toArray(double[][]::new);
      return DenseReference.features(z, y, w, ridge, inOrder(blocks));
    }
    double[][] x =
        shards.stream()
            .flatMap(shard -> IntStream.range(0, shard.count()).mapToObj(shard.x()::row))
            .toArray(double[][]::new);
    KernelExpansion expansion = (KernelExpansion) model;
    double[][] centres =
        IntStream.range(0, expansion.centres().count())
            .mapToObj(expansion.centres()::row)
            .toArray(double[][]::new);
    return centres.length == ROWS
        ? DenseReference.fullKernel(KERNEL, x, y, w, ridge, byWorker(blocks))
        : DenseReference.nystrom(KERNEL, x, centres, y, w, ridge, GAMMA, byWorker(blocks));
  }

  private static double[][] features(RandomFeatures features, Sample shard) {
    Matrix z = Matrix.zeros(Precision.DOUBLE, shard.count(), COLUMNS);
    try (FeatureBlocks blocks = new FeatureBlocks(features.map(), Precision.DOUBLE, BACKEND, 0)) {
      blocks.fill(shard.x(), 0, COLUMNS, z);
    }
    return rows(z);
  }

  private static double[][] rows(Matrix matrix) {
    return IntStream.range(0, matrix.rows()).mapToObj(matrix::row).toArray(double[][]::new);
  }

  /** Columns that belong to no row are in the order of the blocks. */
  private static List<int[]> inOrder(Blocks blocks) {
    List<int[]> all = new ArrayList<>();
    int at = 0;
    for (int j = 0; j < blocks.count(); j++) {
      all.add(IntStream.range(at, at + blocks.size(j)).toArray());
      at += blocks.size(j);
    }
    return all;
  }

  /** Unknowns that belong to rows are in the order of the workers. */
  private static List<int[]> byWorker(Blocks blocks) {
    List<int[]> all = new ArrayList<>();
    for (int j = 0; j < blocks.count(); j++) {
      List<Integer> block = new ArrayList<>();
      int before = 0;
      for (int worker = 0; worker < blocks.workers(); worker++) {
        int first = before;
        IntStream.range(blocks.from(worker, j), blocks.to(worker, j))
            .forEach(i -> block.add(first + i));
        before += blocks.own(worker);
      }
      all.add(block.stream().mapToInt(Integer::intValue).toArray());
    }
    return all;
  }

  private static void assertClose(Matrix found, double[][] expected, double tolerance) {
    double difference = 0;
    double largest = 0;
    for (int i = 0; i < expected.length; i++) {
      for (int c = 0; c < expected[i].length; c++) {
        difference = Math.max(difference, Math.abs(found.get(i, c) - expected[i][c]));
        largest = Math.max(largest, Math.abs(expected[i][c]));
      }
    }
    assertThat(difference).isLessThanOrEqualTo(tolerance * largest);
  }
}
