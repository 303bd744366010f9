package org.filbert.train.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.filbert.cache.CacheBudget;
import org.filbert.data.Instance;
import org.filbert.data.Outputs;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.model.CurvePoint;
import org.filbert.model.Preprocessing;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.solver.Stopping;
import org.filbert.system.FullKernelOptions;
import org.filbert.testing.Descent;
import org.filbert.testing.EverySystem;
import org.filbert.testing.Records;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.train.Preparation;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** When held-out rows are scored, and which. */
class EvaluationTest {
  private static final Backend BACKEND = Backends.choose("auto", "plain");
  private static final Records RECORDS = new Records(4, false, 3, 31);
  private static final int LARGE = 60_000;

  static Stream<Named<RunOptions>> systems() {
    return EverySystem.of(60, 25, 5);
  }

  @ParameterizedTest
  @MethodSource("systems")
  void scoresNowAndThenAndAfterTheLastEpochWithoutChangingAnything(RunOptions options) {
    Descent always = run(options, every(1), OptionalInt.empty());
    Descent seldom = run(options, every(2), OptionalInt.empty());
    assertThat(run(options, every(2), OptionalInt.empty(), 0).coefficients())
        .containsExactly(run(options, every(1), OptionalInt.empty(), 0).coefficients());
    List<CurvePoint> all = always.untimedCurve();
    List<CurvePoint> some = seldom.untimedCurve();
    assertThat(some).hasSameSizeAs(all);
    for (int epoch = 1; epoch <= all.size(); epoch++) {
      CurvePoint point = all.get(epoch - 1);
      assertThat(point.validationError()).isNotNull();
      assertThat(point.testError()).isNotNull();
      boolean scored = epoch % 2 == 0 || epoch == all.size();
      assertThat(some.get(epoch - 1)).isEqualTo(scored ? point : point.scored(null, null));
    }
  }

  @Test
  void scoresTheLastEpochOfARunThatEndsByItsTolerance() {
    RunOptions options = RunOptions.of(new Gaussian(0.7), 40, 30).withStopping(0.3, 0);
    List<CurvePoint> curve = run(options, every(1000), OptionalInt.empty()).untimedCurve();
    assertThat(curve).hasSizeBetween(2, 29);
    assertThat(curve.subList(0, curve.size() - 1)).allMatch(p -> p.testError() == null);
    assertThat(curve.get(curve.size() - 1).testError()).isNotNull();
  }

  @Test
  void patienceLooksAtScoredEpochsOnly() {
    RunOptions options = RunOptions.of(new Gaussian(0.7), 40, 30).withStopping(0, 1);
    Descent descent = run(options, every(3), OptionalInt.empty());
    List<CurvePoint> curve = descent.untimedCurve();
    assertThat(curve.size() % 3).isZero();
    assertThat(descent.state().progress().bestEpoch()).isEqualTo(curve.size() - 3);
  }

  @Test
  void drawsAboutAsManyRowsOfEachKindAsAreToBeScored() {
    Prepared prepared =
        run(RunOptions.of(new Gaussian(0.7), 40, 1), every(1), OptionalInt.of(50)).prepared();
    assertThat(prepared.heldOutRows()).isEqualTo(420);
    assertThat(prepared.validationRows()).isBetween(30L, 70L);
    assertThat(prepared.testRows()).isBetween(30L, 70L);
    Prepared all =
        run(RunOptions.of(new Gaussian(0.7), 40, 1), every(1), OptionalInt.of(400)).prepared();
    assertThat(all.validationRows()).isEqualTo(120);
    assertThat(all.testRows()).isEqualTo(300);
  }

  @Test
  void byItselfScoringTakesAtMostAFifth() {
    // as many test rows as training rows: as much work as an epoch
    assertThat(interval(LARGE, 100, 0)).isEqualTo(4);
    assertThat(interval(LARGE / 4, 100, 0)).isEqualTo(1);
    assertThat(interval(LARGE / 2, 100, 0)).isEqualTo(2);
    assertThat(interval(5 * LARGE, 100, 0)).isEqualTo(20);
  }

  @Test
  void scoresEveryEpochOfASmallRun() {
    assertThat(
            Evaluation.AUTO.interval(
                prepared(1000, 4000), plan(1000, 4000, 0), 10, 1, epochs(5, 0)))
        .isEqualTo(1);
  }

  @Test
  void countsWhatTheCacheSavesUnlessTheErrorsDecide() {
    long room = 1L << 40;
    int apart = interval(LARGE, 100, 4L * LARGE * LARGE);
    assertThat(apart).isGreaterThan(10); // training rows are kept, test rows are not
    assertThat(interval(LARGE, 100, room)).isEqualTo(4); // both are
    Prepared prepared = prepared(LARGE, 1, LARGE - 1);
    assertThat(
            Evaluation.AUTO.interval(
                prepared, plan(LARGE, LARGE, 4L * LARGE * LARGE), 10, 1, epochs(100, 0)))
        .isEqualTo(4);
  }

  @Test
  void refusesWhatIsNoNumberOfEpochsOrRows() {
    assertThatThrownBy(() -> every(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("every is 0, must be at least 1");
    assertThatThrownBy(() -> new Evaluation(OptionalInt.empty(), OptionalInt.of(0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("rows is 0, must be at least 1");
  }

  private static Evaluation every(int epochs) {
    return new Evaluation(OptionalInt.of(epochs), OptionalInt.empty());
  }

  private static int interval(int testRows, int epochs, long cache) {
    return Evaluation.AUTO.interval(
        prepared(LARGE, testRows), plan(LARGE, testRows, cache), 10, 1, epochs(epochs, 0));
  }

  private static Stopping epochs(int epochs, int patience) {
    return new Stopping(epochs, 0, patience);
  }

  private static Plan plan(int rows, int testRows, long cache) {
    RunOptions options =
        RunOptions.of(new Gaussian(1), 6000, 5).withCache(CacheBudget.ofMemory(cache), 1L << 40);
    FullKernelOptions system = new FullKernelOptions();
    Prepared prepared = prepared(rows, testRows);
    return system.plan(options.settings(), prepared, system.blocks(options.settings(), prepared));
  }

  private static Prepared prepared(int rows, int testRows) {
    return prepared(rows, 0, testRows);
  }

  private static Prepared prepared(int rows, int validationRows, int testRows) {
    return new Prepared(
        List.of(rows),
        validationRows,
        testRows,
        validationRows + testRows,
        validationRows + testRows,
        new Preprocessing(784, false, Precision.SINGLE, new double[0], new double[0]),
        new Outputs.Classes(List.of("0", "1", "2", "3", "4", "5", "6", "7", "8", "9")),
        new Gaussian(1),
        "",
        List.of(),
        784,
        null,
        null);
  }

  private static Descent run(RunOptions options, Evaluation evaluation, OptionalInt rows) {
    return run(options, evaluation, rows, 120);
  }

  private static Descent run(
      RunOptions options, Evaluation evaluation, OptionalInt rows, int validationRows) {
    List<Instance> instances = new ArrayList<>(RECORDS.of(Role.TRAIN, 200));
    instances.addAll(RECORDS.of(Role.VALIDATION, validationRows));
    instances.addAll(RECORDS.of(Role.TEST, 300));
    Evaluation drawn = new Evaluation(evaluation.every(), rows);
    Preparation preparation = new Preparation(options.spec().toBuilder().evaluation(drawn).build());
    try (LocalWorkers workers = Shards.local(instances, new Placement(7, 2), BACKEND)) {
      return Descent.run(options.withEvaluation(evaluation), preparation, workers);
    }
  }
}
