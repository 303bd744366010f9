package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Sample;
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
import org.filbert.model.TrainedModel;
import org.filbert.shard.ShardState;
import org.filbert.system.FeatureOptions;
import org.filbert.system.SystemOptions;
import org.filbert.system.equations.Ridge;
import org.filbert.testing.Descent;
import org.filbert.testing.EverySystem;
import org.filbert.testing.LetterData;
import org.filbert.testing.NormalEquations;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.testing.Trainings;
import org.filbert.train.columns.Scaling;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ColumnSolutionTest {
  private static final Backend BACKEND = Backends.choose("auto", "auto");
  private static final Scaling SCALING = new Scaling.Divide(15);
  private static final double RIDGE = 0.01;
  private static final double GAMMA = 1e-6;

  private static RunOptions options(
      Kernel kernel, SystemOptions columns, int blockSize, int epochs, long cacheBytes) {
    return RunOptions.of(kernel, blockSize, epochs)
        .withSystem(columns)
        .withPrecision(Precision.DOUBLE)
        .withRidge(new Ridge(RIDGE, false))
        .withBudgets(cacheBytes, cacheBytes);
  }

  private static FeatureOptions hashed(int columns) {
    return new FeatureOptions(
        columns, Optional.of(FeatureOptions.MapKind.HASHING), Optional.empty());
  }

  /** A model, and the encoded training rows that it was made from. */
  private record Trained(TrainedModel model, List<Sample> shards) {
    Matrix coefficients() {
      return Descent.coefficients(model.model());
    }

    Matrix direct() {
      return NormalEquations.unweighted(RIDGE, GAMMA, BACKEND).solve(model.model(), shards);
    }
  }

  private static Trained train(List<Instance> rows, RunOptions options, int workers) {
    try (LocalWorkers local = Shards.local(rows, new Placement(7, workers), BACKEND)) {
      TrainedModel model = Trainings.of(options, SCALING).run(local).model();
      return new Trained(model, local.gather(worker -> worker.get(ShardState.TRAIN)));
    }
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
    Trained one = train(rows, options(new Linear(), hashed(12), 12, 1, 0), 3);
    assertThat(relativeDifference(one.coefficients(), one.direct())).isLessThan(1e-9);
    Trained blocks = train(rows, options(new Linear(), hashed(12), 5, 300, 1 << 20), 2);
    assertThat(relativeDifference(blocks.coefficients(), one.coefficients())).isLessThan(1e-6);
  }

  @Test
  void sketchesAreSolvedTheSame() {
    List<Instance> rows = LetterData.instances(600, 0);
    Kernel kernel = new Polynomial(2, 0.5, 1);
    Trained one = train(rows, options(kernel, EverySystem.tensorSketch(150), 150, 1, 0), 3);
    assertThat(relativeDifference(one.coefficients(), one.direct())).isLessThan(1e-6);
  }

  static Stream<Kernel> kernels() {
    return Stream.of(new Gaussian(0.4), new Laplacian(3), new Cauchy(0.5));
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void oneBlockOfFeaturesIsTheDirectSolution(Kernel kernel) {
    RunOptions options = options(kernel, EverySystem.fourier(150, Form.COSINE), 150, 1, 0);
    Trained trained = train(LetterData.instances(600, 0), options, 3);
    assertThat(relativeDifference(trained.coefficients(), trained.direct())).isLessThan(1e-6);
  }

  /** Not that of the state before the step, which is 1. */
  @Test
  void theResidualOfOneBlockIsThatAfterItsStep() {
    for (SystemOptions system :
        List.of(EverySystem.fourier(150, Form.COSINE), EverySystem.nystrom(60, GAMMA))) {
      for (Precision precision : Precision.values()) {
        RunOptions options =
            options(new Gaussian(0.4), system, system instanceof FeatureOptions ? 150 : 60, 1, 0)
                .withPrecision(precision);
        Trained trained = train(LetterData.instances(600, 0), options, 3);
        double shown = trained.model().provenance().curve().get(0).relativeResidual();
        double exact =
            NormalEquations.unweighted(RIDGE, GAMMA, BACKEND)
                .relativeResidual(trained.model().model(), trained.shards());
        assertThat(shown).isBetween(exact / 10, 10 * exact);
      }
    }
  }

  @Test
  void oneBlockOfLandmarksIsTheDirectSolution() {
    for (Kernel kernel : List.of(new Gaussian(0.3), new Polynomial(2, 0.5, 1))) {
      RunOptions options = options(kernel, EverySystem.nystrom(80, GAMMA), 80, 1, 0);
      Trained trained = train(LetterData.instances(600, 0), options, 2);
      Matrix exact = trained.direct();
      // The normal equations square the condition number of K_J: the coefficients have fewer digits
      // than the function that they stand for.
      assertThat(
              relativeDifference(
                  fitted(trained, kernel, trained.coefficients()), fitted(trained, kernel, exact)))
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
    RunOptions options =
        options(kernel, EverySystem.fourier(90, Form.COSINE_SINE), 40, 400, 1 << 20);
    Trained trained = train(LetterData.instances(500, 0), options, 2);
    assertThat(relativeDifference(trained.coefficients(), trained.direct())).isLessThan(1e-4);
    var curve = trained.model().provenance().curve();
    for (int epoch = 1; epoch < 20; epoch++) {
      assertThat(curve.get(epoch).objective()).isLessThan(curve.get(epoch - 1).objective());
    }
  }

  @Test
  void cachesDoNotChangeABit() {
    for (SystemOptions columns :
        List.of(EverySystem.fourier(100, Form.COSINE), EverySystem.nystrom(100, GAMMA))) {
      List<Instance> rows = LetterData.instances(2500, 200);
      Matrix without = train(rows, options(new Gaussian(0.4), columns, 30, 3, 0), 2).coefficients();
      for (long cache : new long[] {1 << 20, 1 << 30}) {
        Matrix with =
            train(rows, options(new Gaussian(0.4), columns, 30, 3, cache), 2).coefficients();
        assertThat(with.toArray()).isEqualTo(without.toArray());
      }
    }
  }

  /** Blocks come in another order with another number of workers: what they converge to is one. */
  @ParameterizedTest
  @CsvSource({"100, 1, 1e-5", "40, 200, 1e-5"})
  void theNumberOfWorkersDoesNotMatterToTheSolution(int blockSize, int epochs, double tolerance) {
    List<Instance> rows = LetterData.instances(800, 0);
    List<Features> records = rows.stream().map(row -> ((Instance.Example) row).features()).toList();
    for (SystemOptions columns :
        List.of(EverySystem.fourier(100, Form.COSINE), EverySystem.nystrom(100, GAMMA))) {
      RunOptions options = options(new Gaussian(0.4), columns, blockSize, epochs, 1 << 20);
      Matrix one = train(rows, options, 1).model().scores(records, BACKEND);
      Matrix three = train(rows, options, 3).model().scores(records, BACKEND);
      assertThat(relativeDifference(three, one)).isLessThan(tolerance);
    }
  }

  /** Direct solutions of one draw each; the bounds are those of a plain reference's draws. */
  @ParameterizedTest
  @Tag("ci")
  @CsvSource({
    "fourier, 2000, 0.054, 0.007",
    "fourier, 5000, 0.029, 0.004",
    "nystrom, 1000, 0.104, 0.01"
  })
  void letterTestErrors(String system, int p, double reference, double tolerance) {
    SystemOptions columns =
        system.equals("fourier")
            ? EverySystem.fourier(p, Form.COSINE)
            : EverySystem.nystrom(p, GAMMA);
    RunOptions options =
        RunOptions.of(new Gaussian(0.2), p, 1).withSystem(columns).withBudgets(0, 1L << 30);
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
                    options(new Gaussian(0.4), EverySystem.nystrom(51, GAMMA), 10, 1, 0),
                    2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("landmarks is 51, must be at most the number of training rows 50");
    assertThatThrownBy(
            () -> options(new Gaussian(0.4), EverySystem.nystrom(50, GAMMA), 51, 1, 0).spec())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("blockSize is 51");
    assertThatThrownBy(
            () ->
                train(
                    LetterData.instances(50, 0),
                    options(
                        new Polynomial(2, 1, 1), EverySystem.fourier(20, Form.COSINE), 10, 1, 0),
                    2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("polynomial");
  }
}
