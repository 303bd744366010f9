package org.filbert.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.RefusedException;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Precision;
import org.filbert.model.CurvePoint;
import org.filbert.solver.BlockDescentOptions;
import org.filbert.solver.ConjugateGradientsOptions;
import org.filbert.solver.EigenProOptions;
import org.filbert.solver.SolverOptions;
import org.filbert.train.method.Progress;
import org.filbert.train.rows.LocalRows;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;

class ResidualLookTest {
  private static final SolverOptions BLOCKS = BlockDescentOptions.of(100, 2);
  private static final SolverOptions EIGENPRO =
      new EigenProOptions(
          20,
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalDouble.empty());

  private static List<String> look(
      SolverOptions solver, int blocks, Precision precision, int bestEpoch, double... residuals) {
    List<CurvePoint> curve =
        DoubleStream.of(residuals)
            .mapToObj(residual -> new CurvePoint(1, 0, residual, 0, 0, null, null))
            .toList();
    return ResidualLook.notices(
        solver,
        new Progress(residuals.length + 1, residuals.length, 0, 1, 0, bestEpoch, curve),
        blocks,
        precision);
  }

  @Test
  void aLargeResidualIsToldWithWhatHelps() {
    assertThat(look(BLOCKS, 1, Precision.SINGLE, 0, 0.64))
        .containsExactly(
            "the equations are not solved: the relative residual is 0.64 at the end, that of a good"
                + " solution is below 0.1; what helps: precision: double, or a larger ridge");
    assertThat(look(BLOCKS, 3, Precision.DOUBLE, 0, 0.5, 0.2))
        .containsExactly(
            "the equations are not solved: the relative residual is 0.20 at the end, that of a good"
                + " solution is below 0.1; what helps: more epochs, or a larger ridge");
    assertThat(look(ConjugateGradientsOptions.of(OptionalInt.of(2)), 3, Precision.SINGLE, 2, 1, 2))
        .singleElement()
        .asString()
        .contains("is 2.0 at the end", "more epochs, or precision: double, or a larger ridge");
  }

  @Test
  void nothingIsSaidOfWhatIsSolvedOrChosen() {
    assertThat(look(BLOCKS, 3, Precision.SINGLE, 0, 0.5, 0.09)).isEmpty();
    assertThat(look(BLOCKS, 3, Precision.SINGLE, 0, 0.5, Double.NaN)).isEmpty();
    assertThat(look(BLOCKS, 3, Precision.SINGLE, 1, 0.5, 0.2)).isEmpty(); // by validation rows
    assertThat(look(EIGENPRO, 3, Precision.SINGLE, 0, 0.5)).isEmpty(); // has no such equations
  }

  /** Noise on a line, and a ridge that is lost beside the rounding of kernel values near 1. */
  private static TrainingState end(boolean strict, double ridge, Precision precision) {
    Random random = new Random(2);
    List<Instance> rows =
        IntStream.range(0, 800)
            .<Instance>mapToObj(
                i -> {
                  double x = random.nextGaussian();
                  return new Instance.Example(
                      Role.TRAIN,
                      i,
                      new Features.Dense(new double[] {x}),
                      new Target.Values(new double[] {x + random.nextGaussian()}));
                })
            .toList();
    Training training =
        new Training(
            TrainingSpec.of(new Gaussian(20))
                .ridge(ridge)
                .precision(precision)
                .solver(BlockDescentOptions.of(800, 1))
                .build(),
            Optional::empty,
            "",
            new TreeMap<>(),
            strict);
    try (LocalWorkers workers = LocalRows.workers(rows, 1)) {
      TrainingState state = training.start(workers);
      while (!training.done(state)) {
        state = training.step(state, workers);
      }
      return state;
    }
  }

  @Test
  void aRunThatEndsFarFromItsSolutionSaysSo() {
    assertThat(end(false, 1e-6, Precision.SINGLE).ledger().warnings())
        .anySatisfy(
            warning ->
                assertThat(warning)
                    .startsWith("the equations are not solved: the relative residual is "));
    assertThat(end(false, 1e-6, Precision.DOUBLE).ledger().warnings()).isEmpty();
    assertThat(end(false, 1e-3, Precision.SINGLE).ledger().warnings()).isEmpty();
    assertThatThrownBy(() -> end(true, 1e-6, Precision.SINGLE))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("the equations are not solved: the relative residual is ");
  }
}
