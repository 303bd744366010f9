package org.filbert.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.data.Features;
import org.filbert.data.RefusedException;
import org.filbert.data.Target;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Precision;
import org.filbert.loss.LogisticLoss;
import org.filbert.loss.SquareLoss;
import org.filbert.model.DoublyStochastic;
import org.filbert.model.Preprocessing;
import org.filbert.model.Provenance;
import org.filbert.online.progressive.InputShares;
import org.filbert.online.progressive.LineRule;
import org.filbert.online.progressive.ProgressiveRun;
import org.filbert.online.progressive.Report;
import org.filbert.online.progressive.SnapshotRule;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Stepped;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Inputs, targets, widths and steps of any magnitude: right, or refused, or with a notice. */
class MagnitudesTest {
  private static final int ROWS = 20;
  private static final int BATCHES = 60;
  private static final double SIGMA = 0.8;
  private static final double STEP = 4;
  private static final double[] MAGNITUDES = {
    1e-300, 1e-150, 1e-45, 1e-20, 1e-8, 1, 1e8, 1e20, 1e45, 1e150, 1e300
  };

  /** A run whose numbers are multiplied. */
  private record Setting(
      boolean classes,
      Precision precision,
      double inputs,
      double targets,
      double sigma,
      double step) {
    static Setting of(boolean classes, Precision precision) {
      return new Setting(classes, precision, 1, 1, 1, 1);
    }
  }

  /** What came of a run: its error over the window in units of the targets, and its notices. */
  private record Outcome(double error, List<String> notices) {}

  private static ProgressiveRun run(Setting setting, boolean strict) {
    GradientOptions gradients =
        new GradientOptions(
            new RandomFourier(
                new Gaussian(SIGMA * setting.sigma), 2, 64, 11, RandomFourier.Form.COSINE_SINE),
            setting.precision,
            new Algorithm.Cdsg(2),
            setting.classes ? new LogisticLoss() : new SquareLoss(),
            new StepSize.Constant(STEP * setting.step),
            0,
            1000,
            1,
            1 << 16);
    Columns columns =
        setting.classes
            ? new Columns.FixedClasses(List.of("a", "b"))
            : new Columns.Values(new double[1]);
    return new ProgressiveRun(
        new GradientLearner(new GradientLearner.Options(gradients, columns), Optional::empty),
        new ProgressiveRun.Options(
            preprocessing(setting),
            new Provenance("test", "", 11, new TreeMap<>(), List.of()),
            200,
            new LineRule(200, false),
            new SnapshotRule(200, false, Double.POSITIVE_INFINITY),
            List.of(),
            null,
            DriftResponse.NONE),
        strict,
        InputShares.NONE);
  }

  private static Preprocessing preprocessing(Setting setting) {
    return new Preprocessing(2, false, setting.precision, new double[0], new double[0]);
  }

  /**
   * A batch.
   *
   * @param shift of the first column
   */
  private static Batch batch(
      Setting setting, int number, double shift, Preprocessing preprocessing) {
    List<Target> targets = new ArrayList<>();
    List<Features> rows = rows(setting, number, shift, targets);
    return new Batch(
        preprocessing.apply(rows),
        IntStream.range(0, ROWS).mapToObj(i -> number + "-" + i).toList(),
        List.copyOf(targets),
        new long[ROWS],
        number == 0 ? preprocessing : null);
  }

  private static List<Features> rows(
      Setting setting, int number, double shift, List<Target> targets) {
    Random random = new Random(100 + number);
    List<Features> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      double[] x = {random.nextGaussian(), random.nextGaussian()};
      double y = Math.sin(2 * x[0]) + x[1] / 2;
      targets.add(
          setting.classes
              ? new Target.ClassName(y > 0 ? "b" : "a")
              : new Target.Values(new double[] {setting.targets * y}));
      rows.add(
          new Features.Dense(new double[] {shift + setting.inputs * x[0], setting.inputs * x[1]}));
    }
    return rows;
  }

  /** Everything that is published is finite. */
  private static Outcome outcome(Setting setting) {
    return outcome(setting, 0, preprocessing(setting));
  }

  private static Outcome outcome(Setting setting, double shift, Preprocessing preprocessing) {
    ProgressiveRun run = run(setting, false);
    List<Report> reports = new ArrayList<>();
    try (LocalWorkers workers = MadeUpBatches.local(2)) {
      ProgressiveRun.State state = run.start(workers);
      for (int i = 0; i < BATCHES; i++) {
        Stepped<ProgressiveRun.State, Report> stepped =
            run.step(state, batch(setting, i, shift, preprocessing), workers);
        reports.addAll(stepped.outputs());
        state = stepped.state();
      }
      reports.addAll(run.finish(state, workers));
    }
    Report.Progress last = null;
    for (Report report : reports) {
      if (report instanceof Report.Predicted predicted) {
        assertThat(predicted.predictions())
            .allMatch(each -> Arrays.stream(each.scores()).allMatch(Double::isFinite));
      } else if (report instanceof Report.Snapshot snapshot) {
        DoublyStochastic model = (DoublyStochastic) snapshot.model().model();
        assertThat(model.a().largest()).isFinite();
        assertThat(snapshot.model().preprocessing()).isEqualTo(preprocessing);
      } else {
        last = (Report.Progress) report;
        assertThat(last.statistics().error().sum()).isFinite();
      }
    }
    double faded = last.statistics().error().faded();
    return new Outcome(
        setting.classes ? faded : Math.sqrt(faded) / setting.targets, last.notices());
  }

  static Stream<Arguments> kinds() {
    return Stream.of(true, false)
        .flatMap(classes -> Stream.of(Precision.values()).map(each -> Arguments.of(classes, each)));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void nothingIsPublishedThatIsNoNumberNorAConstantWithoutAWord(
      boolean classes, Precision precision) {
    double good = outcome(Setting.of(classes, precision)).error();
    assertThat(outcome(Setting.of(classes, precision)).notices()).isEmpty();
    assertThat(good).isLessThan(classes ? 0.15 : 0.35);
    for (double magnitude : MAGNITUDES) {
      for (Setting setting :
          List.of(
              new Setting(classes, precision, magnitude, 1, 1, 1),
              new Setting(classes, precision, 1, 1, magnitude, 1),
              new Setting(classes, precision, 1, 1, 1, magnitude))) {
        try {
          Outcome outcome = outcome(setting);
          if (outcome.error() > 2 * good) {
            assertThat(outcome.notices()).as(setting.toString()).isNotEmpty();
          }
        } catch (RefusedException e) {
          assertThat(e).hasMessageMatching("(?s).*(kernel.sigma|step size|steps help).*");
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void inputsAndWidthsOfOneMagnitudeAreRight(boolean classes, Precision precision) {
    double good = outcome(Setting.of(classes, precision)).error();
    for (double magnitude : MAGNITUDES) {
      Setting setting = new Setting(classes, precision, magnitude, 1, magnitude, 1);
      boolean fits = precision == Precision.DOUBLE || (magnitude > 1e-30 && magnitude < 1e30);
      boolean atTheEnd = magnitude < 1e-299; // 0.8 times that is below the narrowest kernel
      if (fits && !atTheEnd) {
        assertThat(outcome(setting).error())
            .as(setting.toString())
            .isCloseTo(good, within(good / 100));
      } else {
        assertThatThrownBy(() -> outcome(setting))
            .isInstanceOf(RefusedException.class)
            .hasMessageContaining("kernel.sigma is ");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void targetsOfAnyMagnitudeAreRight(boolean classes, Precision precision) {
    if (classes) {
      return;
    }
    double good = outcome(Setting.of(false, precision)).error();
    for (double magnitude : MAGNITUDES) {
      Setting setting = new Setting(false, precision, 1, magnitude, 1, 1);
      if (magnitude > 1e140) {
        assertThatThrownBy(() -> outcome(setting))
            .isInstanceOf(RefusedException.class)
            .hasMessageMatching("row 0-\\d+: found the target .*, allowed numbers up to 1.0E140.*");
      } else if (magnitude < 1e-140) {
        assertThat(outcome(setting).notices())
            .hasSize(1)
            .allMatch(notice -> notice.contains("squares below the smallest double"));
      } else {
        assertThat(outcome(setting).error())
            .as(setting.toString())
            .isCloseTo(good, within(good / 100));
      }
    }
  }

  /** A column of Unix seconds; in single precision their differences are multiples of 128. */
  @ParameterizedTest
  @MethodSource("kinds")
  void aColumnFarFromTheOriginIsRight(boolean classes, Precision precision) {
    double shift = 1.7e9;
    Setting setting = Setting.of(classes, precision);
    Setting exact = Setting.of(classes, Precision.DOUBLE);
    Preprocessing given = preprocessing(setting);
    Preprocessing fitted =
        new FirstRows(1000 * SIGMA).fit(given, rows(setting, 0, shift, new ArrayList<>()));
    assertThat(fitted.offset()[0]).isCloseTo(shift, within(1.0));
    assertThat(fitted.offset()[1]).isZero();
    double found = outcome(setting, shift, fitted).error();
    double expected = outcome(exact, shift, preprocessing(exact).movedBy(fitted.offset())).error();
    assertThat(found).isCloseTo(expected, within(expected / 100));
    assertThat(found).isLessThan(1.5 * outcome(exact).error());
    if (precision == Precision.SINGLE) {
      assertThat(outcome(setting, shift, given).error()).isGreaterThan(2 * expected);
    }
  }

  @Test
  void causesAreNamed() {
    Setting calm = Setting.of(true, Precision.SINGLE);
    assertThat(outcome(new Setting(true, Precision.SINGLE, 1, 1, 1, 1e-300)).notices())
        .hasSize(1)
        .allMatch(
            notice ->
                notice.startsWith("the model is a constant: its scores are below a millionth")
                    && notice.endsWith(": a larger learner.step helps"));
    assertThat(outcome(new Setting(true, Precision.SINGLE, 1, 1, 1e20, 1)).notices())
        .hasSize(1)
        .allMatch(
            notice ->
                notice.startsWith("the model is a constant: kernel.sigma is 8.0E19 and the first")
                    && notice.endsWith("to the kernel all rows are the same"));
    assertThat(outcome(new Setting(true, Precision.SINGLE, 1e20, 1, 1, 1)).notices())
        .hasSize(1)
        .allMatch(notice -> notice.contains("to the kernel no two rows are alike"));
    assertThat(outcome(new Setting(true, Precision.SINGLE, 1e-300, 1, 1, 1)).notices())
        .hasSize(1)
        .allMatch(notice -> notice.contains("the first rows are all the same once they are"));
    assertThat(outcome(calm).notices()).isEmpty();
  }

  @Test
  void aRowBeyondTheRangeIsNamed() {
    Setting setting = Setting.of(true, Precision.DOUBLE);
    GradientLearner learner =
        new GradientLearner(
            new GradientLearner.Options(
                MadeUpBatches.options(
                    new Algorithm.Dsg(), new SquareLoss(), new StepSize.Constant(1), 0, 10),
                new Columns.FixedClasses(List.of("a", "b"))),
            Optional::empty);
    double[][] x = {{1, 2, 3}, {1, Double.POSITIVE_INFINITY, 3}};
    Batch batch =
        new Batch(
            MadeUpBatches.rows(x),
            List.of("first", "second"),
            Arrays.asList(null, null),
            new long[2],
            preprocessing(setting));
    try (LocalWorkers workers = MadeUpBatches.local(2)) {
      OnlineState state = learner.start(workers);
      assertThatThrownBy(() -> learner.step(state, batch, workers))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("row second: feature 2 is Infinity after the preprocessing")
          .hasMessageContaining("kernel.sigma 0.5");
    }
  }

  @Test
  void aStrictRunEndsAtTheFirstNotice() {
    Setting still = new Setting(true, Precision.SINGLE, 1, 1, 1, 1e-300);
    ProgressiveRun run = run(still, true);
    try (LocalWorkers workers = MadeUpBatches.local(2)) {
      assertThatThrownBy(
              () -> {
                ProgressiveRun.State state = run.start(workers);
                for (int i = 0; i < BATCHES; i++) {
                  state =
                      run.step(state, batch(still, i, 0, preprocessing(still)), workers).state();
                }
                run.finish(state, workers);
              })
          .isInstanceOf(RefusedException.class)
          .hasMessageStartingWith("strict: the model is a constant");
    }
  }
}
