package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.data.Sample;
import org.filbert.features.FeatureBlocks;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Laplacian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.loss.LogisticLoss;
import org.filbert.loss.SmoothLoss;
import org.filbert.loss.SquareLoss;
import org.filbert.loss.SquaredHingeLoss;
import org.filbert.model.RandomBins;
import org.filbert.model.RandomFeatures;
import org.filbert.system.FullKernelOptions;
import org.filbert.system.equations.Ridge;
import org.filbert.system.equations.Risk;
import org.filbert.testing.AllBins;
import org.filbert.testing.Close;
import org.filbert.testing.Descent;
import org.filbert.testing.EverySystem;
import org.filbert.testing.Records;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.train.columns.Storage;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Losses and penalties other than those of ridge regression, against the conditions of a minimum.
 */
class RiskTest {
  private static final Backend BACKEND = Backends.choose("java", "plain");
  private static final int ROWS = 80;
  private static final double RIDGE = 0.3;

  /** A run's columns, targets and coefficients. */
  private record Fitted(double[][] z, double[][] y, double[][] u, Descent descent) {
    /** -∇ of the smooth part without the penalty. */
    double gradient(SmoothLoss loss, int j, int c) {
      double sum = 0;
      for (int i = 0; i < z.length; i++) {
        sum -= z[i][j] * loss.slope(score(i, c), y[i][c]);
      }
      return sum;
    }

    double score(int i, int c) {
      double f = 0;
      for (int j = 0; j < u.length; j++) {
        f += z[i][j] * u[j][c];
      }
      return f;
    }

    double loss(SmoothLoss loss) {
      double sum = 0;
      for (int i = 0; i < z.length; i++) {
        for (int c = 0; c < y[i].length; c++) {
          sum += loss.value(score(i, c), y[i][c]);
        }
      }
      return sum;
    }
  }

  private static Fitted run(RunOptions options, int workers) {
    try (LocalWorkers local =
        Shards.local(
            new Records(4, false, 3, 61).of(Role.TRAIN, ROWS),
            new Placement(7, workers),
            BACKEND)) {
      Descent descent = Descent.run(options.withPrecision(Precision.DOUBLE), Storage.DENSE, local);
      List<Sample> shards = descent.train();
      double[][] y =
          shards.stream().flatMap(shard -> Arrays.stream(rows(shard.y()))).toArray(double[][]::new);
      if (descent.fitted() instanceof RandomBins bins) {
        AllBins all = AllBins.of(bins.map(), shards);
        double[][] z =
            shards.stream()
                .flatMap(shard -> Arrays.stream(all.columns(shard.x())))
                .toArray(double[][]::new);
        return new Fitted(z, y, rows(all.weights(bins)), descent);
      }
      RandomFeatures features = (RandomFeatures) descent.fitted();
      double[][] z =
          shards.stream()
              .flatMap(shard -> Arrays.stream(features(features, shard)))
              .toArray(double[][]::new);
      return new Fitted(z, y, rows(features.w()), descent);
    }
  }

  private static double[][] features(RandomFeatures features, Sample shard) {
    Matrix z = Matrix.zeros(Precision.DOUBLE, shard.count(), features.w().rows());
    try (FeatureBlocks blocks = new FeatureBlocks(features.map(), Precision.DOUBLE, BACKEND, 0)) {
      blocks.fill(shard.x(), 0, features.w().rows(), z);
    }
    return rows(z);
  }

  private static double[][] rows(Matrix matrix) {
    double[][] rows = new double[matrix.rows()][];
    Arrays.setAll(rows, matrix::row);
    return rows;
  }

  static Stream<Named<RunOptions>> systems() {
    return Stream.of(
        Named.of(
            "bins", RunOptions.of(new Laplacian(1), 1, 3000).withSystem(EverySystem.binning(5))),
        Named.of(
            "cosines",
            RunOptions.of(new Gaussian(1), 6, 2000)
                .withSystem(EverySystem.fourier(20, RandomFourier.Form.COSINE))));
  }

  static Stream<Arguments> risks() {
    return systems()
        .flatMap(
            system ->
                Stream.of(new SquareLoss(), new LogisticLoss(), new SquaredHingeLoss())
                    .map(loss -> Arguments.of(system, loss)));
  }

  private static NewtonCg.Options newton(double tolerance) {
    return new NewtonCg.Options(
        OptionalDouble.of(tolerance), OptionalInt.of(200), OptionalInt.empty());
  }

  @ParameterizedTest
  @MethodSource("risks")
  void newtonsMethodFindsTheMinimum(RunOptions system, SmoothLoss loss) {
    Fitted fitted =
        run(
            system
                .withRisk(new Risk(loss, Risk.Norm.L2))
                .withRidge(new Ridge(RIDGE, false))
                .withSolver(newton(1e-8)),
            3);
    double largest = 0;
    double norm2 = 0;
    for (int j = 0; j < fitted.u().length; j++) {
      for (int c = 0; c < 3; c++) {
        double u = fitted.u()[j][c];
        largest = Math.max(largest, Math.abs(fitted.gradient(loss, j, c) - RIDGE * u));
        norm2 += u * u;
      }
    }
    assertThat(largest).isLessThan(1e-6);
    var last = fitted.descent().untimedCurve();
    assertThat(last.get(last.size() - 1).objective())
        .isCloseTo((2 * fitted.loss(loss) + RIDGE * norm2) / ROWS, within(1e-9));
  }

  @ParameterizedTest
  @MethodSource("risks")
  void blocksComeToTheSameMinimum(RunOptions system, SmoothLoss loss) {
    RunOptions options =
        system.withRisk(new Risk(loss, Risk.Norm.L2)).withRidge(new Ridge(RIDGE, false));
    double[][] newton = run(options.withSolver(newton(1e-9)), 1).u();
    double[][] descent = run(options.withDirections(0).withStopping(1e-10, 0), 2).u();
    for (int j = 0; j < newton.length; j++) {
      Close.assertClose(descent[j], newton[j], 1e-5);
    }
  }

  @ParameterizedTest
  @MethodSource("risks")
  void theConditionsOfASparseMinimumHold(RunOptions system, SmoothLoss loss) {
    double lambda = 0.5;
    Fitted fitted =
        run(
            system
                .withRisk(new Risk(loss, Risk.Norm.L1))
                .withRidge(new Ridge(lambda, false))
                .withStopping(1e-9, 0),
            2);
    int zeros = 0;
    double norm = 0;
    for (int j = 0; j < fitted.u().length; j++) {
      for (int c = 0; c < 3; c++) {
        double u = fitted.u()[j][c];
        double g = fitted.gradient(loss, j, c);
        if (u == 0) {
          assertThat(Math.abs(g)).isLessThan(lambda + 1e-6);
          zeros++;
        } else {
          assertThat(g).isCloseTo(Math.signum(u) * lambda, within(1e-6));
        }
        norm += Math.abs(u);
      }
    }
    assertThat(zeros).isBetween(1, 3 * fitted.u().length - 1);
    var curve = fitted.descent().untimedCurve();
    assertThat(curve.get(curve.size() - 1).objective())
        .isCloseTo((2 * fitted.loss(loss) + 2 * lambda * norm) / ROWS, within(1e-9));
    for (int epoch = 1; epoch < curve.size(); epoch++) {
      assertThat(curve.get(epoch).objective())
          .isLessThanOrEqualTo(curve.get(epoch - 1).objective() + 1e-12);
    }
  }

  @ParameterizedTest
  @MethodSource("risks")
  void thePathBeginsWithNothingAndGetsLessSparse(RunOptions system, SmoothLoss loss) {
    RunOptions options = system.withRisk(new Risk(loss, Risk.Norm.L1)).withStopping(1e-7, 0);
    Fitted none = run(options.withRidge(new Ridge(1e6, false)), 2);
    double largest = 0;
    for (int j = 0; j < none.u().length; j++) {
      for (int c = 0; c < 3; c++) {
        assertThat(none.u()[j][c]).isZero();
        largest = Math.max(largest, Math.abs(none.gradient(loss, j, c)));
      }
    }
    assertThat(nonZeros(run(options.withRidge(new Ridge(1.0001 * largest, false)), 2))).isZero();
    long before = 0;
    for (double share : new double[] {0.9, 0.3, 0.1, 0.01}) {
      long now = nonZeros(run(options.withRidge(new Ridge(share * largest, false)), 2));
      assertThat(now).isGreaterThanOrEqualTo(Math.max(1, before));
      before = now;
    }
  }

  private static long nonZeros(Fitted fitted) {
    return Arrays.stream(fitted.u()).flatMapToDouble(Arrays::stream).filter(u -> u != 0).count();
  }

  @Test
  void whatCannotBeMinimisedIsRefused() {
    Risk logistic = new Risk(new LogisticLoss(), Risk.Norm.L2);
    Risk lasso = new Risk(new SquareLoss(), Risk.Norm.L1);
    RunOptions bins = RunOptions.of(new Laplacian(1), 1, 4).withSystem(EverySystem.binning(5));
    assertRefused(
        RunOptions.of(new Gaussian(1), 1, 4).withRisk(logistic),
        "objective.loss is logistic, which needs a system of columns, not system: {type:"
            + " full-kernel}");
    assertRefused(
        RunOptions.of(new Gaussian(1), 1, 4).withRisk(lasso),
        "objective.penalty is l1, which needs system: {type: random-features} or {type:"
            + " random-binning}");
    assertRefused(
        bins.withSystem(EverySystem.nystrom(4, 1)).withRisk(lasso),
        "objective.penalty is l1, which needs system: {type: random-features} or {type:"
            + " random-binning}");
    assertRefused(
        bins.withRisk(logistic).withDirections(3),
        "solver.directions is 3, which only objective: {loss: square, penalty: l2} has");
    assertRefused(
        bins.withRisk(lasso).withSolver(newton(0.1)),
        "objective.penalty is l1, which needs solver: {type: block-coordinate-descent}");
    assertRefused(
        bins.withSystem(new FullKernelOptions()).withSolver(newton(0.1)),
        "solver.type is newton-cg, which needs a system of columns, not system: {type:"
            + " full-kernel}");
    assertThatThrownBy(() -> newton(0)).hasMessage("tolerance is 0.0, must be above 0 and below 1");
  }

  private static void assertRefused(RunOptions options, String message) {
    assertThatThrownBy(options::spec).hasMessage(message);
  }
}
