package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.filbert.cache.CacheBudget;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.KernelExpansion;
import org.filbert.model.Model;
import org.filbert.model.RandomFeatures;
import org.filbert.shard.Prepared;
import org.filbert.solver.ColumnDescent.Columns;
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

/** Several ridges side by side come to what each comes to alone. */
class RidgePathTest {
  private static final Backend BACKEND = Backends.choose("auto", "plain");
  private static final List<Double> RIDGES = List.of(0.01, 0.1, 1.0, 10.0);
  private static final long AMPLE = 1L << 26;

  /**
   * A matrix product with more columns rounds otherwise: this many units of double roundoff, in
   * coefficients whose condition numbers are a few thousand.
   */
  private static final double TOLERANCE = 1e-10;

  /** One of the systems, with some ridges and rules for stopping. */
  private interface System {
    Restartable<? extends Solver.State> solver(
        Ridge ridge, double tolerance, int patience, long budget);
  }

  static Stream<System> systems() {
    return Stream.of(
        (ridge, tolerance, patience, budget) ->
            new FullKernelDescent(
                Trainings.withBudgets(
                    Trainings.withStopping(
                        Trainings.withRidge(
                            Trainings.withPrecision(
                                Trainings.options(new Gaussian(1), 45, 6), Precision.DOUBLE),
                            ridge),
                        tolerance,
                        patience),
                    budget,
                    budget)),
        columns(new Columns.Fourier(60, RandomFourier.Form.COSINE)),
        columns(new Columns.Nystrom(60, ColumnDescent.Sampling.UNIFORM, 1e-3)));
  }

  private static System columns(Columns columns) {
    return (ridge, tolerance, patience, budget) ->
        new ColumnDescent(
            new ColumnDescent.Options(
                new Gaussian(1),
                Precision.DOUBLE,
                columns,
                ridge,
                25,
                6,
                tolerance,
                patience,
                CacheBudget.ofMemory(budget),
                budget,
                7));
  }

  @ParameterizedTest
  @MethodSource("systems")
  void everyMemberEqualsItsSingleRun(System system) {
    assertMembersEqualSingleRuns(system, 0, 0);
  }

  @ParameterizedTest
  @MethodSource("systems")
  void alsoWhenSomeStopEarlier(System system) {
    assertMembersEqualSingleRuns(system, 0.05, 0);
    assertMembersEqualSingleRuns(system, 0, 1);
  }

  private static void assertMembersEqualSingleRuns(System system, double tolerance, int patience) {
    Run path = run(system.solver(new Ridge(RIDGES, false), tolerance, patience, AMPLE));
    assertThat(path.candidates()).extracting(Candidate::ridge).isEqualTo(RIDGES);
    for (int m = 0; m < RIDGES.size(); m++) {
      Run single = run(system.solver(new Ridge(RIDGES.get(m), false), tolerance, patience, AMPLE));
      Candidate member = path.candidates().get(m);
      Candidate alone = single.candidates().get(0);
      assertThat(member.bestEpoch()).isEqualTo(alone.bestEpoch());
      assertThat(member.curve()).hasSameSizeAs(alone.curve());
      assertThat(member.reached().validationError()).isEqualTo(alone.reached().validationError());
      if (m == Candidate.best(path.candidates())) {
        assertClose(path.coefficients(), single.coefficients());
      }
    }
  }

  @Test
  void theCoefficientsOfEveryMemberEqualThoseOfItsSingleRun() {
    System system = systems().toList().get(0);
    try (LocalWorkers workers = workers()) {
      run(system.solver(new Ridge(RIDGES, false), 0, 0, AMPLE), workers);
      for (int m = 0; m < RIDGES.size(); m++) {
        Matrix member =
            Matrix.concat(
                workers.gather(new CoefficientTasks.Export(m)).stream()
                    .map(CoefficientTasks.Part::alpha)
                    .toList());
        Run single = run(system.solver(new Ridge(RIDGES.get(m), false), 0, 0, AMPLE));
        assertClose(member, single.coefficients());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("systems")
  void cachesAndFailuresDoNotChangeABit(System system) {
    Ridge ridge = new Ridge(RIDGES, false);
    double[] expected = run(system.solver(ridge, 0, 1, AMPLE)).coefficients().toArray();
    for (long budget : new long[] {0, 150_000}) {
      assertThat(run(system.solver(ridge, 0, 1, budget)).coefficients().toArray())
          .containsExactly(expected);
      try (ForgetfulWorkers workers =
          new ForgetfulWorkers(Shards.workers(instances(), new Placement(7, 3), BACKEND), 5)) {
        assertThat(run(system.solver(ridge, 0, 1, budget), workers).coefficients().toArray())
            .containsExactly(expected);
        assertThat(workers.failures()).isGreaterThan(20);
      }
    }
  }

  @Test
  void theLowestValidationErrorIsKeptAndOfEqualsTheSmoothest() {
    Run path = run(systems().toList().get(0).solver(new Ridge(RIDGES, false), 0, 0, AMPLE));
    List<Double> errors =
        path.candidates().stream()
            .map(candidate -> Objects.requireNonNull(candidate.reached().validationError()))
            .toList();
    double lowest = errors.stream().min(Double::compare).orElseThrow();
    assertThat(Candidate.best(path.candidates())).isEqualTo(errors.lastIndexOf(lowest));
  }

  @ParameterizedTest
  @MethodSource("systems")
  void needsValidationRows(System system) {
    List<Instance> rows = new Records(4, false, 3, 61).of(Role.TRAIN, 100);
    try (LocalWorkers workers = Shards.local(rows, new Placement(7, 2), BACKEND)) {
      assertThatThrownBy(() -> run(system.solver(new Ridge(RIDGES, false), 0, 0, 0), workers))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("several ridges need validation rows, found none");
    }
  }

  @Test
  void ridgesMustAscend() {
    assertThatThrownBy(() -> new Ridge(List.of(), false))
        .hasMessage("ridge has no values, must have one or more");
    assertThatThrownBy(() -> new Ridge(List.of(0.1, 0.1), false))
        .hasMessage("ridge has 0.1 after 0.1, several values must ascend");
    assertThatThrownBy(() -> new Ridge(List.of(2.0, 1.0), true))
        .hasMessage("lambda has 1.0 after 2.0, several values must ascend");
    assertThatThrownBy(() -> new Ridge(List.of(-1.0, 1.0), true))
        .hasMessage("lambda is -1.0, must be a number above 0");
  }

  /** What is left of a run. */
  private record Run(List<Candidate> candidates, Matrix coefficients) {}

  private static List<Instance> instances() {
    Records records = new Records(4, false, 3, 61);
    List<Instance> instances = new ArrayList<>(records.of(Role.TRAIN, 200));
    instances.addAll(records.of(Role.VALIDATION, 60));
    return instances;
  }

  private static LocalWorkers workers() {
    return Shards.local(instances(), new Placement(7, 3), BACKEND);
  }

  private static Run run(Restartable<? extends Solver.State> solver) {
    try (LocalWorkers workers = workers()) {
      return run(solver, workers);
    }
  }

  private static <S extends Solver.State> Run run(Restartable<S> solver, Workers workers) {
    Prepared prepared =
        Descent.preparation(new Gaussian(1), Precision.DOUBLE, Storage.AUTO).run(workers);
    S state = solver.start(prepared, workers);
    while (!solver.done(state)) {
      state = solver.step(state, workers);
    }
    Model model = solver.model(prepared, state, workers);
    return new Run(
        state.candidates(),
        model instanceof RandomFeatures features
            ? features.w()
            : ((KernelExpansion) model).alpha());
  }

  private static void assertClose(Matrix found, Matrix expected) {
    double[] a = found.toArray();
    double[] b = expected.toArray();
    double difference = 0;
    double largest = 0;
    for (int i = 0; i < b.length; i++) {
      difference = Math.max(difference, Math.abs(a[i] - b[i]));
      largest = Math.max(largest, Math.abs(b[i]));
    }
    assertThat(difference).isLessThanOrEqualTo(TOLERANCE * largest);
  }
}
