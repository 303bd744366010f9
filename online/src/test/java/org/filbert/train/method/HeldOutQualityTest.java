package org.filbert.train.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.filbert.calibration.Intervals;
import org.filbert.calibration.Margins;
import org.filbert.calibration.Probabilities;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Outputs;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.loss.SquareLoss;
import org.filbert.metrics.ClassErrors;
import org.filbert.metrics.Classification;
import org.filbert.metrics.NumberErrors;
import org.filbert.metrics.Regression;
import org.filbert.model.TrainedModel;
import org.filbert.online.Algorithm;
import org.filbert.testing.Descents;
import org.filbert.testing.EverySystem;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.train.Trained;
import org.filbert.train.Training;
import org.filbert.train.TrainingSpec;
import org.filbert.train.columns.Scaling;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A run's figures of held-out rows are those of its model. */
class HeldOutQualityTest {
  private static final Backend BACKEND = Backends.choose("auto");

  /** Rows of two numbers; the last of each role are validation and test rows. */
  private static List<Instance> rows(boolean classes, int validation, int test) {
    Random random = new Random(11);
    List<Instance> rows = new ArrayList<>();
    for (int i = 0; i < 120 + validation + test; i++) {
      double[] x = {random.nextGaussian(), random.nextGaussian()};
      double y = Math.sin(2 * x[0]) + x[1] + 0.3 * random.nextGaussian();
      Role role = i < 120 ? Role.TRAIN : i < 120 + validation ? Role.VALIDATION : Role.TEST;
      rows.add(
          new Instance.Example(
              role,
              i,
              new Features.Dense(x),
              classes
                  ? new Target.ClassName(y > 0.5 ? "high" : y < -0.5 ? "low" : "middle")
                  : new Target.Values(new double[] {100 * y})));
    }
    return rows;
  }

  private static Trained train(Training training, List<Instance> rows) {
    try (LocalWorkers workers = Shards.local(rows, new Placement(7, 3), BACKEND)) {
      return training.run(workers);
    }
  }

  private static void assertOfModel(Trained trained, List<Instance> rows, Role role) {
    TrainedModel model = trained.model();
    HeldOutQuality quality = Objects.requireNonNull(trained.heldOut());
    List<Instance.Example> own =
        rows.stream().map(Instance.Example.class::cast).filter(row -> row.role() == role).toList();
    assertThat(quality.role()).isEqualTo(role);
    assertThat(quality.rows()).isEqualTo(own.size());
    assertThat(quality.weight()).isNull();
    try (Matrix matrix =
        model.scores(own.stream().map(Instance.Example::features).toList(), BACKEND)) {
      double[] f = matrix.toArray();
      if (model.outputs() instanceof Outputs.Classes classes) {
        ClassErrors errors =
            new ClassErrors(classes.names(), 3, (Probabilities) model.calibration());
        for (int i = 0; i < own.size(); i++) {
          String name = ((Target.ClassName) own.get(i).target()).name();
          errors.add(f, 3 * i, classes.names().indexOf(name), 1);
        }
        Classification expected = errors.result();
        Classification found = Objects.requireNonNull(quality.classification());
        assertThat(found.confusion()).isDeepEqualTo(expected.confusion());
        assertThat(found.rocAuc()).isCloseTo(expected.rocAuc(), within(5e-3));
        assertThat(found.probabilities() == null).isEqualTo(model.calibration() == null);
        if (found.probabilities() != null && expected.probabilities() != null) {
          assertThat(found.probabilities().logLoss())
              .isCloseTo(expected.probabilities().logLoss(), within(1e-3));
        }
      } else {
        NumberErrors errors =
            new NumberErrors(
                1, model.calibration() instanceof Intervals ? model.margins(0.9) : Margins.NONE);
        for (int i = 0; i < own.size(); i++) {
          double[] predicted = {f[i]};
          errors.add(predicted, ((Target.Values) own.get(i).target()).values(), 0, 1);
        }
        Regression expected = errors.result();
        Regression found = Objects.requireNonNull(quality.regression());
        assertThat(found.rmse()).isCloseTo(expected.rmse(), within(1e-2 * expected.rmse()));
        assertThat(found.coverage() == null).isEqualTo(expected.coverage() == null);
        assertThat(quality.level() == null).isEqualTo(expected.coverage() == null);
      }
    }
  }

  static Stream<Named<RunOptions>> everySystem() {
    return EverySystem.of(40, 20, 3);
  }

  @ParameterizedTest
  @MethodSource("everySystem")
  void isOfTestRowsOrElseOfValidationRows(RunOptions options) {
    for (boolean classes : new boolean[] {true, false}) {
      List<Instance> both = rows(classes, 30, 50);
      assertOfModel(train(new Training(options.spec()), both), both, Role.TEST);
      List<Instance> validation = rows(classes, 30, 0);
      assertOfModel(train(new Training(options.spec()), validation), validation, Role.VALIDATION);
      List<Instance> test = rows(classes, 0, 50);
      assertOfModel(train(new Training(options.spec()), test), test, Role.TEST);
    }
    assertThat(train(new Training(options.spec()), rows(true, 0, 0)).heldOut()).isNull();
  }

  @ParameterizedTest
  @MethodSource("everySystem")
  void isOfTheEpochThatWasChosenAlsoWithoutACalibration(RunOptions options) {
    RunOptions patient = options.withStopping(0, 1).withCalibration(CalibrationMode.NONE);
    List<Instance> rows = rows(true, 30, 50);
    assertOfModel(train(new Training(patient.spec()), rows), rows, Role.TEST);
  }

  @Test
  void ofGradientsToo() {
    List<Instance> rows = rows(false, 0, 50);
    Training training =
        Descents.training(
            Descents.options(1, 2, 20, new Algorithm.Cdsg(2), new SquareLoss(), 2, 40, 4),
            new Scaling.None());
    assertOfModel(train(training, rows), rows, Role.TEST);
  }

  @Test
  void fewValidationRowsGiveNoInterval() {
    List<Instance> rows = rows(false, 5, 50);
    TrainingSpec spec = TrainingSpec.of(new Gaussian(1)).build();
    Trained trained = train(new Training(spec), rows);
    HeldOutQuality quality = Objects.requireNonNull(trained.heldOut());
    assertThat(quality.level()).isNull();
    assertThat(Objects.requireNonNull(quality.regression()).coverage()).isNull();
  }
}
