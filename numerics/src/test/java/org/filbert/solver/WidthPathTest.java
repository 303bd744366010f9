package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.filbert.cache.CacheBudget;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.model.KernelExpansion;
import org.filbert.model.Model;
import org.filbert.model.RandomFeatures;
import org.filbert.shard.Prepared;
import org.filbert.testing.Descent;
import org.filbert.testing.ForgetfulWorkers;
import org.filbert.testing.Records;
import org.filbert.testing.Shards;
import org.filbert.testing.Trainings;
import org.filbert.train.Solver;
import org.filbert.train.Storage;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WidthPathTest {
  private static final Backend BACKEND = Backends.choose("auto", "plain");
  private static final List<Double> SIGMAS = List.of(0.1, 0.5, 5.0);
  private static final Ridge RIDGES = new Ridge(List.of(0.01, 1.0), false);

  static Stream<Function<Kernel, Restartable<? extends Solver.State>>> solvers() {
    return Stream.of(
        kernel ->
            new FullKernelDescent(
                Trainings.withStopping(
                    Trainings.withRidge(Trainings.options(kernel, 50, 3), RIDGES), 0, 2)),
        kernel ->
            new ColumnDescent(
                new ColumnDescent.Options(
                    kernel,
                    Precision.SINGLE,
                    new ColumnDescent.Columns.Fourier(80, RandomFourier.Form.COSINE),
                    RIDGES,
                    40,
                    3,
                    0,
                    0,
                    CacheBudget.ofMemory(1 << 20),
                    1 << 20,
                    7)));
  }

  @ParameterizedTest
  @MethodSource("solvers")
  <S extends Solver.State> void keepsTheBestOfAllAsItWouldBeAlone(
      Function<Kernel, Restartable<S>> solver) {
    Run<WidthPath.State<S>> path;
    try (LocalWorkers workers = workers()) {
      path = run(prepared -> new WidthPath<>(SIGMAS, prepared, solver), workers);
    }
    List<Candidate> candidates = path.state().candidates();
    assertThat(candidates)
        .extracting(Candidate::sigma)
        .containsExactly(0.1, 0.1, 0.5, 0.5, 5.0, 5.0);
    assertThat(candidates)
        .extracting(Candidate::ridge)
        .containsExactly(0.01, 1.0, 0.01, 1.0, 0.01, 1.0);
    Candidate best = candidates.get(Candidate.best(candidates));
    assertThat(candidates)
        .allMatch(candidate -> error(candidate) >= error(best))
        .anyMatch(candidate -> error(candidate) > error(best));
    assertThat(path.state().progress().curve()).isEqualTo(best.curve());
    assertThat(path.state().progress().trainSeconds())
        .isGreaterThanOrEqualTo(candidates.get(5).reached().trainSeconds());
    try (LocalWorkers workers = workers()) {
      double sigma = Objects.requireNonNull(best.sigma());
      Run<S> alone = run(prepared -> solver.apply(new Gaussian(sigma)), workers);
      assertThat(coefficients(path)).containsExactly(coefficients(alone));
    }
  }

  @ParameterizedTest
  @MethodSource("solvers")
  <S extends Solver.State> void failuresDoNotChangeABit(Function<Kernel, Restartable<S>> solver) {
    double[] expected;
    try (LocalWorkers workers = workers()) {
      expected = coefficients(run(prepared -> new WidthPath<>(SIGMAS, prepared, solver), workers));
    }
    try (ForgetfulWorkers workers =
        new ForgetfulWorkers(Shards.workers(instances(), new Placement(7, 3), BACKEND), 5)) {
      assertThat(coefficients(run(prepared -> new WidthPath<>(SIGMAS, prepared, solver), workers)))
          .containsExactly(expected);
      assertThat(workers.failures()).isGreaterThan(20);
    }
  }

  @Test
  void needsValidationRows() {
    List<Instance> rows = new Records(4, false, 3, 61).of(Role.TRAIN, 100);
    try (LocalWorkers workers = Shards.local(rows, new Placement(7, 2), BACKEND)) {
      assertThatThrownBy(
              () ->
                  run(
                      prepared ->
                          new WidthPath<DescentState>(
                              SIGMAS,
                              prepared,
                              kernel -> new FullKernelDescent(Trainings.options(kernel, 50, 1))),
                      workers))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("several sigmas need validation rows, found none");
    }
  }

  private record Run<S>(S state, Model model) {}

  private static <S extends Solver.State> Run<S> run(
      Function<Prepared, Solver<S>> make, Workers workers) {
    Prepared prepared =
        Descent.preparation(new Gaussian(1), Precision.SINGLE, Storage.AUTO).run(workers);
    Solver<S> solver = make.apply(prepared);
    S state = solver.start(prepared, workers);
    while (!solver.done(state)) {
      state = solver.step(state, workers);
    }
    return new Run<>(state, solver.model(prepared, state, workers));
  }

  private static double[] coefficients(Run<?> run) {
    return run.model() instanceof RandomFeatures features
        ? features.w().toArray()
        : ((KernelExpansion) run.model()).alpha().toArray();
  }

  private static double error(Candidate candidate) {
    return Objects.requireNonNull(candidate.reached().validationError());
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
