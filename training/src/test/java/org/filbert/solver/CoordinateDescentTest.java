package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Laplacian;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.loss.LogisticLoss;
import org.filbert.loss.SquareLoss;
import org.filbert.loss.SquaredHingeLoss;
import org.filbert.model.RandomBins;
import org.filbert.system.equations.Ridge;
import org.filbert.system.equations.Risk;
import org.filbert.testing.AllBins;
import org.filbert.testing.Descent;
import org.filbert.testing.EverySystem;
import org.filbert.testing.Records;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.train.columns.Storage;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Descent by single coordinates, whose minima are those of descent by grids. */
class CoordinateDescentTest {
  private static final int GRIDS = 5;
  private static final List<Risk> RISKS =
      List.of(
          new Risk(new SquareLoss(), Risk.Norm.L1),
          new Risk(new LogisticLoss(), Risk.Norm.L1),
          new Risk(new SquaredHingeLoss(), Risk.Norm.L1),
          new Risk(new LogisticLoss(), Risk.Norm.L2));

  private static CoordinateDescentOptions options(int threads) {
    return new CoordinateDescentOptions(
        threads, 4000, OptionalDouble.of(1e-9), OptionalInt.empty());
  }

  private static RunOptions problem(Risk risk) {
    return RunOptions.of(new Laplacian(1), 1, 3000)
        .withSystem(EverySystem.binning(GRIDS))
        .withRisk(risk)
        .withRidge(new Ridge(0.5, false))
        .withPrecision(Precision.DOUBLE);
  }

  private static Descent run(RunOptions options, int workers) {
    try (LocalWorkers local =
        Shards.local(
            new Records(4, false, 3, 61).of(Role.TRAIN, 80),
            new Placement(7, workers),
            Backends.choose("java", "plain"))) {
      return Descent.run(options, Storage.DENSE, local);
    }
  }

  /** Weights of all bins: models have those alone that are not 0. */
  private static Matrix weights(Descent descent) {
    RandomBins bins = (RandomBins) descent.fitted();
    return AllBins.of(bins.map(), descent.train()).weights(bins);
  }

  private static double objective(Descent descent) {
    var curve = descent.untimedCurve();
    return curve.get(curve.size() - 1).objective();
  }

  @ParameterizedTest
  @FieldSource("RISKS")
  void comesToTheMinimumOfDescentByGrids(Risk risk) {
    RunOptions problem = problem(risk);
    double byGrids = objective(run(problem.withDirections(0).withStopping(1e-10, 0), 1));
    for (int threads : new int[] {1, 3}) {
      Descent descent = run(problem.withSolver(options(threads)), 1);
      assertThat(objective(descent)).as("%d threads", threads).isCloseTo(byGrids, within(1e-9));
      long columns = descent.state().unknowns();
      var choices = descent.state().choices();
      assertThat(choices).containsEntry("threads", (double) threads);
      assertThat(choices.get("speedUpBound"))
          .isCloseTo(threads / (1 + (GRIDS - 1.0) * (threads - 1) / (columns - 1)), within(1e-12));
      assertThat(choices.get("speedUp")).isPositive();
    }
  }

  @Test
  void oneThreadRepeatsBitByBit() {
    RunOptions problem = problem(RISKS.get(0));
    double[] once = weights(run(problem.withSolver(options(1)), 1)).toArray();
    assertThat(weights(run(problem.withSolver(options(1)), 1)).toArray()).containsExactly(once);
  }

  @Test
  void whatItCannotDoIsRefused() {
    assertThatThrownBy(() -> options(0)).hasMessage("threads is 0, must be at least 1");
    assertThatThrownBy(
            () ->
                RunOptions.of(new Gaussian(1), 1, 4)
                    .withSystem(EverySystem.nystrom(4, 1))
                    .withSolver(options(2))
                    .spec())
        .hasMessage(
            "solver.type is coordinate-descent, which needs system: {type: random-binning}");
    assertThatThrownBy(() -> run(problem(RISKS.get(0)).withSolver(options(2)), 2))
        .hasMessage(
            "solver.type is coordinate-descent, whose threads share all rows: it needs parallelism:"
                + " 1, found 2");
  }
}
