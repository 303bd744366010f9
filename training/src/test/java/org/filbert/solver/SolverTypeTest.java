package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.model.CurvePoint;
import org.filbert.system.equations.Ridge;
import org.filbert.testing.Descent;
import org.filbert.testing.EverySystem;
import org.filbert.testing.Records;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.testing.SteepestDescent;
import org.filbert.train.Training;
import org.filbert.train.columns.Storage;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A solver of one's own is registered, and runs on every system. */
class SolverTypeTest {
  private static final Backend BACKEND = Backends.choose("java", "plain");
  private static final int EPOCHS = 300;

  static Stream<Named<RunOptions>> runs() {
    return EverySystem.of(12, 6, 1)
        .map(
            run ->
                Named.of(
                    run.getName(),
                    run.getPayload()
                        .withPrecision(Precision.DOUBLE)
                        .withRidge(new Ridge(20, false))));
  }

  @Test
  void typesAreFoundByTheirOptions() {
    assertThat(SolverType.all())
        .extracting(SolverType::name)
        .containsExactly(
            "block-coordinate-descent",
            "conjugate-gradients",
            "coordinate-descent",
            "eigenpro",
            "newton-cg",
            "sgd",
            "steepest-descent");
    assertThat(SolverType.of(new SteepestDescent.Options(1)).name()).isEqualTo("steepest-descent");
    assertThat(SolverType.of(blockDescent(1, 1)).name()).isEqualTo("block-coordinate-descent");
    assertThatThrownBy(() -> SolverType.of(() -> new Stopping(1, 0, 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("is not registered");
  }

  private static BlockDescentOptions blockDescent(int blockSize, int epochs) {
    return BlockDescentOptions.of(blockSize, epochs);
  }

  @ParameterizedTest
  @MethodSource("runs")
  void oneOfOnesOwnConvergesToWhatBlocksConvergeTo(RunOptions options) {
    Descent steepest = run(options.withSolver(new SteepestDescent.Options(EPOCHS)));
    List<CurvePoint> curve = steepest.state().progress().curve();
    assertThat(curve).hasSize(EPOCHS);
    for (int epoch = 1; epoch < EPOCHS; epoch++) {
      assertThat(curve.get(epoch).objective())
          .isLessThanOrEqualTo(curve.get(epoch - 1).objective() * (1 + 1e-12));
    }
    Descent blocks = run(options.withSolver(blockDescent(6, 60)));
    assertThat(curve.get(EPOCHS - 1).objective())
        .isCloseTo(
            blocks.state().progress().curve().get(59).objective(), Percentage.withPercentage(0.1));
    assertThat(curve.get(0).relativeResidual()).isNotZero();
    assertThat(Training.messagesOfAll()).contains(SteepestDescent.class);
  }

  private static Descent run(RunOptions options) {
    List<Instance> rows = new Records(4, false, 3, 61).of(Role.TRAIN, 60);
    try (LocalWorkers workers = Shards.local(rows, new Placement(7, 3), BACKEND)) {
      return Descent.run(options, Storage.AUTO, workers);
    }
  }
}
