package org.filbert.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Laplacian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.solver.Preconditioner;
import org.filbert.system.equations.Ridge;
import org.filbert.testing.Descent;
import org.filbert.testing.EverySystem;
import org.filbert.testing.ForgetfulWorkers;
import org.filbert.testing.Gradients;
import org.filbert.testing.Records;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.train.columns.Storage;
import org.filbert.train.method.Trial;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Workers;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WidthsTest {
  private static final Backend BACKEND = Backends.choose("auto", "plain");
  private static final List<Double> SIGMAS = List.of(0.1, 0.5, 5.0);
  private static final Gaussian FIRST = new Gaussian(SIGMAS.get(0));
  private static final Ridge RIDGES = new Ridge(List.of(0.01, 1.0), false);

  static Stream<Named<RunOptions>> runs() {
    return Stream.concat(
            Stream.of(Named.of("full kernel", RunOptions.of(FIRST, 50, 3).withStopping(0, 2))),
            Stream.of(
                Named.of(
                    "features",
                    RunOptions.of(FIRST, 40, 3)
                        .withSystem(EverySystem.fourier(80, RandomFourier.Form.COSINE))),
                Named.of(
                    "landmarks",
                    RunOptions.of(FIRST, 20, 3)
                        .withSystem(EverySystem.nystrom(40, 1e-3))
                        .withStopping(0, 2)),
                Named.of(
                    "conjugate gradients",
                    RunOptions.of(FIRST, 50, 3)
                        .withSolver(Gradients.few(Preconditioner.LANDMARKS, 20))),
                Named.of( // each width has other bins
                    "conjugate gradients on bins",
                    RunOptions.of(new Laplacian(SIGMAS.get(0)), 20, 3)
                        .withSystem(EverySystem.binning(8))
                        .withSolver(Gradients.few(Preconditioner.NONE, 0)))))
        .map(run -> Named.of(run.getName(), run.getPayload().withRidge(RIDGES)));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void keepsTheBestOfAllAsItWouldBeAlone(RunOptions options) {
    Descent path;
    try (LocalWorkers workers = workers()) {
      path = run(options.withSigmas(SIGMAS), workers);
    }
    List<Trial> trials = path.state().trials();
    assertThat(trials).extracting(Trial::sigma).containsExactly(0.1, 0.1, 0.5, 0.5, 5.0, 5.0);
    assertThat(trials).extracting(Trial::ridge).containsExactly(0.01, 1.0, 0.01, 1.0, 0.01, 1.0);
    Trial best = trials.get(Trial.best(trials));
    assertThat(trials)
        .allMatch(trial -> error(trial) >= error(best))
        .anyMatch(trial -> error(trial) > error(best));
    assertThat(path.state().progress().curve()).isEqualTo(best.curve());
    assertThat(path.state().progress().trainSeconds())
        .isGreaterThanOrEqualTo(trials.get(5).reached().trainSeconds());
    try (LocalWorkers workers = workers()) {
      double sigma = Objects.requireNonNull(best.sigma());
      Descent alone = run(options.withSigmas(List.of(sigma)), workers);
      assertThat(path.coefficients()).containsExactly(alone.coefficients());
      assertThat(path.state().progress().bestEpoch())
          .isEqualTo(alone.state().progress().bestEpoch());
    }
  }

  @ParameterizedTest
  @MethodSource("runs")
  void failuresDoNotChangeABit(RunOptions options) {
    double[] expected;
    try (LocalWorkers workers = workers()) {
      expected = run(options.withSigmas(SIGMAS), workers).coefficients();
    }
    try (ForgetfulWorkers workers =
        new ForgetfulWorkers(Shards.workers(instances(), new Placement(7, 3), BACKEND), 5)) {
      assertThat(run(options.withSigmas(SIGMAS), workers).coefficients()).containsExactly(expected);
      assertThat(workers.failures()).isGreaterThan(20);
    }
  }

  @Test
  void needsValidationRows() {
    List<Instance> rows = new Records(4, false, 3, 61).of(Role.TRAIN, 100);
    try (LocalWorkers workers = Shards.local(rows, new Placement(7, 2), BACKEND)) {
      assertThatThrownBy(() -> run(RunOptions.of(FIRST, 50, 1).withSigmas(SIGMAS), workers))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("several sigmas need validation rows, found none");
    }
  }

  private static Descent run(RunOptions options, Workers workers) {
    return Descent.run(options, Storage.AUTO, workers);
  }

  private static double error(Trial trial) {
    return Objects.requireNonNull(trial.reached().validationError());
  }

  private static LocalWorkers workers() {
    return Shards.local(instances(), new Placement(7, 3), BACKEND);
  }

  private static List<Instance> instances() {
    Records records = new Records(4, false, 3, 61);
    List<Instance> instances = new ArrayList<>(records.of(Role.TRAIN, 200));
    instances.addAll(records.of(Role.VALIDATION, 60));
    return instances;
  }
}
