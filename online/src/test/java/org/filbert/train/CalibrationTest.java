package org.filbert.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.filbert.calibration.Calibration;
import org.filbert.calibration.Intervals;
import org.filbert.calibration.NormalisedSigmoids;
import org.filbert.calibration.Sigmoid;
import org.filbert.calibration.Softmax;
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
import org.filbert.loss.LogisticLoss;
import org.filbert.loss.SoftmaxLoss;
import org.filbert.loss.SquareLoss;
import org.filbert.model.TrainedModel;
import org.filbert.online.Algorithm;
import org.filbert.solver.BlockDescentOptions;
import org.filbert.solver.NewtonCg;
import org.filbert.system.equations.Ridge;
import org.filbert.testing.Descents;
import org.filbert.testing.EverySystem;
import org.filbert.testing.ForgetfulWorkers;
import org.filbert.testing.LetterData;
import org.filbert.testing.Records;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.train.columns.Scaling;
import org.filbert.train.method.CalibrationMode;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Models learn from validation rows what their scores say. */
class CalibrationTest {
  private static final Backend BACKEND = Backends.choose("auto", "plain");
  private static final int D = 4;

  private static List<Instance> instances(int classes) {
    Records records = new Records(D, false, classes, 61);
    List<Instance> instances = new ArrayList<>(records.of(Role.TRAIN, 120));
    instances.addAll(records.of(Role.VALIDATION, 60));
    return instances;
  }

  private static TrainedModel trained(Training training, int classes) {
    try (LocalWorkers workers = Shards.local(instances(classes), new Placement(7, 3), BACKEND)) {
      return training.run(workers).model();
    }
  }

  /** The calibration that the model's own scores of the validation rows give. */
  private static Calibration expected(TrainedModel model, int classes) {
    List<Instance.Example> rows =
        instances(classes).stream()
            .map(Instance.Example.class::cast)
            .filter(row -> row.role() == Role.VALIDATION)
            .toList();
    List<Features> features = rows.stream().map(Instance.Example::features).toList();
    try (Matrix scores = model.scores(features, BACKEND)) {
      double[] f = scores.toArray();
      if (model.outputs() instanceof Outputs.Classes names) {
        int[] labels =
            rows.stream()
                .mapToInt(row -> names.names().indexOf(((Target.ClassName) row.target()).name()))
                .toArray();
        return classes == 2 ? Sigmoid.fit(f, labels) : Softmax.fit(f, classes, labels);
      }
      double[] differences = new double[f.length];
      for (int i = 0; i < f.length; i++) {
        double y = ((Target.Values) rows.get(i / 2).target()).values()[i % 2];
        differences[i] = Math.abs(y - f[i]);
      }
      return Intervals.of(differences, 2);
    }
  }

  private static void assertClose(Calibration found, Calibration expected) {
    if (expected instanceof Sigmoid sigmoid) {
      assertThat(((Sigmoid) found).a()).isCloseTo(sigmoid.a(), within(2e-3 * -sigmoid.a()));
      assertThat(((Sigmoid) found).b()).isCloseTo(sigmoid.b(), within(2e-3));
    } else if (expected instanceof Softmax softmax) {
      assertThat(((Softmax) found).s()).isCloseTo(softmax.s(), within(2e-3 * softmax.s()));
    } else {
      assertThat(((Intervals) found).rows()).isEqualTo(60);
      assertThat(((Intervals) found).differences())
          .containsExactly(((Intervals) expected).differences(), within(2e-3));
    }
  }

  static Stream<Named<RunOptions>> everySystem() {
    return EverySystem.of(40, 20, 3);
  }

  @ParameterizedTest
  @MethodSource("everySystem")
  void isThatOfTheModelsOwnScores(RunOptions options) {
    for (int classes : new int[] {2, 3, 0}) {
      TrainedModel model = trained(new Training(options.spec()), classes);
      assertClose(Objects.requireNonNull(model.calibration()), expected(model, classes));
    }
  }

  @ParameterizedTest
  @MethodSource("everySystem")
  void isThatOfTheRidgeAndEpochThatWereChosen(RunOptions options) {
    // patience keeps an epoch before the last, ridges the one of several
    RunOptions several =
        options.withRidge(new Ridge(List.of(1e-3, 0.3, 100.0), false)).withStopping(0, 2);
    TrainedModel model = trained(new Training(several.spec()), 3);
    assertClose(Objects.requireNonNull(model.calibration()), expected(model, 3));
  }

  @Test
  void isThatOfTheWidthThatWasChosen() {
    RunOptions widths =
        RunOptions.of(new Gaussian(0.05), 50, 3).withSigmas(List.of(0.05, 0.5, 20.0));
    TrainedModel model = trained(new Training(widths.spec()), 3);
    assertThat(model.model().toString()).contains("sigma=0.5");
    assertClose(Objects.requireNonNull(model.calibration()), expected(model, 3));
  }

  @Test
  void hasTheSameBitsWithForgetfulWorkers() {
    Training training =
        new Training(
            EverySystem.of(40, 20, 3).toList().get(1).getPayload().withStopping(0, 1).spec());
    TrainedModel expected = trained(training, 3);
    try (ForgetfulWorkers workers =
        new ForgetfulWorkers(Shards.workers(instances(3), new Placement(7, 3), BACKEND), 3)) {
      assertThat(training.run(workers).model().calibration()).isEqualTo(expected.calibration());
    }
  }

  @Test
  void ofALossThatMeansProbabilitiesIsThatMeaning() {
    TrainingSpec logistic =
        TrainingSpec.of(new Gaussian(1))
            .system(EverySystem.nystrom(30, 1e-3))
            .loss(new LogisticLoss())
            .solver(newton())
            .build();
    assertThat(trained(new Training(logistic), 2).calibration()).isEqualTo(Sigmoid.LOGISTIC);
    assertThat(trained(new Training(logistic), 3).calibration())
        .isEqualTo(new NormalisedSigmoids());
    TrainingSpec fitted = logistic.toBuilder().calibration(CalibrationMode.FITTED).build();
    TrainedModel model = trained(new Training(fitted), 2);
    assertClose(Objects.requireNonNull(model.calibration()), expected(model, 2));
  }

  private static NewtonCg.Options newton() {
    return new NewtonCg.Options(OptionalDouble.empty(), OptionalInt.of(5), OptionalInt.empty());
  }

  @Test
  void ofDoublyStochasticGradientsToo() {
    for (int classes : new int[] {3, 0}) {
      TrainedModel model =
          trained(
              Descents.training(
                  Descents.options(1, D, 20, new Algorithm.Cdsg(2), new SquareLoss(), 2, 40, 4),
                  new Scaling.None()),
              classes);
      assertClose(Objects.requireNonNull(model.calibration()), expected(model, classes));
    }
    TrainedModel softmax =
        trained(
            Descents.training(
                Descents.options(1, D, 20, new Algorithm.Cdsg(2), new SoftmaxLoss(), 2, 40, 4),
                new Scaling.None()),
            3);
    assertThat(softmax.calibration()).isEqualTo(Softmax.ONE);
  }

  @Test
  void isAbsentWithoutValidationRows() {
    List<Instance> rows = new Records(D, false, 3, 61).of(Role.TRAIN, 120);
    TrainingSpec spec =
        TrainingSpec.of(new Gaussian(1)).solver(BlockDescentOptions.of(50, 2)).build();
    TrainedModel model = spec.train(rows);
    assertThat(model.calibration()).isNull();
    assertThatThrownBy(() -> model.predictProbabilities(0, 0, 0, 0))
        .hasMessage(
            "the model has scores and no probabilities: train it with validation rows"
                + " (data.validation or data.validationFraction), or with the logistic loss");
    assertThatThrownBy(
            () -> spec.toBuilder().calibration(CalibrationMode.FITTED).build().train(rows))
        .hasMessage(
            "calibration is fitted, which needs validation rows, found none: data.validation or"
                + " data.validationFraction");
    TrainedModel with =
        spec.toBuilder().validationFraction(OptionalDouble.of(0.3)).build().train(rows);
    assertThat(with.predictProbabilities(0, 0, 0, 0)).containsOnlyKeys("a", "b", "c");
    assertThat(with.predictProbabilities(0, 0, 0, 0).values().stream().mapToDouble(p -> p).sum())
        .isCloseTo(1, within(1e-12));
    assertThat(
            spec.toBuilder()
                .validationFraction(OptionalDouble.of(0.3))
                .calibration(CalibrationMode.NONE)
                .build()
                .train(rows)
                .calibration())
        .isNull();
  }

  /** One sigmoid for each class against all others, normalised, is what others do. */
  @Test
  void aTemperatureIsAsGoodOnLetterAsSigmoidsOfAllClasses() {
    List<Instance> rows = new ArrayList<>();
    for (Instance instance : LetterData.instances(4000, 2000)) {
      Instance.Example row = (Instance.Example) instance;
      rows.add(
          row.role() == Role.TRAIN && row.position() >= 3000
              ? new Instance.Example(Role.VALIDATION, row.position(), row.features(), row.target())
              : row);
    }
    TrainedModel model =
        TrainingSpec.of(new Gaussian(0.2))
            .scaling(new Scaling.Divide(15))
            .solver(BlockDescentOptions.of(1500, 3))
            .train(rows);
    List<String> names = ((Outputs.Classes) model.outputs()).names();
    int k = names.size();
    Scored validation = Scored.of(model, rows, Role.VALIDATION);
    Scored test = Scored.of(model, rows, Role.TEST);
    Sigmoid[] sigmoids = new Sigmoid[k];
    for (int j = 0; j < k; j++) {
      int column = j;
      double[] f = new double[validation.labels.length];
      int[] labels = new int[f.length];
      for (int i = 0; i < f.length; i++) {
        f[i] = validation.f[i * k + column];
        labels[i] = validation.labels[i] == column ? 1 : 0;
      }
      sigmoids[j] = Sigmoid.fit(f, labels);
    }
    double byTemperature = 0;
    double bySigmoids = 0;
    for (int i = 0; i < test.labels.length; i++) {
      byTemperature -= Math.log(model.requireProbabilities().of(test.f, i * k, k)[test.labels[i]]);
      double sum = 0;
      double own = 0;
      for (int j = 0; j < k; j++) {
        double p = sigmoids[j].of(test.f, i * k + j, 1)[1];
        sum += p;
        own = j == test.labels[i] ? p : own;
      }
      bySigmoids -= Math.log(own / sum);
    }
    assertThat(byTemperature).isLessThan(1.02 * bySigmoids);
  }

  private record Scored(double[] f, int[] labels) {
    static Scored of(TrainedModel model, List<Instance> all, Role role) {
      List<Instance.Example> rows =
          all.stream().map(Instance.Example.class::cast).filter(row -> row.role() == role).toList();
      List<String> names = ((Outputs.Classes) model.outputs()).names();
      try (Matrix f =
          model.scores(rows.stream().map(Instance.Example::features).toList(), BACKEND)) {
        return new Scored(
            f.toArray(),
            rows.stream()
                .mapToInt(row -> names.indexOf(((Target.ClassName) row.target()).name()))
                .toArray());
      }
    }
  }
}
