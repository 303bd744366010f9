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
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Polynomial;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.system.KernelSystem;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.Ridge;
import org.filbert.testing.Descent;
import org.filbert.testing.EverySystem;
import org.filbert.testing.ForgetfulWorkers;
import org.filbert.testing.Records;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.train.columns.Storage;
import org.filbert.train.method.CalibrationMode;
import org.filbert.train.method.Trial;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Named;
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

  /**
   * The same for features of a polynomial kernel, whose largest eigenvalues are larger by far:
   * 4e-10 was seen on a processor with AVX-512.
   */
  private static final double POLYNOMIAL_TOLERANCE = 1e-9;

  static Stream<Named<RunOptions>> systems() {
    return Stream.concat(
            Stream.of(Named.of("full kernel", RunOptions.of(new Gaussian(1), 45, 6))),
            EverySystem.ofColumns(60, 25, 6))
        .map(
            run ->
                Named.of(
                    run.getName(),
                    run.getPayload().withPrecision(Precision.DOUBLE).withBudgets(AMPLE, AMPLE)));
  }

  private static RunOptions fullKernel() {
    return systems().findFirst().orElseThrow().getPayload();
  }

  private static RunOptions path(RunOptions system, double tolerance, int patience) {
    return system.withRidge(new Ridge(RIDGES, false)).withStopping(tolerance, patience);
  }

  private static RunOptions single(RunOptions system, int m, double tolerance, int patience) {
    return system.withRidge(new Ridge(RIDGES.get(m), false)).withStopping(tolerance, patience);
  }

  @ParameterizedTest
  @MethodSource("systems")
  void everyMemberEqualsItsSingleRun(RunOptions system) {
    assertMembersEqualSingleRuns(system, 0, 0);
  }

  @ParameterizedTest
  @MethodSource("systems")
  void alsoWhenSomeStopEarlier(RunOptions system) {
    assertMembersEqualSingleRuns(system, 0.05, 0);
    assertMembersEqualSingleRuns(system, 0, 1);
  }

  private static void assertMembersEqualSingleRuns(
      RunOptions system, double tolerance, int patience) {
    Descent path = run(path(system, tolerance, patience));
    assertThat(path.state().trials()).extracting(Trial::ridge).isEqualTo(RIDGES);
    for (int m = 0; m < RIDGES.size(); m++) {
      Descent single = run(single(system, m, tolerance, patience));
      Trial member = path.state().trials().get(m);
      Trial alone = single.state().trials().get(0);
      assertThat(member.bestEpoch()).isEqualTo(alone.bestEpoch());
      assertThat(member.curve()).hasSameSizeAs(alone.curve());
      assertThat(member.reached().validationError()).isEqualTo(alone.reached().validationError());
      if (m == Trial.best(path.state().trials())) {
        assertClose(
            path.coefficients(),
            single.coefficients(),
            system.settings().kernel() instanceof Polynomial ? POLYNOMIAL_TOLERANCE : TOLERANCE);
      }
    }
  }

  @Test
  void theCoefficientsOfEveryMemberEqualThoseOfItsSingleRun() {
    try (LocalWorkers workers = workers()) {
      // a calibration would end the run with the coefficients of the best member alone
      RunOptions options = path(fullKernel(), 0, 0).withCalibration(CalibrationMode.NONE);
      Descent path = Descent.run(options, Storage.AUTO, workers);
      KernelSystem system =
          options
              .system()
              .open(
                  options.settings(),
                  path.prepared(),
                  Blocks.ofRows(45, path.prepared().shardRows()),
                  workers);
      for (int m = 0; m < RIDGES.size(); m++) {
        system.keep(m);
        assertClose(
            Descent.coefficients(system.model()).toArray(),
            run(single(fullKernel(), m, 0, 0)).coefficients(),
            TOLERANCE);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("systems")
  void cachesAndFailuresDoNotChangeABit(RunOptions system) {
    double[] expected = run(path(system, 0, 1)).coefficients();
    for (long budget : new long[] {0, 150_000}) {
      RunOptions less = path(system, 0, 1).withBudgets(budget, budget);
      assertThat(run(less).coefficients()).containsExactly(expected);
      try (ForgetfulWorkers workers =
          new ForgetfulWorkers(Shards.workers(instances(), new Placement(7, 3), BACKEND), 5)) {
        assertThat(Descent.run(less, Storage.AUTO, workers).coefficients())
            .containsExactly(expected);
        assertThat(workers.failures()).isGreaterThan(20);
      }
    }
  }

  @Test
  void theLowestValidationErrorIsKeptAndOfEqualsTheSmoothest() {
    Descent path = run(path(fullKernel(), 0, 0));
    List<Double> errors =
        path.state().trials().stream()
            .map(trial -> Objects.requireNonNull(trial.reached().validationError()))
            .toList();
    double lowest = errors.stream().min(Double::compare).orElseThrow();
    assertThat(Trial.best(path.state().trials())).isEqualTo(errors.lastIndexOf(lowest));
  }

  @ParameterizedTest
  @MethodSource("systems")
  void needsValidationRows(RunOptions system) {
    List<Instance> rows = new Records(4, false, 3, 61).of(Role.TRAIN, 100);
    try (LocalWorkers workers = Shards.local(rows, new Placement(7, 2), BACKEND)) {
      assertThatThrownBy(() -> Descent.run(path(system, 0, 0), Storage.AUTO, workers))
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

  private static List<Instance> instances() {
    Records records = new Records(4, false, 3, 61);
    List<Instance> instances = new ArrayList<>(records.of(Role.TRAIN, 200));
    instances.addAll(records.of(Role.VALIDATION, 60));
    return instances;
  }

  private static LocalWorkers workers() {
    return Shards.local(instances(), new Placement(7, 3), BACKEND);
  }

  private static Descent run(RunOptions options) {
    try (LocalWorkers workers = workers()) {
      return Descent.run(options, Storage.AUTO, workers);
    }
  }

  private static void assertClose(double[] a, double[] b, double tolerance) {
    double difference = 0;
    double largest = 0;
    for (int i = 0; i < b.length; i++) {
      difference = Math.max(difference, Math.abs(a[i] - b[i]));
      largest = Math.max(largest, Math.abs(b[i]));
    }
    assertThat(difference).isLessThanOrEqualTo(tolerance * largest);
  }
}
