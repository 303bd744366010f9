package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.cache.CacheBudget;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Sample;
import org.filbert.features.FeatureBlocks;
import org.filbert.features.RandomFourier.Form;
import org.filbert.kernel.Cauchy;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.KernelBlocks;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.Linear;
import org.filbert.kernel.Polynomial;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.KernelExpansion;
import org.filbert.model.RandomFeatures;
import org.filbert.model.TrainedModel;
import org.filbert.shard.ShardState;
import org.filbert.solver.ColumnDescent.Columns;
import org.filbert.testing.LetterData;
import org.filbert.testing.Shards;
import org.filbert.testing.Trainings;
import org.filbert.train.Scaling;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ColumnDescentTest {
  private static final Backend BACKEND = Backends.choose("auto", "auto");
  private static final Scaling SCALING = new Scaling.Divide(15);
  private static final double RIDGE = 0.01;
  private static final double GAMMA = 1e-6;

  private static ColumnDescent.Options options(
      Kernel kernel, Columns columns, int blockSize, int epochs, long cacheBytes) {
    return new ColumnDescent.Options(
        kernel,
        Precision.DOUBLE,
        columns,
        new Ridge(RIDGE, false),
        blockSize,
        epochs,
        0,
        0,
        CacheBudget.ofMemory(cacheBytes),
        cacheBytes,
        7);
  }

  /** A model, and the encoded training rows that it was made from. */
  private record Trained(TrainedModel model, List<Sample> shards) {}

  private static Trained train(List<Instance> rows, ColumnDescent.Options options, int workers) {
    try (LocalWorkers local = Shards.local(rows, new Placement(7, workers), BACKEND)) {
      TrainedModel model = Trainings.columns(options, SCALING).run(local);
      return new Trained(model, local.gather(worker -> worker.get(ShardState.TRAIN)));
    }
  }

  private static Matrix coefficients(TrainedModel model) {
    return model.model() instanceof RandomFeatures features
        ? features.w()
        : ((KernelExpansion) model.model()).alpha();
  }

  /** (ZᵀZ + penalty)⁻¹ ZᵀY with all of Z in memory. */
  private static Matrix direct(Trained trained, Kernel kernel) {
    int p = coefficients(trained.model()).rows();
    int k = coefficients(trained.model()).cols();
    Matrix gram = Matrix.zeros(Precision.DOUBLE, p, p);
    Matrix solution = Matrix.zeros(Precision.DOUBLE, p, k);
    for (Sample shard : trained.shards()) {
      Matrix z = Matrix.zeros(Precision.DOUBLE, shard.count(), p);
      if (trained.model().model() instanceof RandomFeatures features) {
        try (FeatureBlocks blocks =
            new FeatureBlocks(features.map(), Precision.DOUBLE, BACKEND, 0)) {
          blocks.fill(shard.x(), 0, p, z);
        }
      } else {
        KernelExpansion expansion = (KernelExpansion) trained.model().model();
        try (KernelBlocks blocks = new KernelBlocks(kernel, Precision.DOUBLE, BACKEND)) {
          blocks.fill(shard.x(), expansion.centres(), z);
        }
      }
      BACKEND.blas().gemm(true, false, 1, z, z, 1, gram);
      BACKEND.blas().gemm(true, false, 1, z, shard.y(), 1, solution);
    }
    if (trained.model().model() instanceof KernelExpansion expansion) {
      Matrix penalty = Matrix.zeros(Precision.DOUBLE, p, p);
      try (KernelBlocks blocks = new KernelBlocks(kernel, Precision.DOUBLE, BACKEND)) {
        blocks.fill(expansion.centres(), expansion.centres(), penalty);
      }
      double[] sum = gram.toArray();
      double[] summand = penalty.toArray();
      IntStream.range(0, sum.length).forEach(i -> sum[i] += RIDGE * summand[i]);
      gram.write(0, p, sum);
    }
    double diagonal = trained.model().model() instanceof KernelExpansion ? RIDGE * GAMMA : RIDGE;
    for (int i = 0; i < p; i++) {
      gram.set(i, i, gram.get(i, i) + diagonal);
    }
    BACKEND.blas().cholesky(gram);
    BACKEND.blas().solveCholesky(gram, solution);
    return solution;
  }

  private static double relativeDifference(Matrix a, Matrix b) {
    double[] x = a.toArray();
    double[] y = b.toArray();
    double difference = 0;
    double norm = 0;
    for (int i = 0; i < x.length; i++) {
      difference += (x[i] - y[i]) * (x[i] - y[i]);
      norm += y[i] * y[i];
    }
    return Math.sqrt(difference / norm);
  }

  @Test
  void hashedInputsAreSolvedTheSame() {
    List<Instance> rows = LetterData.instances(600, 0);
    Trained one = train(rows, options(new Linear(), new Columns.Hashed(12), 12, 1, 0), 3);
    assertThat(relativeDifference(coefficients(one.model()), direct(one, new Linear())))
        .isLessThan(1e-9);
    Trained blocks = train(rows, options(new Linear(), new Columns.Hashed(12), 5, 300, 1 << 20), 2);
    assertThat(relativeDifference(coefficients(blocks.model()), coefficients(one.model())))
        .isLessThan(1e-6);
  }

  static Stream<Kernel> kernels() {
    return Stream.of(new Gaussian(0.4), new Laplacian(3), new Cauchy(0.5));
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void oneBlockOfFeaturesIsTheDirectSolution(Kernel kernel) {
    ColumnDescent.Options options =
        options(kernel, new Columns.Fourier(150, Form.COSINE), 150, 1, 0);
    Trained trained = train(LetterData.instances(600, 0), options, 3);
    assertThat(relativeDifference(coefficients(trained.model()), direct(trained, kernel)))
        .isLessThan(1e-6);
  }

  @Test
  void oneBlockOfLandmarksIsTheDirectSolution() {
    for (Kernel kernel : List.of(new Gaussian(0.3), new Polynomial(2, 0.5, 1))) {
      ColumnDescent.Options options =
          options(kernel, new Columns.Nystrom(80, ColumnDescent.Sampling.UNIFORM, GAMMA), 80, 1, 0);
      Trained trained = train(LetterData.instances(600, 0), options, 2);
      Matrix exact = direct(trained, kernel);
      // The normal equations square the condition number of K_J: the coefficients have fewer digits
      // than the function that they stand for.
      assertThat(
              relativeDifference(
                  fitted(trained, kernel, coefficients(trained.model())),
                  fitted(trained, kernel, exact)))
          .isLessThan(1e-6);
    }
  }

  private static Matrix fitted(Trained trained, Kernel kernel, Matrix alpha) {
    Sample shard = trained.shards().get(0);
    Matrix out = Matrix.zeros(Precision.DOUBLE, shard.count(), alpha.cols());
    try (KernelBlocks blocks = new KernelBlocks(kernel, Precision.DOUBLE, BACKEND)) {
      blocks.multiply(shard.x(), ((KernelExpansion) trained.model().model()).centres(), alpha, out);
    }
    return out;
  }

  @Test
  void blocksConvergeToTheDirectSolutionWithALastBlockThatIsSmaller() {
    Kernel kernel = new Gaussian(0.4);
    ColumnDescent.Options options =
        options(kernel, new Columns.Fourier(90, Form.COSINE_SINE), 40, 400, 1 << 20);
    Trained trained = train(LetterData.instances(500, 0), options, 2);
    assertThat(relativeDifference(coefficients(trained.model()), direct(trained, kernel)))
        .isLessThan(1e-4);
    var curve = trained.model().provenance().curve();
    for (int epoch = 1; epoch < 20; epoch++) {
      assertThat(curve.get(epoch).objective()).isLessThan(curve.get(epoch - 1).objective());
    }
  }

  @Test
  void cachesDoNotChangeABit() {
    for (Columns columns :
        List.of(
            new Columns.Fourier(100, Form.COSINE),
            new Columns.Nystrom(100, ColumnDescent.Sampling.UNIFORM, GAMMA))) {
      List<Instance> rows = LetterData.instances(2500, 200);
      Matrix without =
          coefficients(train(rows, options(new Gaussian(0.4), columns, 30, 3, 0), 2).model());
      for (long cache : new long[] {1 << 20, 1 << 30}) {
        Matrix with =
            coefficients(train(rows, options(new Gaussian(0.4), columns, 30, 3, cache), 2).model());
        assertThat(with.toArray()).isEqualTo(without.toArray());
      }
    }
  }

  @Test
  void theNumberOfWorkersMattersOnlyToRounding() {
    for (Columns columns :
        List.of(
            new Columns.Fourier(100, Form.COSINE),
            new Columns.Nystrom(100, ColumnDescent.Sampling.UNIFORM, GAMMA))) {
      List<Instance> rows = LetterData.instances(800, 0);
      Matrix one =
          coefficients(train(rows, options(new Gaussian(0.4), columns, 40, 3, 0), 1).model());
      Matrix three =
          coefficients(train(rows, options(new Gaussian(0.4), columns, 40, 3, 0), 3).model());
      assertThat(relativeDifference(three, one)).isLessThan(1e-5);
    }
  }

  /** Direct solutions of one draw each; the bounds are those of a plain reference's draws. */
  @ParameterizedTest
  @CsvSource({
    "fourier, 2000, 0.054, 0.007",
    "fourier, 5000, 0.029, 0.004",
    "nystrom, 1000, 0.104, 0.01"
  })
  void letterTestErrors(String system, int p, double reference, double tolerance) {
    Columns columns =
        system.equals("fourier")
            ? new Columns.Fourier(p, Form.COSINE)
            : new Columns.Nystrom(p, ColumnDescent.Sampling.UNIFORM, GAMMA);
    ColumnDescent.Options options =
        new ColumnDescent.Options(
            new Gaussian(0.2),
            Precision.SINGLE,
            columns,
            new Ridge(RIDGE, false),
            p,
            1,
            0,
            0,
            CacheBudget.ofMemory(0),
            1L << 30,
            7);
    Trained trained = train(LetterData.instances(LetterData.TRAIN_ROWS, 5000), options, 2);
    double error = trained.model().provenance().curve().get(0).testError();
    assertThat(error).isCloseTo(reference, within(tolerance));
  }

  @Test
  void refusesMoreLandmarksThanRowsAndBlocksLargerThanTheSystem() {
    assertThatThrownBy(
            () ->
                train(
                    LetterData.instances(50, 0),
                    options(
                        new Gaussian(0.4),
                        new Columns.Nystrom(51, ColumnDescent.Sampling.UNIFORM, GAMMA),
                        10,
                        1,
                        0),
                    2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("landmarks is 51, must be at most the number of training rows 50");
    assertThatThrownBy(
            () ->
                options(
                    new Gaussian(0.4),
                    new Columns.Nystrom(50, ColumnDescent.Sampling.UNIFORM, GAMMA),
                    51,
                    1,
                    0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("blockSize is 51");
    assertThatThrownBy(
            () ->
                train(
                    LetterData.instances(50, 0),
                    options(
                        new Polynomial(2, 1, 1), new Columns.Fourier(20, Form.COSINE), 10, 1, 0),
                    2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Polynomial");
  }
}
