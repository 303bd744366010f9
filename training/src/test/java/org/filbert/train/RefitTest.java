package org.filbert.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.CurvePoint;
import org.filbert.shard.Prepared;
import org.filbert.system.Blockwise;
import org.filbert.system.equations.Ridge;
import org.filbert.system.equations.Vector;
import org.filbert.testing.Close;
import org.filbert.testing.Descent;
import org.filbert.testing.EverySystem;
import org.filbert.testing.Records;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.train.columns.Storage;
import org.filbert.train.method.Method;
import org.filbert.workers.Key;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fitted values that have gone astray are put right, and nothing is believed before. */
class RefitTest {
  private static final Backend BACKEND = Backends.choose("java", "plain");

  static Stream<Named<RunOptions>> runs() {
    return EverySystem.of(24, 9, 60)
        .map(
            run ->
                Named.of(
                    run.getName(),
                    run.getPayload()
                        .withPrecision(Precision.DOUBLE)
                        .withRidge(new Ridge(1, false))));
  }

  /** On these the objective falls from step to step. */
  static Stream<Named<RunOptions>> columns() {
    return runs().skip(1);
  }

  @ParameterizedTest
  @MethodSource("runs")
  void corruptedFittedValuesAreComputedAnew(RunOptions options) {
    try (LocalWorkers workers = workers()) {
      Prepared prepared = prepared(options, workers);
      Blockwise system =
          Blockwise.FACET.of(options.system().begin(options.settings(), prepared, workers));
      for (int block = 0; block < system.blocks().count(); block++) {
        system.descend(List.of(block), List.of(0));
      }
      List<Matrix> right = workers.gather(worker -> fitted(worker).copy(Precision.DOUBLE));
      double largest = right.stream().mapToDouble(RefitTest::largest).max().orElseThrow();
      assertThat(system.refit(Vector.U)).isLessThan(1e-13);
      workers.gather(worker -> corrupt(worker, 3 * largest));
      assertThat(system.refit(Vector.U)).isCloseTo(3, within(1e-12));
      List<Matrix> again = workers.gather(RefitTest::fitted);
      for (int w = 0; w < right.size(); w++) {
        Close.assertClose(again.get(w).toArray(), right.get(w).toArray(), 1e-13 * largest);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("runs")
  void refitsComeAtTheToleranceAndFromTimeToTime(RunOptions options) {
    SystemRunState state = run(options.withStopping(1e-3, 0), false);
    List<CurvePoint> curve = state.progress().curve();
    assertThat(curve).hasSizeLessThan(60);
    assertThat(state.refits())
        .extracting(Method.Refit::epoch)
        .startsWith(Math.min(25, curve.size()))
        .endsWith(curve.size());
    assertThat(state.refits()).allMatch(refit -> refit.difference() < 1e-10);
    assertThat(run(options, false).refits())
        .extracting(Method.Refit::epoch)
        .containsExactly(25, 50);
  }

  @ParameterizedTest
  @MethodSource("runs")
  void aToleranceIsNotBelievedBeforeTheFittedValuesWereRight(RunOptions options) {
    double tolerance = 1e-2;
    SystemRunState state = run(options.withDirections(0).withStopping(tolerance, 0), true);
    Method.Refit first = state.refits().get(0);
    assertThat(first.difference()).isGreaterThan(tolerance);
    List<CurvePoint> curve = state.progress().curve();
    assertThat(curve.size()).as("epochs").isGreaterThan(first.epoch());
    assertThat(curve.get(curve.size() - 1).relativeResidual()).isLessThanOrEqualTo(tolerance);
    assertThat(state.refits().get(state.refits().size() - 1).difference())
        .isLessThanOrEqualTo(tolerance);
  }

  /** Conjugate directions make much of a gradient that is not orthogonal to the last ones. */
  @ParameterizedTest
  @MethodSource("columns")
  void directionsBeginAnewAfterARefit(RunOptions options) {
    SystemRunState state = run(options.withDirections(10), true);
    List<CurvePoint> curve = state.progress().curve();
    assertThat(state.refits().get(0).epoch()).isEqualTo(25);
    assertThat(state.refits().get(1).difference()).isLessThan(1e-9);
    for (int epoch = 26; epoch <= 50; epoch++) {
      assertThat(curve.get(epoch - 1).objective())
          .isLessThanOrEqualTo(curve.get(epoch - 2).objective() * (1 + 1e-10));
    }
  }

  /** A run; the fitted values go astray after its first epoch. */
  private static SystemRunState run(RunOptions options, boolean astray) {
    try (LocalWorkers workers = workers()) {
      Prepared prepared = prepared(options, workers);
      SystemRun<?> run = new SystemRun<>(options.spec(), prepared);
      SystemRunState state = run.start(run.plan(), workers);
      while (!run.done(state)) {
        int epochs = state.progress().curve().size();
        state = run.step(state, workers);
        if (astray && epochs == 0 && state.progress().curve().size() == 1) {
          workers.gather(worker -> corrupt(worker, 0.3));
        }
      }
      return state;
    }
  }

  private static Prepared prepared(RunOptions options, Workers workers) {
    return Descent.preparation(
            options.settings().kernel(), options.settings().precision(), Storage.DENSE)
        .run(workers);
  }

  private static LocalWorkers workers() {
    List<Instance> instances = new ArrayList<>(new Records(4, false, 3, 61).of(Role.TRAIN, 50));
    instances.addAll(new Records(4, false, 3, 61).of(Role.TEST, 9));
    return Shards.local(instances, new Placement(7, 2), BACKEND);
  }

  /** F, the second part of what a worker has of u. */
  private static Matrix fitted(Worker worker) {
    Object u = worker.parts(Key.Tier.STORED).get("vectors/" + Vector.U.name());
    try {
      var fitted = u.getClass().getDeclaredMethod("fitted");
      fitted.setAccessible(true);
      return (Matrix) fitted.invoke(u);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean corrupt(Worker worker, double by) {
    Matrix fitted = fitted(worker);
    for (int i = 0; i < fitted.rows(); i++) {
      fitted.set(i, 0, fitted.get(i, 0) + by);
    }
    return true;
  }

  private static double largest(Matrix matrix) {
    double largest = 0;
    for (double value : matrix.toArray()) {
      largest = Math.max(largest, Math.abs(value));
    }
    return largest;
  }
}
