package org.filbert.online.recursive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.filbert.data.DenseRows;
import org.filbert.data.Features;
import org.filbert.data.Outputs;
import org.filbert.data.Target;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Laplacian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.NormalScores;
import org.filbert.model.Preprocessing;
import org.filbert.model.Provenance;
import org.filbert.model.RobustScaling;
import org.filbert.model.ScaledRows;
import org.filbert.model.TrainedModel;
import org.filbert.online.Batch;
import org.filbert.online.Columns;
import org.filbert.online.Prediction;
import org.filbert.table.TableCounts;
import org.filbert.testing.ChangingWorkers;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Stepped;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecursiveLearnerTest {
  private static final int D = 3;
  private static final int P = 16;
  private static final double RATE = 8;
  private static final Backend BACKEND = Backends.choose("auto", "plain");
  private static final Preprocessing IDENTITY =
      new Preprocessing(D, false, Precision.DOUBLE, new double[0], new double[0]);
  private static final Provenance PROVENANCE =
      new Provenance("test", "0", 11, new TreeMap<>(), List.of());

  private static RecursiveOptions options(int firstRows) {
    return options(firstRows, P);
  }

  private static RecursiveOptions options(int firstRows, int features) {
    List<ExpertOptions> experts = new ArrayList<>();
    for (double memory : new double[] {1, 0.99, 0.9}) {
      experts.add(new ExpertOptions(map(new Gaussian(0.7), features, 1), memory, 0.01));
      experts.add(new ExpertOptions(map(new Laplacian(2), features, 2), memory, 0.01));
    }
    return new RecursiveOptions(experts, Precision.DOUBLE, RATE, firstRows, 1 << 20);
  }

  private static RandomFourier map(Kernel kernel, int features, long seed) {
    return new RandomFourier(kernel, D, features, seed, RandomFourier.Form.COSINE_SINE);
  }

  private static LocalWorkers workers(int count) {
    return new LocalWorkers(
        IntStream.range(0, count).mapToObj(i -> new Worker(i, count, BACKEND)).toList());
  }

  private static Batch batch(List<double[]> x, List<@Nullable Target> targets) {
    return batch(x, targets, new double[0]);
  }

  private static Batch batch(List<double[]> x, List<@Nullable Target> targets, double[] weights) {
    Matrix rows = Matrix.zeros(Precision.DOUBLE, x.size(), D);
    for (int i = 0; i < x.size(); i++) {
      rows.write(i, i + 1, x.get(i));
    }
    List<String> ids = IntStream.range(0, x.size()).mapToObj(String::valueOf).toList();
    return new Batch(
        new DenseRows(rows),
        ids,
        targets,
        new long[x.size()],
        null,
        new Batch.Table(null, weights, TableCounts.NONE));
  }

  /**
   * The rows of a stream whose rule turns and whose third feature is 0 for the middle third: there
   * the stream is silent about it.
   */
  private static double[] row(Random random, int number, int rows) {
    double[] x = new double[D];
    Arrays.setAll(x, j -> random.nextGaussian());
    if (number > rows / 3 && number < 2 * rows / 3) {
      x[2] = 0;
    }
    return x;
  }

  /** The third class comes when half of the rows have passed. */
  private static int label(double[] x, int number, int rows) {
    double angle = 6.0 * number / rows;
    double side = Math.cos(angle) * x[0] + Math.sin(angle) * x[1] + 0.3 * x[2] * x[2];
    return number > rows / 2 && side > 1 ? 2 : side > 0 ? 1 : 0;
  }

  @Test
  void itIsTheSolutionOfTheNormalEquations() {
    int rows = 10_000;
    String[] names = {"a", "b", "c"};
    RecursiveLearner learner =
        new RecursiveLearner(options(0), new Columns.OpenClasses(List.of("a", "b")));
    NaiveExperts reference = new NaiveExperts(options(0), 2);
    Random random = new Random(1);
    try (LocalWorkers workers = workers(2)) {
      RecursiveState state = learner.start(workers);
      int columns = 2;
      for (int number = 0; number < rows; ) {
        int m = 1 + random.nextInt(random.nextInt(8) == 0 ? 40 : 3);
        List<double[]> x = new ArrayList<>();
        List<@Nullable Target> targets = new ArrayList<>();
        List<double[]> expected = new ArrayList<>();
        for (int i = 0; i < m; i++, number++) {
          double[] each = row(random, number, rows);
          x.add(each);
          expected.add(reference.score(each));
          if (random.nextInt(5) == 0) {
            targets.add(null);
            continue;
          }
          int label = label(each, number, rows);
          targets.add(new Target.ClassName(names[label]));
          if (label == 2 && columns == 2) {
            columns = 3;
            reference.widen(columns);
          }
          double[] oneHot = new double[columns];
          oneHot[label] = 1;
          reference.learn(each, oneHot, 1);
        }
        Stepped<RecursiveState, Prediction> stepped =
            learner.step(state, batch(x, targets), workers);
        for (int i = 0; i < m; i++) {
          assertThat(stepped.outputs().get(i).scores())
              .as("row %s", number - m + i)
              .containsExactly(expected.get(i), within(1e-8));
        }
        state = stepped.state();
      }
      assertThat(state.columns().count()).isEqualTo(3);
      assertThat(state.vote().weights(RATE)).containsExactly(reference.weights(), within(1e-8));
    }
  }

  /** Each row comes without a label, and again with it twenty batches later. */
  @Test
  void rowsHaveWeightsAndLateLabels() {
    int rows = 3000;
    RecursiveLearner learner =
        new RecursiveLearner(options(0), new Columns.OpenClasses(List.of("a", "b")));
    NaiveExperts reference = new NaiveExperts(options(0), 2);
    Random random = new Random(6);
    Deque<double[]> unlabelled = new ArrayDeque<>();
    try (LocalWorkers workers = workers(2)) {
      RecursiveState state = learner.start(workers);
      for (int number = 0; number < rows; number += 2) {
        List<double[]> x = new ArrayList<>(List.of(row(random, number, rows)));
        x.add(row(random, number + 1, rows));
        unlabelled.addAll(x);
        List<@Nullable Target> targets = new ArrayList<>();
        targets.add(null);
        targets.add(null);
        while (unlabelled.size() > 40) {
          double[] late = unlabelled.remove();
          x.add(late);
          targets.add(new Target.ClassName(late[0] + late[2] > 0 ? "b" : "a"));
        }
        double[] weights = random.doubles(x.size(), 0.5, 2).toArray();
        Stepped<RecursiveState, Prediction> stepped =
            learner.step(state, batch(x, targets, weights), workers);
        for (int i = 0; i < x.size(); i++) {
          assertThat(stepped.outputs().get(i).scores())
              .as("batch %s", number / 2)
              .containsExactly(reference.score(x.get(i)), within(1e-8));
          if (targets.get(i) instanceof Target.ClassName name) {
            boolean b = name.name().equals("b");
            reference.learn(x.get(i), b ? new double[] {0, 1} : new double[] {1, 0}, weights[i]);
          }
        }
        state = stepped.state();
      }
    }
  }

  @Test
  @Tag("ci")
  void aMillionRowsDoNotDrift() {
    int part = 100_000;
    RecursiveLearner learner =
        new RecursiveLearner(options(500), new Columns.FixedClasses(List.of("no", "yes")));
    Random random = new Random(7);
    List<Integer> wrong = new ArrayList<>();
    try (LocalWorkers workers = workers(2)) {
      RecursiveState state = learner.start(workers);
      for (int parts = 0; parts < 10; parts++) {
        int missed = 0;
        for (int number = 0; number < part; number += 20) {
          Stepped<RecursiveState, Prediction> stepped =
              learner.step(state, scaled(random, 20), workers);
          state = stepped.state();
          for (Prediction each : stepped.outputs()) {
            missed +=
                new Target.ClassName(String.valueOf(each.label())).equals(each.target()) ? 0 : 1;
          }
        }
        wrong.add(missed);
        assertThat(Arrays.stream(state.vote().weights(RATE)).sum()).isCloseTo(1, within(1e-12));
        assertThat(Arrays.stream(state.vote().course()).sum()).isCloseTo(1, within(1e-9));
      }
    }
    // After the first part all have the same error, but for chance.
    double later = wrong.stream().skip(1).mapToInt(each -> each).average().orElseThrow();
    assertThat(wrong.subList(1, 10))
        .allSatisfy(each -> assertThat((double) each).isBetween(0.95 * later, 1.05 * later));
    assertThat(later / part).isLessThan(0.3);
  }

  /** Rows with a rule of two fixed classes, far from the origin and of other scales. */
  private static Batch scaled(Random random, int rows) {
    List<double[]> x = new ArrayList<>();
    List<@Nullable Target> targets = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      double[] each = new double[D];
      double[] raw = new double[D];
      for (int j = 0; j < D; j++) {
        each[j] = random.nextGaussian();
        raw[j] = 1e6 + Math.pow(1000, j) * each[j];
      }
      x.add(raw);
      targets.add(new Target.ClassName(each[0] * each[1] > 0 ? "yes" : "no"));
    }
    return batch(x, targets);
  }

  @Test
  void theFirstRowsScaleTheOthers() {
    RecursiveLearner learner =
        new RecursiveLearner(options(100, 64), new Columns.FixedClasses(List.of("no", "yes")));
    Random random = new Random(2);
    try (LocalWorkers workers = workers(2)) {
      RecursiveState state = learner.start(workers);
      assertThat(learner.model(state, IDENTITY, PROVENANCE, workers)).isEmpty();
      int wrong = 0;
      for (int number = 0; number < 200; number++) {
        Stepped<RecursiveState, Prediction> stepped =
            learner.step(state, scaled(random, 10), workers);
        state = stepped.state();
        assertThat(state.scaling() == null).isEqualTo(number < 3);
        assertThat(state.opening() == null).isEqualTo(number >= 9);
        for (Prediction prediction : stepped.outputs()) {
          assertThat(prediction.scores()).hasSize(1);
          boolean right =
              new Target.ClassName(String.valueOf(prediction.label())).equals(prediction.target());
          wrong += number >= 100 && !right ? 1 : 0;
        }
      }
      assertThat(wrong).isLessThan(150);
    }
  }

  @Test
  void untilThenTheMostFrequentClassIsPredicted() {
    RecursiveLearner learner =
        new RecursiveLearner(options(100), new Columns.OpenClasses(List.of()));
    double[] x = new double[D];
    try (LocalWorkers workers = workers(1)) {
      RecursiveState state = learner.start(workers);
      List<@Nullable String> labels = new ArrayList<>();
      for (String name : List.of("a", "b", "b", "c")) {
        Stepped<RecursiveState, Prediction> stepped =
            learner.step(state, batch(List.of(x), List.of(new Target.ClassName(name))), workers);
        labels.add(stepped.outputs().get(0).label());
        state = stepped.state();
      }
      assertThat(labels).containsExactly(null, "a", "a", "b");
    }
  }

  @Test
  void aLargeExpertIsSpreadOverTheWorkers() {
    RecursiveOptions options =
        new RecursiveOptions(
            List.of(
                new ExpertOptions(map(new Gaussian(0.7), 700, 1), 0.999, 0.01),
                new ExpertOptions(map(new Gaussian(0.7), 20, 1), 0.99, 0.01)),
            Precision.DOUBLE,
            RATE,
            64,
            1 << 20);
    assertThat(options.isSpread(0, 1)).isFalse();
    List<List<double[]>> scores = new ArrayList<>();
    List<Matrix> models = new ArrayList<>();
    for (int count : new int[] {1, 2, 3}) {
      RecursiveLearner learner =
          new RecursiveLearner(options, new Columns.FixedClasses(List.of("no", "yes")));
      Random random = new Random(8);
      List<double[]> found = new ArrayList<>();
      try (LocalWorkers workers = workers(count)) {
        RecursiveState state = learner.start(workers);
        for (int number = 0; number < 150; number++) {
          Stepped<RecursiveState, Prediction> stepped =
              learner.step(state, scaled(random, 7), workers);
          state = stepped.state();
          stepped.outputs().forEach(each -> found.add(each.scores()));
        }
        models.add(
            learner
                .model(state, IDENTITY, PROVENANCE, workers)
                .orElseThrow()
                .model()
                .coefficients());
      }
      assertThat(options.isSpread(0, count)).isEqualTo(count > 1);
      scores.add(found);
    }
    for (int i = 1; i < 3; i++) {
      for (int row = 0; row < scores.get(0).size(); row++) {
        assertThat(scores.get(i).get(row)).containsExactly(scores.get(0).get(row), within(1e-9));
      }
      assertThat(models.get(i).toArray()).containsExactly(models.get(0).toArray(), within(1e-8));
    }
  }

  /** Wrong predictions of batches of ten rows, each of which is multiplied by a number. */
  private static int wrong(
      RecursiveLearner learner,
      Ref<RecursiveState> state,
      Random random,
      int batches,
      double[] factors,
      boolean turned,
      LocalWorkers workers) {
    int wrong = 0;
    for (int number = 0; number < batches; number++) {
      List<double[]> x = new ArrayList<>();
      List<@Nullable Target> targets = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        double[] each = new double[D];
        Arrays.setAll(each, j -> random.nextGaussian());
        targets.add(new Target.ClassName(each[0] * each[1] > 0 == turned ? "no" : "yes"));
        Arrays.setAll(each, j -> factors[j] * each[j] + 10 * factors[j]);
        x.add(each);
      }
      Stepped<RecursiveState, Prediction> stepped =
          learner.step(state.value, batch(x, targets), workers);
      state.value = stepped.state();
      for (Prediction each : stepped.outputs()) {
        wrong += new Target.ClassName(String.valueOf(each.label())).equals(each.target()) ? 0 : 1;
      }
    }
    return wrong;
  }

  private static final class Ref<T> {
    T value;

    Ref(T value) {
      this.value = value;
    }
  }

  private static double[] factors(double... factors) {
    return factors;
  }

  @Test
  void aScalingThatNoLongerSuitsIsFittedAnew() {
    RecursiveLearner learner =
        new RecursiveLearner(options(100, 64), new Columns.FixedClasses(List.of("no", "yes")));
    Random random = new Random(9);
    try (LocalWorkers workers = workers(2)) {
      Ref<RecursiveState> state = new Ref<>(learner.start(workers));
      wrong(learner, state, random, 100, factors(1, 1, 1), false, workers);
      RobustScaling before = Objects.requireNonNull(state.value.scaling());
      int calm = wrong(learner, state, random, 50, factors(1, 1, 1), false, workers);
      assertThat(Objects.requireNonNull(state.value.scaling()).factor()).isEqualTo(before.factor());

      wrong(learner, state, random, 20, factors(100, 0.01, 1), false, workers);
      RobustScaling after = Objects.requireNonNull(state.value.scaling());
      assertThat(after.centre()[0]).isCloseTo(1000, within(60.0));
      assertThat(after.centre()[1]).isCloseTo(0.1, within(0.006));
      assertThat(after.factor()[2]).isEqualTo(before.factor()[2]);
      assertThat(state.value.opening()).as("what was learned is kept").isNull();
      int changed = wrong(learner, state, random, 50, factors(100, 0.01, 1), false, workers);
      assertThat(changed).isLessThan(calm + 60);
    }
  }

  /** The rule is another one with the other scale, so what was learned is worth nothing. */
  @Test
  void expertsBeginAnewWhereNothingFits() {
    RecursiveLearner learner =
        new RecursiveLearner(options(100, 64), new Columns.FixedClasses(List.of("no", "yes")));
    Random random = new Random(10);
    try (LocalWorkers workers = workers(2)) {
      Ref<RecursiveState> state = new Ref<>(learner.start(workers));
      wrong(learner, state, random, 150, factors(1, 1, 1), false, workers);
      int rows = 0;
      for (; state.value.opening() == null && rows < 200; rows += 10) {
        wrong(learner, state, random, 1, factors(100, 100, 100), true, workers);
      }
      assertThat(rows).isLessThan(200);
      assertThat(Objects.requireNonNull(state.value.scaling()).centre()[0])
          .isCloseTo(1000, within(60.0));
      wrong(learner, state, random, 40, factors(100, 100, 100), true, workers);
      assertThat(state.value.opening()).isNull();
      assertThat(wrong(learner, state, random, 50, factors(100, 100, 100), true, workers))
          .isLessThan(150);
    }
  }

  /**
   * The third feature only grows, and says nothing: a scaling that follows it would help nobody.
   */
  @Test
  void aScalingThatWouldNotHelpStays() {
    RecursiveLearner learner =
        new RecursiveLearner(options(100, 64), new Columns.FixedClasses(List.of("no", "yes")));
    Random random = new Random(11);
    try (LocalWorkers workers = workers(1)) {
      RecursiveState state = learner.start(workers);
      double[] centre = {};
      for (int number = 0; number < 3000; number++) {
        double[] x = {random.nextGaussian(), random.nextGaussian(), number};
        Target target = new Target.ClassName(x[0] > x[1] ? "yes" : "no");
        state = learner.step(state, batch(List.of(x), List.of(target)), workers).state();
        if (number == 1000) {
          centre = Objects.requireNonNull(state.scaling()).centre();
        }
      }
      assertThat(Objects.requireNonNull(state.scaling()).centre()).isEqualTo(centre);
    }
  }

  private static Batch unlabelled(Batch batch) {
    List<@Nullable Target> none = new ArrayList<>();
    batch.ids().forEach(each -> none.add(null));
    return new Batch(batch.x(), batch.ids(), none, batch.arrivals(), null);
  }

  @ParameterizedTest
  @EnumSource(FirstRowsUse.class)
  void theModelPredictsAsTheLearnerDoes(FirstRowsUse use) {
    RecursiveLearner learner =
        new RecursiveLearner(options(64), new Columns.FixedClasses(List.of("no", "yes")), use);
    Random random = new Random(3);
    try (LocalWorkers workers = workers(3)) {
      RecursiveState state = learner.start(workers);
      for (int number = 0; number < 50; number++) {
        state = learner.step(state, scaled(random, 5), workers).state();
      }
      TrainedModel model = learner.model(state, IDENTITY, PROVENANCE, workers).orElseThrow();
      assertThat(model.model().coefficients().rows()).isEqualTo(2 * P);
      assertThat(((ScaledRows) model.preprocessing()).encoder())
          .isInstanceOf(use == FirstRowsUse.RANKS ? NormalScores.class : Preprocessing.class);
      Batch next = unlabelled(scaled(random, 8));
      List<Features> records = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        records.add(new Features.Dense(next.x().row(i)));
      }
      List<Prediction> predictions = learner.step(state, next, workers).outputs();
      try (Matrix scores = model.scores(records, BACKEND)) {
        for (int i = 0; i < 8; i++) {
          assertThat(scores.row(i)).containsExactly(predictions.get(i).scores(), within(1e-9));
        }
      }
      assertThat(((Outputs.Classes) model.outputs()).names()).containsExactly("no", "yes");
    }
  }

  @Test
  void numbersAreLearnedInTheirOwnUnits() {
    RecursiveLearner learner =
        new RecursiveLearner(options(50, 64), new Columns.Values(new double[1]));
    Random random = new Random(4);
    double squares = 0;
    try (LocalWorkers workers = workers(2)) {
      RecursiveState state = learner.start(workers);
      for (int number = 0; number < 3000; number++) {
        double[] x = row(random, 0, 3);
        double y = 1e5 + 1e4 * Math.sin(x[0]) + 100 * x[1];
        Stepped<RecursiveState, Prediction> stepped =
            learner.step(
                state, batch(List.of(x), List.of(new Target.Values(new double[] {y}))), workers);
        state = stepped.state();
        double error = stepped.outputs().get(0).scores()[0] - y;
        squares += number >= 2000 ? error * error : 0;
      }
      TrainedModel model = learner.model(state, IDENTITY, PROVENANCE, workers).orElseThrow();
      double predicted = model.predictValue(0.5, 0, 0);
      assertThat(predicted).isCloseTo(1e5 + 1e4 * Math.sin(0.5), within(2000.0));
    }
    assertThat(Math.sqrt(squares / 1000)).isLessThan(1500);
  }

  /** What comes after a target that is not of the others is predicted about as well without it. */
  @ParameterizedTest
  @ValueSource(ints = {20, 1000})
  void oneWrongTargetDoesNotStay(int wrong) {
    assertThat(squaresAfter(1500, wrong)).isLessThan(1.5 * squaresAfter(1500, -1));
  }

  /** The summed squared errors of the last 1,000 rows, one of the former having a wrong target. */
  private static double squaresAfter(int first, int wrong) {
    RecursiveLearner learner =
        new RecursiveLearner(options(50, 64), new Columns.Values(new double[1]));
    Random random = new Random(4);
    double squares = 0;
    try (LocalWorkers workers = workers(1)) {
      RecursiveState state = learner.start(workers);
      for (int number = 0; number < first + 1000; number++) {
        double[] x = row(random, 0, 3);
        double y = number == wrong ? 1e12 : 1e5 + 1e4 * Math.sin(x[0]) + 100 * x[1];
        Batch batch = batch(List.of(x), List.of(new Target.Values(new double[] {y})));
        Stepped<RecursiveState, Prediction> stepped = learner.step(state, batch, workers);
        state = stepped.state();
        double error = stepped.outputs().get(0).scores()[0] - y;
        squares += number >= first ? error * error : 0;
      }
    }
    return squares;
  }

  /** Targets may move on, and have another unit: the spread follows within some rows. */
  @Test
  void targetsThatMoveOnAreFollowed() {
    Spread spread = Spread.start(1);
    Random random = new Random(6);
    double[] last = {};
    for (int number = 0; number < 400; number++) {
      double target = number < 200 ? random.nextGaussian() : 1e6 * (3 + random.nextGaussian());
      double[] near = spread.near(new double[] {target});
      last = new double[] {near[0] - target};
      if (number < 200) {
        assertThat(last[0]).isZero();
      }
      if (number == 200) {
        assertThat(near[0]).isLessThan(100);
      }
      spread = spread.after(near);
    }
    assertThat(last[0]).isZero();
  }

  @Test
  void theVoteFollowsTheStream() {
    RecursiveLearner learner =
        new RecursiveLearner(options(0), new Columns.FixedClasses(List.of("a", "b")));
    Random random = new Random(5);
    try (LocalWorkers workers = workers(2)) {
      RecursiveState state = learner.start(workers);
      int rows = 3000;
      double ofMemory = 0;
      for (int number = 0; number < rows; number++) {
        double[] x = row(random, 0, 3);
        boolean turned = number >= rows / 2;
        Target target = new Target.ClassName(x[0] > 0 != turned ? "a" : "b");
        state = learner.step(state, batch(List.of(x), List.of(target)), workers).state();
        if (number == rows / 2 - 1) {
          double[] weights = state.vote().weights(RATE);
          ofMemory = weights[0] + weights[1];
        }
      }
      double[] weights = state.vote().weights(RATE);
      assertThat(ofMemory).isGreaterThan(2 * (weights[0] + weights[1]));
    }
  }

  /** Of the large expert the workers have shares, or one of them has all. */
  @Test
  void itGoesOnWithAnotherNumberOfWorkers() {
    List<ExpertOptions> experts = new ArrayList<>();
    experts.add(new ExpertOptions(map(new Gaussian(0.7), 700, 1), 0.999, 0.01));
    experts.add(new ExpertOptions(map(new Gaussian(0.7), 20, 1), 0.99, 0.01));
    experts.add(new ExpertOptions(map(new Laplacian(2), 30, 2), 1, 0.01));
    RecursiveLearner learner =
        new RecursiveLearner(
            new RecursiveOptions(experts, Precision.DOUBLE, RATE, 64, 1 << 20),
            new Columns.OpenClasses(List.of()));
    Random random = new Random(8);
    List<List<Batch>> parts = new ArrayList<>();
    for (int batches : new int[] {5, 47, 31, 40, 36}) {
      parts.add(IntStream.range(0, batches).mapToObj(i -> scaled(random, 7)).toList());
    }
    List<Prediction> expected = predictions(learner, parts, 1, 1, 1, 1, 1);
    List<Prediction> found = predictions(learner, parts, 1, 2, 3, 1, 2);
    assertThat(found).hasSameSizeAs(expected);
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.get(i).id()).isEqualTo(expected.get(i).id());
      assertThat(found.get(i).scores()).containsExactly(expected.get(i).scores(), within(1e-9));
    }
  }

  private static List<Prediction> predictions(
      RecursiveLearner learner, List<List<Batch>> parts, int... counts) {
    return new ChangingWorkers<>(learner, parts, counts, BACKEND).run().outputs();
  }
}
