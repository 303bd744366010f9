package org.filbert.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.filbert.data.Instance;
import org.filbert.data.Outputs;
import org.filbert.data.Placement;
import org.filbert.data.RefusedException;
import org.filbert.data.Role;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.model.CurvePoint;
import org.filbert.model.Provenance;
import org.filbert.model.TrainedModel;
import org.filbert.shard.Prepared;
import org.filbert.solver.EigenProOptions;
import org.filbert.solver.Preconditioner;
import org.filbert.system.KernelSystem;
import org.filbert.testing.Descent;
import org.filbert.testing.EverySystem;
import org.filbert.testing.Gradients;
import org.filbert.testing.Records;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.train.columns.Storage;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs that begin with a model, on every system and with every solver. */
class StartFromModelTest {
  private static final Backend BACKEND = Backends.choose("java", "plain");
  private static final List<Instance> ROWS = new Records(4, false, 3, 61).of(Role.TRAIN, 60);

  static Stream<Named<RunOptions>> systems() {
    return EverySystem.of(24, 9, 30)
        .filter(run -> !run.getName().equals("bins"))
        .map(run -> Named.of(run.getName(), run.getPayload().withPrecision(Precision.DOUBLE)));
  }

  private record Run(TrainedModel model, List<CurvePoint> curve) {
    static Run of(
        RunOptions options, Optional<TrainedModel> from, List<Instance> rows, int workers) {
      try (LocalWorkers local = Shards.local(rows, new Placement(7, workers), BACKEND)) {
        Prepared prepared = prepared(options, from, local);
        SystemRun<?> run = new SystemRun<>(options.spec(), () -> from, prepared);
        SystemRunState state = run.start(run.plan(), local);
        while (!run.done(state)) {
          state = run.step(state, local);
        }
        List<CurvePoint> curve = state.progress().curve();
        return new Run(
            new TrainedModel(
                prepared.preprocessing(),
                prepared.outputs(),
                run.model(state, local),
                new Provenance("", prepared.dataFingerprint(), 7, new TreeMap<>(), curve)),
            curve);
      }
    }

    CurvePoint last() {
      return curve.get(curve.size() - 1);
    }
  }

  private static Prepared prepared(
      RunOptions options, Optional<TrainedModel> from, LocalWorkers workers) {
    return Descent.preparation(
            options.settings().kernel(), options.settings().precision(), Storage.AUTO)
        .run(workers, from);
  }

  private static Run from(TrainedModel model, RunOptions options) {
    return Run.of(options, Optional.of(model), ROWS, 2);
  }

  @ParameterizedTest
  @MethodSource("systems")
  void theUnknownsAreTheModels(RunOptions options) {
    TrainedModel model = Run.of(options, Optional.empty(), ROWS, 2).model();
    try (LocalWorkers local = Shards.local(ROWS, new Placement(7, 2), BACKEND)) {
      Prepared prepared = prepared(options, Optional.of(model), local);
      KernelSystem system = options.system().begin(options.settings(), prepared, local);
      system.take(model.model());
      system.keep(0);
      assertThat(Descent.coefficients(system.model()).toArray())
          .containsExactly(Descent.coefficients(model.model()).toArray());
    }
  }

  @ParameterizedTest
  @MethodSource("systems")
  void aDescentGoesOnWhereTheModelWas(RunOptions options) {
    Run first = Run.of(options, Optional.empty(), ROWS, 2);
    for (int workers : new int[] {2, 3}) {
      Run second = Run.of(options, Optional.of(first.model()), ROWS, workers);
      assertThat(second.curve().get(0).relativeResidual())
          .isLessThan(0.9 * first.curve().get(0).relativeResidual());
    }
  }

  @ParameterizedTest
  @MethodSource("systems")
  void soDoConjugateGradients(RunOptions options) {
    TrainedModel model = Run.of(options, Optional.empty(), ROWS, 2).model();
    RunOptions gradients = options.withSolver(Gradients.of(Preconditioner.NONE, 0, 1e-2, 1));
    CurvePoint cold = Run.of(gradients, Optional.empty(), ROWS, 2).last();
    assertThat(from(model, gradients).last().objective()).isLessThan(cold.objective());
  }

  @ParameterizedTest
  @MethodSource("systems")
  void andEigenPro(RunOptions options) {
    RunOptions eigenpro = options.withSolver(eigenpro(20));
    Run first = Run.of(eigenpro, Optional.empty(), ROWS, 2);
    CurvePoint next = from(first.model(), eigenpro.withSolver(eigenpro(1))).last();
    assertThat(next.relativeResidual())
        .isLessThan(0.9 * first.curve().get(0).relativeResidual())
        .isLessThan(1.1 * first.last().relativeResidual());
  }

  private static EigenProOptions eigenpro(int epochs) {
    return new EigenProOptions(
        epochs,
        OptionalInt.empty(),
        OptionalInt.of(20),
        OptionalInt.of(3),
        OptionalInt.of(10),
        OptionalDouble.empty());
  }

  @Test
  void refusesOtherModels() {
    RunOptions full = RunOptions.of(new Gaussian(1), 9, 2).withPrecision(Precision.DOUBLE);
    RunOptions fourier = full.withSystem(EverySystem.fourier(24, RandomFourier.Form.COSINE));
    TrainedModel expansion = Run.of(full, Optional.empty(), ROWS, 2).model();
    TrainedModel features = Run.of(fourier, Optional.empty(), ROWS, 2).model();
    refused(features, full, "from is no model of training rows");
    refused(
        expansion,
        fourier,
        "from is no model of this run's features: kernel, features and seed must be the same");
    refused(
        features,
        fourier.withSeed(8),
        "from is no model of this run's features: kernel, features and seed must be the same");
    refused(
        expansion,
        RunOptions.of(new Gaussian(2), 9, 2).withPrecision(Precision.DOUBLE),
        "from is a model of kernel Gaussian[sigma=1.0], this run's is Gaussian[sigma=2.0]");
    refused(
        expansion,
        full.withSystem(EverySystem.nystrom(20, 1e-3)),
        "from is a model of 60 rows, of which only 20 are among this run's centres, with this run's"
            + " preprocessing");
    TrainedModel others =
        new TrainedModel(
            expansion.preprocessing(),
            new Outputs.Classes(List.of("x", "y", "z")),
            expansion.model(),
            expansion.provenance());
    refused(
        others,
        full,
        "from is a model of the classes [x, y, z], the training rows have the classes");
  }

  private static void refused(TrainedModel model, RunOptions options, String message) {
    assertThatThrownBy(() -> from(model, options))
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith(message);
  }
}
