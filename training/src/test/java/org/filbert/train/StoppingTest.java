package org.filbert.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.model.CurvePoint;
import org.filbert.system.equations.Ridge;
import org.filbert.testing.Descent;
import org.filbert.testing.Records;
import org.filbert.testing.ReferenceSystem;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.train.columns.Storage;
import org.filbert.train.method.Evaluation;
import org.filbert.train.method.Measure;
import org.filbert.train.method.Progress;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When a run ends, which coefficients it keeps, and what its curve says. */
class StoppingTest {
  private static final Backend BACKEND = Backends.choose("auto", "plain");
  private static final Records RECORDS = new Records(4, false, 3, 31);
  private static final RunOptions OPTIONS = RunOptions.of(new Gaussian(0.7), 40, 30);

  @Test
  void stopsAtTheTolerance() {
    var options = OPTIONS.withStopping(0.3, 0);
    List<CurvePoint> curve =
        run(options, RECORDS.of(Role.TRAIN, 200), 2).state().progress().curve();
    assertThat(curve).hasSizeBetween(2, 29);
    assertThat(curve.get(curve.size() - 1).relativeResidual()).isLessThanOrEqualTo(0.3);
    assertThat(curve.get(curve.size() - 2).relativeResidual()).isGreaterThan(0.3);
  }

  @Test
  void noisyLabelsStopAfterPatienceAndTheBestEpochIsKept() {
    int patience = 2;
    List<Instance> instances = noisy(200, 60);
    Descent early = run(OPTIONS.withStopping(0, patience), instances, 2);
    List<CurvePoint> curve = early.state().progress().curve();
    assertThat(curve).hasSizeLessThan(30);

    int best = early.state().progress().bestEpoch();
    assertThat(best).isEqualTo(curve.size() - patience);
    double lowest = validationError(curve, best);
    assertThat(curve.subList(0, best - 1)).allMatch(p -> error(p) > lowest);
    assertThat(curve.subList(best, curve.size())).allMatch(p -> error(p) >= lowest);

    Descent upToThere = run(epochs(best).withStopping(0, 0), instances, 2);
    assertThat(early.model().alpha().toArray())
        .containsExactly(upToThere.model().alpha().toArray());
  }

  @Test
  void theBestEpochIsKeptWithoutPatienceToo() {
    List<Instance> instances = noisy(200, 60);
    Descent all = run(epochs(12).withStopping(0, 0), instances, 2);
    List<CurvePoint> curve = all.state().progress().curve();
    assertThat(curve).hasSize(12);
    int best = all.state().progress().bestEpoch();
    assertThat(best).isBetween(1, 11);
    double lowest = validationError(curve, best);
    assertThat(curve.subList(0, best - 1)).allMatch(p -> error(p) > lowest);
    assertThat(curve.subList(best, 12)).allMatch(p -> error(p) >= lowest);
    Descent upToThere = run(epochs(best).withStopping(0, 0), instances, 2);
    assertThat(all.model().alpha().toArray()).containsExactly(upToThere.model().alpha().toArray());
  }

  @ParameterizedTest
  @EnumSource(
      value = Measure.class,
      names = {"LOG_LOSS", "AUC", "AVERAGE_PRECISION", "F1"})
  void theEpochIsTheBestByTheMeasure(Measure measure) {
    List<Instance> instances = noisy(200, 60);
    RunOptions options =
        OPTIONS
            .withStopping(0, 3)
            .withEvaluation(
                new Evaluation(OptionalInt.of(1), OptionalInt.empty(), Optional.of(measure)));
    Descent descent = run(options, instances, 2);
    Progress progress = descent.state().progress();
    assertThat(progress.curve()).hasSizeLessThan(30).hasSize(progress.bestEpoch() + 3);
    double loss = Objects.requireNonNull(progress.loss());
    assertThat(measure.ofLoss(loss)).isBetween(0.0, measure == Measure.LOG_LOSS ? 2.0 : 1.0);
    for (int epochs = 1; epochs <= progress.curve().size(); epochs++) {
      Progress shorter =
          run(epochs(epochs).withEvaluation(options.spec().evaluation()), instances, 2)
              .state()
              .progress();
      assertThat(Objects.requireNonNull(shorter.loss())).isGreaterThanOrEqualTo(loss);
    }
  }

  @Test
  void aMeasureOfNumbersIsRefusedForClasses() {
    RunOptions options =
        OPTIONS.withEvaluation(
            new Evaluation(OptionalInt.empty(), OptionalInt.empty(), Optional.of(Measure.MAE)));
    assertThatThrownBy(() -> run(options, RECORDS.of(Role.TRAIN, 50), 2))
        .hasMessage("choose.by is mae, which classes do not have, found the classes [a, b, c]");
  }

  @Test
  void patienceNeedsValidationRows() {
    assertThatThrownBy(() -> run(OPTIONS.withStopping(0, 2), RECORDS.of(Role.TRAIN, 50), 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("patience needs validation rows, found none");
  }

  @Test
  void theCurveAgreesWithTheDefinitions() {
    List<Instance> instances = new ArrayList<>(RECORDS.of(Role.TRAIN, 120));
    instances.addAll(RECORDS.of(Role.VALIDATION, 31));
    instances.addAll(RECORDS.of(Role.TEST, 17));
    var options = epochs(2).withPrecision(Precision.DOUBLE);
    Descent descent = run(options, instances, 3);
    CurvePoint last = descent.state().progress().ofModel();

    double[][] x =
        java.util.Arrays.stream(descent.positions())
            .mapToObj(p -> RECORDS.values(Role.TRAIN, p))
            .toArray(double[][]::new);
    double[][] alpha =
        IntStream.range(0, x.length)
            .mapToObj(descent.model().alpha()::row)
            .toArray(double[][]::new);
    double[][] f = scores(x, x, alpha);
    double residual2 = 0;
    double norm2 = 0;
    double objective = 0;
    for (int i = 0; i < x.length; i++) {
      double[] y = RECORDS.targetRow(x[i]);
      for (int j = 0; j < y.length; j++) {
        double misfit = y[j] - f[i][j];
        residual2 += Math.pow(misfit - 0.01 * alpha[i][j], 2);
        norm2 += y[j] * y[j];
        objective += (misfit * misfit + 0.01 * alpha[i][j] * f[i][j]) / x.length;
      }
    }
    assertThat(last.relativeResidual()).isCloseTo(Math.sqrt(residual2 / norm2), within(1e-9));
    assertThat(last.objective()).isCloseTo(objective, within(1e-9));
    assertThat(last.trainError()).isEqualTo(errorOf(x, f));
    assertThat(last.validationError()).isEqualTo(heldOutError(Role.VALIDATION, 31, x, alpha));
    assertThat(last.testError()).isEqualTo(heldOutError(Role.TEST, 17, x, alpha));
  }

  @Test
  void errorsCountEveryShardThoughSomeHaveNoRows() {
    // All in one class but for the one training row of the other: it takes every prediction wrong.
    List<Instance> instances = new ArrayList<>();
    instances.add(point(Role.TRAIN, 0, 0, "a"));
    instances.add(point(Role.TRAIN, 1, 100, "b"));
    instances.add(point(Role.TEST, 0, 0, "b"));
    instances.add(point(Role.TEST, 1, 100, "b"));
    Descent descent = run(epochs(1), instances, 8);
    assertThat(descent.state().progress().curve().get(0).trainError()).isZero();
    assertThat(descent.state().progress().curve().get(0).testError()).isEqualTo(0.5);
    assertThat(descent.state().progress().curve().get(0).validationError()).isNull();
  }

  @Test
  void constantTargetsAreSolvedByNoCoefficients() {
    List<Instance> instances = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      instances.add(
          new Instance.Example(
              Role.TRAIN,
              i,
              new Features.Dense(new double[] {i}),
              new Target.Values(new double[] {4})));
    }
    Descent descent = run(epochs(2), instances, 2);
    assertThat(descent.state().progress().curve().get(0).relativeResidual()).isZero();
    assertThat(descent.model().alpha().toArray()).containsOnly(0);
  }

  @Test
  void optionsOutsideTheirRangesAreRefused() {
    assertThatThrownBy(() -> RunOptions.of(new Gaussian(1), 0, 1))
        .hasMessage("blockSize is 0, must be at least 1");
    assertThatThrownBy(() -> epochs(0)).hasMessage("epochs is 0, must be at least 1");
    assertThatThrownBy(() -> OPTIONS.withStopping(0, -1))
        .hasMessage("patience is -1, must be at least 1");
    assertThatThrownBy(() -> OPTIONS.withStopping(1, 0))
        .hasMessage("tolerance is 1.0, must be a relative residual from 0 to below 1");
    assertThatThrownBy(() -> OPTIONS.withStopping(Double.NaN, 0))
        .hasMessage("tolerance is NaN, must be a relative residual from 0 to below 1");
    assertThatThrownBy(() -> OPTIONS.withBudgets(-1, 0))
        .hasMessage("cache.memory is -1, must be at least 0");
    assertThatThrownBy(() -> OPTIONS.withRidge(new Ridge(0, false)).spec())
        .hasMessage("ridge is 0.0, must be a number above 0");
    assertThatThrownBy(() -> new Ridge(Double.NaN, true))
        .hasMessage("lambda is NaN, must be a number above 0");
  }

  private static RunOptions epochs(int epochs) {
    return RunOptions.of(new Gaussian(0.7), 40, epochs);
  }

  private static Descent run(RunOptions options, List<Instance> instances, int workers) {
    try (LocalWorkers local = Shards.local(instances, new Placement(7, workers), BACKEND)) {
      return Descent.run(options, Storage.AUTO, local);
    }
  }

  private static Instance point(Role role, long position, double x, String name) {
    return new Instance.Example(
        role, position, new Features.Dense(new double[] {x}), new Target.ClassName(name));
  }

  /** Every third training label is wrong. */
  private static List<Instance> noisy(int train, int validation) {
    List<Instance> instances = new ArrayList<>();
    for (Instance instance : RECORDS.of(Role.TRAIN, train)) {
      Instance.Example example = (Instance.Example) instance;
      instances.add(
          example.position() % 3 > 0
              ? example
              : new Instance.Example(
                  Role.TRAIN, example.position(), example.features(), new Target.ClassName("a")));
    }
    instances.addAll(RECORDS.of(Role.VALIDATION, validation));
    return instances;
  }

  private static double error(CurvePoint point) {
    return java.util.Objects.requireNonNull(point.validationError());
  }

  private static double validationError(List<CurvePoint> curve, int epoch) {
    return error(curve.get(epoch - 1));
  }

  private static double[][] scores(double[][] rows, double[][] centres, double[][] alpha) {
    return ReferenceSystem.multiply(
        ReferenceSystem.kernelMatrix(new Gaussian(0.7), rows, centres), alpha);
  }

  private static double heldOutError(Role role, int count, double[][] centres, double[][] alpha) {
    double[][] x =
        IntStream.range(0, count).mapToObj(p -> RECORDS.values(role, p)).toArray(double[][]::new);
    return errorOf(x, scores(x, centres, alpha));
  }

  private static double errorOf(double[][] x, double[][] scores) {
    int wrong = 0;
    for (int i = 0; i < x.length; i++) {
      wrong += highest(scores[i]) == highest(RECORDS.targetRow(x[i])) ? 0 : 1;
    }
    return (double) wrong / x.length;
  }

  private static int highest(double[] values) {
    return IntStream.range(0, values.length)
        .boxed()
        .max(Comparator.comparingDouble(j -> values[j]))
        .orElseThrow();
  }
}
