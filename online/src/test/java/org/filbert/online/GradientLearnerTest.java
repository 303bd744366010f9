package org.filbert.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.filbert.calibration.Softmax;
import org.filbert.data.Features;
import org.filbert.data.Outputs;
import org.filbert.data.Target;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.loss.HingeLoss;
import org.filbert.loss.Loss;
import org.filbert.loss.SoftmaxLoss;
import org.filbert.loss.SquareLoss;
import org.filbert.model.Preprocessing;
import org.filbert.model.Provenance;
import org.filbert.model.TrainedModel;
import org.filbert.testing.ChangingWorkers;
import org.filbert.testing.Close;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Stepped;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GradientLearnerTest {
  private static final Preprocessing IDENTITY =
      new Preprocessing(MadeUpBatches.D, false, Precision.DOUBLE, new double[0], new double[0]);
  private static final Provenance PROVENANCE =
      new Provenance("test", "0", 11, new TreeMap<>(), List.of());

  private static GradientLearner learner(Loss loss, Columns columns) {
    return learner(loss, columns, Optional.empty());
  }

  private static GradientLearner learner(
      Loss loss, Columns columns, Optional<TrainedModel> initial) {
    var options =
        new GradientLearner.Options(
            MadeUpBatches.options(new Algorithm.Cdsg(2), loss, new StepSize.Constant(4), 0, 1000),
            columns);
    return new GradientLearner(options, () -> initial);
  }

  /** A batch whose rows have the class names of a number of classes, if they have one. */
  private static Batch batch(int number, int rows, int classes, int unlabelledFrom) {
    double[][] x = MadeUpBatches.x(number, rows);
    List<String> ids = new ArrayList<>();
    List<@Nullable Target> targets = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      ids.add(number + "-" + i);
      String name = String.valueOf((char) ('a' + MadeUpBatches.label(x[i], classes)));
      targets.add(i < unlabelledFrom ? new Target.ClassName(name) : null);
    }
    long[] arrivals = new long[rows];
    Arrays.fill(arrivals, 1000 + number);
    return new Batch(MadeUpBatches.rows(x), ids, targets, arrivals, null);
  }

  @Test
  void rowsAreScoredBeforeTheyAreLearnedFrom() {
    GradientLearner learner =
        learner(new SquareLoss(), new Columns.FixedClasses(List.of("a", "b")));
    try (LocalWorkers workers = MadeUpBatches.local(2)) {
      OnlineState state = learner.start(workers);
      Stepped<OnlineState, Prediction> first = learner.step(state, batch(0, 6, 2, 6), workers);
      assertThat(first.outputs()).hasSize(6);
      assertThat(first.outputs()).allMatch(p -> p.scores()[0] == 0 && p.step() == 0);
      assertThat(first.outputs()).allMatch(p -> "a".equals(p.label()) && p.arrival() == 1000);
      assertThat(first.outputs().get(3).id()).isEqualTo("0-3");
      Stepped<OnlineState, Prediction> second =
          learner.step(first.state(), batch(0, 6, 2, 6), workers);
      assertThat(second.outputs()).allMatch(p -> p.scores()[0] != 0 && p.step() == 1);
      assertThat(second.outputs()).allMatch(p -> p.target() != null);
    }
  }

  @Test
  void rowsWithoutATargetAreScoredOnly() {
    GradientLearner learner =
        learner(new SquareLoss(), new Columns.FixedClasses(List.of("a", "b")));
    try (LocalWorkers workers = MadeUpBatches.local(2);
        LocalWorkers others = MadeUpBatches.local(2)) {
      Batch part = batch(0, 8, 2, 5);
      OnlineState ofPart = learner.step(learner.start(workers), part, workers).state();
      Batch labelled =
          new Batch(
              part.x().slice(0, 5),
              part.ids().subList(0, 5),
              part.targets().subList(0, 5),
              Arrays.copyOf(part.arrivals(), 5),
              null);
      OnlineState ofFive = learner.step(learner.start(others), labelled, others).state();
      Batch probe = batch(1, 4, 2, 0);
      Stepped<OnlineState, Prediction> found = learner.step(ofPart, probe, workers);
      Stepped<OnlineState, Prediction> expected = learner.step(ofFive, probe, others);
      for (int i = 0; i < 4; i++) {
        Close.assertClose(
            found.outputs().get(i).scores(), expected.outputs().get(i).scores(), 1e-12);
        assertThat(found.outputs().get(i).target()).isNull();
      }
      assertThat(found.state()).isEqualTo(ofPart);
    }
  }

  @Test
  void newClassesGetColumns() {
    GradientLearner learner = learner(new SoftmaxLoss(), new Columns.OpenClasses(List.of()));
    try (LocalWorkers workers = MadeUpBatches.local(2)) {
      OnlineState state = learner.start(workers);
      Stepped<OnlineState, Prediction> nothing = learner.step(state, batch(0, 4, 3, 0), workers);
      assertThat(nothing.outputs()).allMatch(p -> p.label() == null && p.scores().length == 0);
      state = learner.step(nothing.state(), batch(1, 4, 1, 4), workers).state();
      assertThat(state.columns()).isEqualTo(new Columns.OpenClasses(List.of("a")));
      assertThat(learner.model(state, IDENTITY, PROVENANCE, workers)).isEmpty();
      Stepped<OnlineState, Prediction> two = learner.step(state, batch(2, 30, 2, 30), workers);
      assertThat(two.outputs()).allMatch(p -> "a".equals(p.label()) && p.scores().length == 1);
      state = two.state();
      for (int step = 3; step < 60; step++) {
        state = learner.step(state, batch(step, 60, step < 8 ? 2 : 4, 60), workers).state();
      }
      assertThat(state.columns().count()).isEqualTo(4);
      Stepped<OnlineState, Prediction> last = learner.step(state, batch(99, 200, 4, 200), workers);
      assertThat(last.outputs())
          .filteredOn(p -> !new Target.ClassName(String.valueOf(p.label())).equals(p.target()))
          .hasSizeLessThan(90);
      TrainedModel model = learner.model(last.state(), IDENTITY, PROVENANCE, workers).orElseThrow();
      assertThat(((Outputs.Classes) model.outputs()).names())
          .containsExactlyInAnyOrder("a", "b", "c", "d");
      assertThat(model.calibration()).isEqualTo(Softmax.ONE);
      assertThat(nothing.outputs()).allMatch(p -> p.probabilities() == null);
      assertThat(two.outputs()).allMatch(p -> p.probabilities() == null); // of one class
      assertThat(last.outputs())
          .allSatisfy(
              p ->
                  assertThat(p.probabilities())
                      .containsOnlyKeys("a", "b", "c", "d")
                      .allSatisfy(
                          (name, probability) ->
                              assertThat(probability)
                                  .isLessThanOrEqualTo(probability(p, p.label()))));
    }
  }

  private static double probability(Prediction prediction, @Nullable String name) {
    return Objects.requireNonNull(prediction.probabilities()).getOrDefault(name, Double.NaN);
  }

  @Test
  void twoOpenClassesHaveTheProbabilitiesOfTheirModel() {
    GradientLearner learner = learner(new SoftmaxLoss(), new Columns.OpenClasses(List.of()));
    try (LocalWorkers workers = MadeUpBatches.local(2)) {
      OnlineState state = learner.start(workers);
      for (int step = 0; step < 20; step++) {
        state = learner.step(state, batch(step, 20, 2, 20), workers).state();
      }
      TrainedModel model = learner.model(state, IDENTITY, PROVENANCE, workers).orElseThrow();
      Batch probe = batch(99, 50, 2, 0);
      List<Prediction> predictions = learner.step(state, probe, workers).outputs();
      for (int i = 0; i < 50; i++) {
        Prediction prediction = predictions.get(i);
        model
            .predictProbabilities(probe.x().row(i))
            .forEach(
                (name, p) -> assertThat(probability(prediction, name)).isCloseTo(p, within(1e-9)));
      }
    }
  }

  @Test
  void twoOpenClassesShareAColumnInTheModelAndPartAgain() {
    GradientLearner learner = learner(new SquareLoss(), new Columns.OpenClasses(List.of()));
    try (LocalWorkers workers = MadeUpBatches.local(2);
        LocalWorkers others = MadeUpBatches.local(3)) {
      OnlineState state = learner.start(workers);
      for (int step = 0; step < 20; step++) {
        state = learner.step(state, batch(step, 20, 2, 20), workers).state();
      }
      TrainedModel model = learner.model(state, IDENTITY, PROVENANCE, workers).orElseThrow();
      Batch probe = batch(99, 50, 2, 0);
      List<Features> rows = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        rows.add(new Features.Dense(probe.x().row(i)));
      }
      Matrix scores = model.scores(rows, Backends.choose("auto", "plain"));
      List<String> names = ((Outputs.Classes) model.outputs()).names();
      List<Prediction> predictions = learner.step(state, probe, workers).outputs();
      GradientLearner warm =
          learner(new SquareLoss(), new Columns.OpenClasses(List.of()), Optional.of(model));
      List<Prediction> again = warm.step(warm.start(others), probe, others).outputs();
      for (int i = 0; i < 50; i++) {
        String label = names.get(Outputs.Classes.winner(scores.row(i), 0, 1));
        assertThat(predictions.get(i).label()).isEqualTo(label);
        assertThat(again.get(i).label()).isEqualTo(label);
        assertThat(again.get(i).scores())
            .containsExactly(new double[] {-scores.get(i, 0), scores.get(i, 0)}, within(1e-9));
      }
    }
  }

  @Test
  void regressionIsInTheUnitsOfTheTargets() {
    GradientLearner learner = learner(new SquareLoss(), new Columns.Values(new double[] {100, -5}));
    try (LocalWorkers workers = MadeUpBatches.local(2)) {
      OnlineState state = learner.start(workers);
      double error = 0;
      for (int step = 0; step < 80; step++) {
        double[][] x = MadeUpBatches.x(step, 40);
        List<@Nullable Target> targets = new ArrayList<>();
        for (double[] row : x) {
          targets.add(new Target.Values(new double[] {100 + Math.sin(2 * row[0]), row[1] - 5}));
        }
        List<String> ids = targets.stream().map(target -> "row").toList();
        Stepped<OnlineState, Prediction> stepped =
            learner.step(
                state, new Batch(MadeUpBatches.rows(x), ids, targets, new long[40], null), workers);
        state = stepped.state();
        error = 0;
        for (Prediction p : stepped.outputs()) {
          double[] wanted = ((Target.Values) targets.get(0)).values();
          assertThat(p.scores()[0]).isBetween(95.0, 105.0);
          error = Math.max(error, Math.abs(stepped.outputs().get(0).scores()[1] - wanted[1]));
        }
      }
      assertThat(error).isLessThan(0.4);
    }
  }

  @Test
  void badTargetsAndOptionsAreNamed() {
    GradientLearner learner =
        learner(new SquareLoss(), new Columns.FixedClasses(List.of("a", "b")));
    try (LocalWorkers workers = MadeUpBatches.local(1)) {
      OnlineState state = learner.start(workers);
      assertThatThrownBy(() -> learner.step(state, batch(4, 30, 3, 30), workers))
          .hasMessageContaining("row 4-")
          .hasMessageContaining("found class \"c\", expected one of the classes [a, b]");
    }
    assertThat(new Columns.Values(new double[1]).problem(new Target.ClassName("x")))
        .isEqualTo("found class \"x\", expected 1 target values");
    assertThat(new Columns.OpenClasses(List.of()).problem(new Target.Values(new double[2])))
        .isEqualTo("found 2 target values, expected a class");
    assertThatThrownBy(() -> learner(new HingeLoss(), new Columns.Values(new double[1])))
        .hasMessageContaining("HingeLoss[] for regression");
    assertThatThrownBy(
            () -> learner(new SoftmaxLoss(), new Columns.FixedClasses(List.of("a", "b"))))
        .hasMessageContaining("softmax needs more than two classes");
    assertThatThrownBy(
            () ->
                new Batch(
                    MadeUpBatches.rows(MadeUpBatches.x(0, 2)),
                    List.of("1"),
                    List.of(),
                    new long[2],
                    null))
        .hasMessageContaining("a batch of 2 rows with 1 ids, 0 targets and 2 arrivals");
  }

  @Test
  void itGoesOnWithAnotherNumberOfWorkers() {
    for (double gamma : new double[] {0.1, 60}) { // 60 is so long that it goes back
      GradientLearner learner =
          new GradientLearner(
              new GradientLearner.Options(
                  MadeUpBatches.options(
                      new Algorithm.Cdsg(2),
                      new SquareLoss(),
                      new StepSize.Constant(gamma),
                      1e-4,
                      12,
                      20),
                  new Columns.OpenClasses(List.of())),
              Optional::empty);
      List<List<Batch>> parts = new ArrayList<>();
      for (int from : new int[] {0, 70, 140, 210}) {
        parts.add(IntStream.range(from, from + 70).mapToObj(i -> batch(i, 6, 3, 5)).toList());
      }
      ChangingWorkers.Ran<OnlineState, Prediction> expected = run(learner, parts, 1, 1, 1, 1);
      ChangingWorkers.Ran<OnlineState, Prediction> found = run(learner, parts, 1, 3, 2, 1);
      assertThat(found.state().gradients().schedule())
          .isEqualTo(expected.state().gradients().schedule());
      assertThat(found.state().gradients().schedule().halvings() > 0).isEqualTo(gamma > 1);
      assertThat(found.outputs()).hasSameSizeAs(expected.outputs());
      for (int i = 0; i < found.outputs().size(); i++) {
        Prediction prediction = found.outputs().get(i);
        assertThat(prediction.id()).isEqualTo(expected.outputs().get(i).id());
        Close.assertClose(prediction.scores(), expected.outputs().get(i).scores(), 1e-9);
      }
    }
  }

  private static ChangingWorkers.Ran<OnlineState, Prediction> run(
      GradientLearner learner, List<List<Batch>> parts, int... counts) {
    return new ChangingWorkers<>(learner, parts, counts, Backends.choose("auto", "plain")).run();
  }
}
