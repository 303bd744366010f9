package org.filbert.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import org.filbert.calibration.Intervals;
import org.filbert.calibration.Margins;
import org.filbert.data.DataException;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.data.TargetTransform;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backends;
import org.filbert.metrics.Regression;
import org.filbert.model.TrainedModel;
import org.filbert.selection.OpenChoices;
import org.filbert.solver.BlockDescentOptions;
import org.filbert.solver.EigenProOptions;
import org.filbert.system.FeatureOptions;
import org.filbert.testing.Shards;
import org.filbert.train.method.Evaluation;
import org.filbert.train.method.Measure;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;

/** A training on the logarithms of targets answers in the targets' own units. */
class LogTargetsTest {
  private static final TrainingBuilder SPEC = TrainingSpec.of(new Gaussian(1)).ridge(0.1).seed(5);

  /** Rows of one number x with a target exp(sin 2x + noise), or its logarithm. */
  private static List<Instance> rows(int count, boolean logarithms, double noise) {
    Random random = new Random(3);
    List<Instance> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double x = 3 * random.nextDouble();
      double y = StrictMath.exp(Math.sin(2 * x) + 4 + noise * random.nextGaussian());
      rows.add(row(i % 5 == 4 ? Role.VALIDATION : Role.TRAIN, i, x, logarithms, y));
    }
    return rows;
  }

  private static Instance row(Role role, int i, double x, boolean logarithm, double y) {
    double[] target = {logarithm ? StrictMath.log(y) : y};
    return new Instance.Example(
        role, i, new Features.Dense(new double[] {x}), new Target.Values(target));
  }

  private static Trained train(TrainingBuilder spec, List<Instance> rows) {
    try (LocalWorkers workers = Shards.local(rows, new Placement(7, 3), Backends.best())) {
      return new Training(spec.build()).run(workers);
    }
  }

  private static void assertExponentials(TrainingBuilder spec) {
    TrainedModel byHand = train(spec.target(TargetTransform.NONE), rows(90, true, 0.1)).model();
    Trained trained = train(spec.target(TargetTransform.LOG), rows(90, false, 0.1));
    TrainedModel model = trained.model();
    Margins margins = model.margins(0.9);
    double r = byHand.requireIntervals().halfWidths(0.9)[0];
    for (double x = 0; x < 3; x += 0.1) {
      double learned = byHand.predictValue(x);
      double predicted = model.predictValue(x);
      assertThat(predicted).isEqualTo(StrictMath.exp(learned));
      assertThat(margins.lower(predicted, 0)).isCloseTo(Math.exp(learned - r), within(1e-10));
      assertThat(margins.upper(predicted, 0)).isCloseTo(Math.exp(learned + r), within(1e-10));
    }
    double squares = 0;
    double absolute = 0;
    int count = 0;
    for (Instance instance : rows(90, false, 0.1)) {
      Instance.Example row = (Instance.Example) instance;
      if (row.role() == Role.VALIDATION) {
        double error =
            model.predictValue(((Features.Dense) row.features()).values())
                - ((Target.Values) Objects.requireNonNull(row.target())).values()[0];
        squares += error * error;
        absolute += Math.abs(error);
        count++;
      }
    }
    Regression quality =
        Objects.requireNonNull(Objects.requireNonNull(trained.heldOut()).regression());
    assertThat(quality.rmse()).isCloseTo(Math.sqrt(squares / count), within(1e-4));
    assertThat(quality.mae()).isCloseTo(absolute / count, within(1e-4));
    var curve = model.provenance().curve();
    assertThat(Objects.requireNonNull(curve.get(curve.size() - 1).validationError()))
        .isCloseTo(quality.rmse(), within(1e-4 * quality.rmse()));
  }

  @Test
  void predictionsAreTheExponentialsOfATrainingOnLogarithms() {
    assertExponentials(SPEC);
    assertExponentials(
        SPEC.build().toBuilder()
            .system(new FeatureOptions(64, Optional.empty(), Optional.empty()))
            .solver(BlockDescentOptions.of(64, 10)));
    assertExponentials(
        SPEC.build().toBuilder()
            .solver(
                new EigenProOptions(
                    6,
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    OptionalDouble.empty())));
  }

  @Test
  void intervalsCoverSkewedTargets() {
    List<Instance> rows = rows(1500, false, 0.6);
    TrainedModel model =
        train(
                TrainingSpec.of(new Gaussian(1)).ridge(1).target(TargetTransform.LOG),
                rows.subList(0, 750))
            .model();
    Margins margins = model.margins(0.9);
    int within = 0;
    for (Instance instance : rows.subList(750, 1500)) {
      Instance.Example row = (Instance.Example) instance;
      double f = model.predictValue(((Features.Dense) row.features()).values());
      double y = ((Target.Values) Objects.requireNonNull(row.target())).values()[0];
      assertThat(margins.upper(f, 0) - f).isGreaterThan(f - margins.lower(f, 0));
      within += margins.lower(f, 0) <= y && y <= margins.upper(f, 0) ? 1 : 0;
    }
    assertThat(within / 750.0).isBetween(0.85, 0.95);
    assertThat(model.calibration()).isInstanceOf(Intervals.class);
  }

  @Test
  void anotherMeasureChoosesInTheTargetsUnits() {
    List<Instance> rows = rows(90, false, 0.1);
    Evaluation byMae =
        new Evaluation(OptionalInt.empty(), OptionalInt.empty(), Optional.of(Measure.MAE));
    Trained trained =
        train(
            TrainingSpec.of(new Gaussian(1))
                .ridge(0.001, 0.1, 100)
                .target(TargetTransform.LOG)
                .evaluation(byMae),
            rows);
    Regression quality =
        Objects.requireNonNull(Objects.requireNonNull(trained.heldOut()).regression());
    assertThat(quality.mae()).isBetween(3.0, 20.0);
  }

  @Test
  void aChoiceByLeavingRowsOutTellsTheErrorInTheTargetsUnits() {
    List<Instance> rows = rows(90, false, 0.1);
    TrainingSpec spec =
        TrainingSpec.of(new Gaussian(1))
            .open(new OpenChoices(false, false, true))
            .target(TargetTransform.LOG)
            .build();
    try (LocalWorkers workers = Shards.local(rows, new Placement(7, 3), Backends.best())) {
      TrainingState state = new Training(spec).start(workers);
      double error =
          Objects.requireNonNull(state.selection()).best().error(state.prepared().outputs());
      assertThat(error).isBetween(3.0, 12.0); // a tenth of targets from 20 to 150
    }
  }

  @Test
  void targetsOfZeroAndLessAreRefusedWithTheirPlace() {
    for (double bad : new double[] {0, -2.5}) {
      List<Instance> rows = new ArrayList<>(rows(20, false, 0));
      rows.set(9, row(Role.VALIDATION, 9, 1, false, bad));
      assertThatThrownBy(() -> train(SPEC.target(TargetTransform.LOG), rows))
          .isInstanceOf(DataException.class)
          .hasMessage(
              "found %s as the target, allowed a number above 0, as its logarithm is learned"
                  .formatted(bad))
          .extracting(e -> List.of(((DataException) e).position(), ((DataException) e).target()))
          .isEqualTo(List.of(9L, 1));
    }
  }

  @Test
  void classesHaveNoLogarithm() {
    assertThatThrownBy(
            () ->
                SPEC.target(TargetTransform.LOG)
                    .train(new double[][] {{1}, {2}}, new String[] {"a", "b"}))
        .hasMessage("objective.target is log, which needs numbers as targets, found classes");
  }

  @Test
  void aModelOfOtherTargetsIsNoBeginning() {
    TrainedModel plain = train(SPEC.target(TargetTransform.NONE), rows(40, false, 0)).model();
    Training training =
        new Training(
            SPEC.target(TargetTransform.LOG).build(),
            () -> Optional.of(plain),
            "",
            Training.versions(),
            false);
    try (LocalWorkers workers =
        Shards.local(rows(40, false, 0), new Placement(7, 1), Backends.best())) {
      assertThatThrownBy(() -> training.run(workers))
          .hasMessage(
              "from is a model of 1 targets, the training rows have the logarithm of 1 targets");
    }
  }
}
