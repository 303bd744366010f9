package org.filbert.train.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Stream;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.RefusedException;
import org.filbert.data.Role;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Cauchy;
import org.filbert.kernel.Exponential;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.KernelOptions;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.MetricOptions;
import org.filbert.kernel.MetricOptions.Learn;
import org.filbert.kernel.MetricSolution;
import org.filbert.kernel.Polynomial;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Eigensystem;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.loss.LogisticLoss;
import org.filbert.model.LearnedMetric;
import org.filbert.model.Model;
import org.filbert.model.TrainedModel;
import org.filbert.selection.Candidate;
import org.filbert.selection.OpenChoices;
import org.filbert.selection.Selection;
import org.filbert.solver.BlockDescentOptions;
import org.filbert.solver.NewtonCg;
import org.filbert.system.FullKernelOptions;
import org.filbert.system.SystemOptions;
import org.filbert.system.equations.Risk;
import org.filbert.testing.EverySystem;
import org.filbert.testing.Records;
import org.filbert.testing.Shards;
import org.filbert.train.SystemRun;
import org.filbert.train.SystemRunState;
import org.filbert.train.Training;
import org.filbert.train.TrainingBuilder;
import org.filbert.train.TrainingSpec;
import org.filbert.train.TrainingState;
import org.filbert.train.columns.Storage;
import org.filbert.train.method.CalibrationMode;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricSearchTest {
  private static final Backend BACKEND = Backends.choose("java", "plain");
  private static final int FEATURES = 4;

  private static MetricOptions metric(Learn learn, int iterations, boolean centre) {
    return metric(learn, iterations, OptionalInt.empty(), centre);
  }

  private static MetricOptions metric(
      Learn learn, int iterations, OptionalInt rows, boolean centre) {
    return new MetricOptions(
        learn,
        OptionalInt.of(iterations),
        rows,
        OptionalInt.empty(),
        Optional.of(centre),
        Optional.of(false),
        Optional.empty());
  }

  static Stream<Arguments> systems() {
    Kernel smooth = new Gaussian(1.3);
    return Stream.of(
        Arguments.of(new FullKernelOptions(), smooth, Learn.FULL, false, 2),
        Arguments.of(new FullKernelOptions(), smooth, Learn.DIAGONAL, true, 1),
        Arguments.of(new FullKernelOptions(), new Cauchy(1.5), Learn.FULL, true, 2),
        Arguments.of(EverySystem.nystrom(20, 1e-3), smooth, Learn.DIAGONAL, false, 2),
        Arguments.of(
            EverySystem.fourier(150, RandomFourier.Form.COSINE), smooth, Learn.FULL, true, 2),
        Arguments.of(
            EverySystem.fourier(150, RandomFourier.Form.COSINE_SINE),
            smooth,
            Learn.DIAGONAL,
            false,
            3));
  }

  @Test
  void theMetricOfAnEnsembleIsThatOfItsMean() {
    assertMetrics(
        EverySystem.fourier(100, RandomFourier.Form.COSINE),
        new Gaussian(1.3),
        Learn.FULL,
        false,
        2,
        3);
  }

  @ParameterizedTest
  @MethodSource("systems")
  void metricsAreAveragesOfTheProductsOfDifferences(
      SystemOptions system, Kernel kernel, Learn learn, boolean centre, int count) {
    assertMetrics(system, kernel, learn, centre, count, 1);
  }

  private static void assertMetrics(
      SystemOptions system, Kernel kernel, Learn learn, boolean centre, int count, int members) {
    List<Instance> rows = new Records(FEATURES, false, 0, 61).of(Role.TRAIN, 60);
    TrainingSpec spec =
        TrainingSpec.of(kernel)
            .system(system)
            .solver(BlockDescentOptions.of(system instanceof FullKernelOptions ? 40 : 20, 3))
            .precision(Precision.DOUBLE)
            .metric(metric(learn, 2, centre))
            .members(members)
            .build();
    Training training = new Training(spec);
    int compared = 0;
    try (LocalWorkers workers = Shards.local(rows, new Placement(7, count), BACKEND)) {
      TrainingState state = training.start(workers);
      while (!training.done(state)) {
        state = training.step(state, workers);
        MetricState metric = state.metric();
        if (metric != null && !metric.roots().isEmpty()) {
          double[] found = squares(metric.roots().get(0));
          double[] expected = products(spec, state, workers, rows, centre);
          for (int i = 0; i < FEATURES; i++) {
            for (int j = 0; j < FEATURES; j++) {
              double element = expected[i * FEATURES + j];
              if (found.length > FEATURES) {
                assertThat(found[i * FEATURES + j]).isCloseTo(element, within(1e-8));
              } else if (i == j) {
                assertThat(found[i]).isCloseTo(element, within(1e-8));
              }
            }
          }
          compared++;
        }
      }
    }
    assertThat(compared).isBetween(1, 2);
  }

  /** M of its root. */
  private static double[] squares(double[] root) {
    if (root.length == FEATURES) {
      return Arrays.stream(root).map(value -> value * value).toArray();
    }
    double[] m = new double[root.length];
    for (int i = 0; i < FEATURES; i++) {
      for (int j = 0; j < FEATURES; j++) {
        for (int l = 0; l < FEATURES; l++) {
          m[i * FEATURES + j] += root[i * FEATURES + l] * root[l * FEATURES + j];
        }
      }
    }
    return m;
  }

  /** The average outer product of gradients by differences of scores, over its largest element. */
  private static double[] products(
      TrainingSpec spec,
      TrainingState state,
      LocalWorkers workers,
      List<Instance> rows,
      boolean centre) {
    Model model =
        new SystemRun<>(spec, state.prepared()).model((SystemRunState) state.method(), workers);
    int k = state.prepared().columns();
    double[][][] gradients = new double[rows.size()][k][FEATURES];
    for (int i = 0; i < rows.size(); i++) {
      double[] x = ((Features.Dense) ((Instance.Example) rows.get(i)).features()).values().clone();
      for (int j = 0; j < FEATURES; j++) {
        double[] slope = slope(state, model, x, j);
        for (int c = 0; c < k; c++) {
          gradients[i][c][j] = slope[c];
        }
      }
    }
    double[] m = new double[FEATURES * FEATURES];
    for (int c = 0; c < k; c++) {
      double[] mean = new double[FEATURES];
      for (double[][] gradient : gradients) {
        for (int j = 0; j < FEATURES && centre; j++) {
          mean[j] += gradient[c][j] / rows.size();
        }
      }
      for (double[][] gradient : gradients) {
        for (int at = 0; at < m.length; at++) {
          int i = at / FEATURES;
          int j = at % FEATURES;
          m[at] += (gradient[c][i] - mean[i]) * (gradient[c][j] - mean[j]);
        }
      }
    }
    double largest = Arrays.stream(m).max().orElseThrow();
    return Arrays.stream(m).map(value -> value / largest).toArray();
  }

  private static double[] slope(TrainingState state, Model model, double[] x, int j) {
    double h = 1e-3;
    int[] steps = {1, -1, 2, -2};
    double[] weights = {8, -8, -1, 1};
    double[] slope = new double[model.columns()];
    for (int s = 0; s < steps.length; s++) {
      double[] moved = x.clone();
      moved[j] += steps[s] * h;
      Features record = new Features.Dense(moved);
      try (Matrix f =
          model.scores(state.prepared().preprocessing().apply(List.of(record)), BACKEND)) {
        for (int c = 0; c < slope.length; c++) {
          slope[c] += weights[s] * f.get(0, c) / (12 * h);
        }
      }
    }
    return slope;
  }

  private interface Target {
    double of(double[] x);
  }

  private static TrainedModel train(TrainingBuilder spec, int rows, int d, Target target) {
    Random random = new Random(5);
    double[][] x = new double[rows][];
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      x[i] = random.doubles(d, -1, 1).toArray();
      y[i] = target.of(x[i]) + 0.05 * random.nextGaussian();
    }
    return spec.train(x, y);
  }

  private static TrainingBuilder automatic(MetricOptions metric) {
    return TrainingSpec.of(new Gaussian(1))
        .medianSigma(true)
        .open(new OpenChoices(false, true, true))
        .metric(metric);
  }

  private static double[] diagonal(TrainedModel model) {
    assertThat(model.preprocessing()).isInstanceOf(LearnedMetric.class);
    return ((LearnedMetric) model.preprocessing()).diagonal();
  }

  @Test
  void threeInputsOfThirtyAreFound() {
    Target three = x -> Math.sin(3 * x[4]) + x[11] * x[20];
    double[] m = diagonal(train(automatic(MetricOptions.of(Learn.DIAGONAL)), 500, 30, three));
    assertThat((m[4] + m[11] + m[20]) / Arrays.stream(m).sum()).isGreaterThan(0.95);
  }

  @Test
  void anObliqueDirectionIsFound() {
    double[] v = {0.6, 0, -0.48, 0, 0.64, 0, 0, 0, 0, 0};
    Target oblique = x -> Math.tanh(3 * (v[0] * x[0] + v[2] * x[2] + v[4] * x[4]));
    LearnedMetric metric =
        (LearnedMetric)
            train(automatic(MetricOptions.of(Learn.FULL)), 500, 10, oblique).preprocessing();
    assertThat(metric.full()).isTrue();
    try (Matrix root = Matrix.of(Precision.DOUBLE, 10, 10, metric.root())) {
      double[] top = Eigensystem.of(root, BACKEND).vectors().row(0);
      double cosine = 0;
      for (int j = 0; j < v.length; j++) {
        cosine += v[j] * top[j];
      }
      assertThat(Math.abs(cosine)).isGreaterThan(Math.cos(Math.toRadians(5)));
    }
  }

  @Test
  void aFormThatHelpsIsChosen() {
    MetricOptions automatic = MetricOptions.of(Learn.AUTO);
    Target one = x -> Math.sin(4 * x[3]);
    assertThat(diagonal(train(automatic(automatic), 300, 8, one))[3]).isEqualTo(1);
  }

  @Test
  void logisticLossHasAMetricToo() {
    Random random = new Random(9);
    double[][] x = new double[400][];
    String[] y = new String[x.length];
    for (int i = 0; i < x.length; i++) {
      x[i] = random.doubles(8, -1, 1).toArray();
      y[i] = Math.sin(4 * x[i][3]) + 0.3 * random.nextGaussian() > 0 ? "above" : "below";
    }
    TrainedModel model =
        TrainingSpec.of(new Gaussian(1))
            .medianSigma(true)
            .metric(MetricOptions.of(Learn.DIAGONAL))
            .system(EverySystem.nystrom(100, 1e-3))
            .risk(new Risk(new LogisticLoss(), Risk.Norm.L2))
            .solver(
                new NewtonCg.Options(
                    OptionalDouble.of(1e-4), OptionalInt.of(50), OptionalInt.empty()))
            .train(x, y);
    assertThat(diagonal(model)[3]).isEqualTo(1);
    assertThat(model.calibration()).isNotNull();
    assertThat(model.predictClass(0, 0, 0, 0.4, 0, 0, 0, 0)).isEqualTo("above");
  }

  @Test
  void whatFitsTheNoiseOfLearnedTargetsIsNotTakenForBetter() {
    List<Instance> rows = noise(300, 60);
    TrainingSpec spec = automatic(MetricOptions.of(Learn.FULL)).build();
    Training training = new Training(spec);
    try (LocalWorkers workers = Shards.local(rows, new Placement(7, 2), BACKEND)) {
      TrainingState state = training.start(workers);
      while (!training.done(state)) {
        state = training.step(state, workers);
      }
      List<MetricState.Iterate> iterates = Objects.requireNonNull(state.metric()).iterates();
      double without = iterates.get(0).meanSquare();
      assertThat(iterates)
          .allSatisfy(each -> assertThat(each.meanSquare()).isGreaterThan(0.95 * without));
    }
  }

  private static List<Instance> noise(int count, int d) {
    Random random = new Random(8);
    List<Instance> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(
          new Instance.Example(
              Role.TRAIN,
              i,
              new Features.Dense(random.doubles(d, -1, 1).toArray()),
              new org.filbert.data.Target.Values(new double[] {random.nextGaussian()})));
    }
    return rows;
  }

  private static MetricState.Judged judged(int t, double meanSquare) {
    return new MetricState.Judged(
        t,
        new double[] {1, 1},
        new Selection(
            List.of(
                new Candidate(
                    new Gaussian(1), 0.1, 10, meanSquare, 0, null, null, null, null, null))),
        meanSquare);
  }

  private static MetricSearch.Decision decision(int t, double best, double... scores) {
    return decision(metric(Learn.AUTO, 3, false), List.of(), t, best, scores);
  }

  /** The decision after a score for each t. */
  private static MetricSearch.Decision after(double... scores) {
    List<MetricState.Iterate> iterates = new ArrayList<>();
    for (int t = 0; t < scores.length; t++) {
      for (double factor : new double[] {1.5, 1}) { // of two forms the better one counts
        iterates.add(
            new MetricState.Iterate(
                t, MetricState.Form.FULL, new Gaussian(1), 0.1, factor * scores[t], 0));
      }
    }
    int last = scores.length - 1;
    double best = Arrays.stream(scores).limit(last).min().orElseThrow();
    return decision(MetricOptions.of(Learn.AUTO), iterates, last, best, scores[last]);
  }

  private static MetricSearch.Decision decision(
      MetricOptions options,
      List<MetricState.Iterate> iterates,
      int t,
      double best,
      double... scores) {
    MetricSearch search = new MetricSearch(options, OpenChoices.NOTHING, List.of(), 1);
    MetricState state =
        new MetricState(
            List.of(),
            Arrays.stream(scores).mapToObj(score -> judged(t, score)).toList(),
            judged(0, best),
            iterates,
            false,
            1,
            4,
            0,
            List.of(),
            0,
            null,
            null);
    return search.decide(state, false);
  }

  @Test
  void theBestMetricIsTheModels() {
    assertThat(decision(1, 0.5, 0.4, 0.3).next().score()).isEqualTo(0.3);
    assertThat(decision(1, 0.5, 0.4, 0.3).best().score()).isEqualTo(0.3);
    assertThat(decision(1, 0.5, 0.4, 0.3).last()).isFalse();
    MetricSearch.Decision slightlyWorse = decision(2, 0.5, 0.54);
    assertThat(slightlyWorse.next().score()).isEqualTo(0.54);
    assertThat(slightlyWorse.best().t()).isEqualTo(0);
    assertThat(slightlyWorse.last()).isFalse();
    MetricSearch.Decision worse = decision(2, 0.5, 0.56);
    assertThat(worse.next().t()).isEqualTo(0);
    assertThat(worse.last()).isTrue();
    assertThat(decision(3, 0.5, 0.54).next().t()).isEqualTo(0);
    assertThat(decision(3, 0.5, 0.49).next().t()).isEqualTo(3);
    assertThat(decision(3, 0.5, 0.49).last()).isTrue();
  }

  @Test
  void aFullMetricHasToBeBetterThanADiagonalOneByMoreThanNoise() {
    assertThat(decision(1, 0.5, 0.4, 0.398).next().score()).isEqualTo(0.4);
    assertThat(decision(1, 0.5, 0.4, 0.395).next().score()).isEqualTo(0.395);
    assertThat(decision(1, 0.6, Double.POSITIVE_INFINITY, 0.62).next().score()).isEqualTo(0.62);
  }

  @Test
  void theLearningStopsAfterTwoMetricsThatAreHardlyBetter() {
    assertThat(after(1, 0.5, 0.499).last()).isFalse();
    assertThat(after(1, 0.5, 0.499, 0.498).last()).isTrue();
    assertThat(after(1, 0.5, 0.499, 0.498).next().score()).isEqualTo(0.498);
    assertThat(after(1, 0.5, 0.496, 0.492).last()).as("two steps of 0.8 %").isFalse();
    assertThat(after(1, 0.5, 0.51, 0.48).last()).isFalse();
    assertThat(after(1, 0.5, 0.51, 0.48, 0.479).last()).isFalse();
    assertThat(after(1, 0.5, 0.51, 0.48, 0.481, 0.47).last()).isTrue(); // t is 5
    assertThat(after(1, 1.02, 1.03).last()).isTrue();
    assertThat(after(1, 1.02, 1.03).next().t()).isEqualTo(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 120})
  void theMetricOfGivenSolutionsHasTheBitsOfTheChoice(int sample) {
    OptionalInt learned = sample == 0 ? OptionalInt.empty() : OptionalInt.of(sample);
    List<MetricOptions> all =
        List.of(
            metric(Learn.AUTO, 3, learned, false),
            metric(Learn.FULL, 3, learned, false),
            MetricRefinementTest.refining(3, learned));
    for (MetricOptions options : all) {
      List<Instance> rows = new Records(FEATURES, false, 0, 61).of(Role.TRAIN, 200);
      TrainingSpec chooses = automatic(options).open(new OpenChoices(true, true, true)).build();
      List<MetricScore> path = new ArrayList<>();
      List<Boolean> refined = new ArrayList<>();
      TrainedModel chosen = trained(chooses, rows, path, refined);
      MetricScore last = path.get(path.size() - 1);
      assertThat(last.t()).isPositive();
      assertThat(refined).containsExactly(options.refined() && sample == 0); // 120 are too few
      MetricOptions given =
          new MetricOptions(
              Learn.valueOf(last.form().toUpperCase(Locale.ROOT)),
              OptionalInt.empty(),
              learned,
              OptionalInt.empty(),
              Optional.empty(),
              Optional.of(refined.get(0)),
              Optional.of(
                  path.subList(0, last.t()).stream()
                      .map(each -> new MetricSolution(fixed(each.kernel()), each.ridge()))
                      .toList()));
      TrainingSpec repeats =
          TrainingSpec.of(last.kernel())
              .ridge(last.ridge())
              .metric(given)
              .calibration(CalibrationMode.LEFT_OUT)
              .precision(chosen.preprocessing().precision())
              .build();
      List<MetricScore> again = new ArrayList<>();
      TrainedModel repeated = trained(repeats, rows, again, refined);
      assertThat(again.get(0).kernel()).isEqualTo(path.get(0).kernel());
      assertThat(again.subList(1, last.t())).isEqualTo(path.subList(1, last.t()));
      MetricScore end = again.get(last.t()); // its score is that of the width and ridge in the end
      assertThat(List.of(end.kernel(), end.ridge()))
          .isEqualTo(List.of(last.kernel(), last.ridge()));
      assertThat(((LearnedMetric) repeated.preprocessing()).root())
          .isEqualTo(((LearnedMetric) chosen.preprocessing()).root());
      assertThat(repeated.model().coefficients().toArray())
          .isEqualTo(chosen.model().coefficients().toArray());
      assertThat(repeated.calibration()).usingRecursiveComparison().isEqualTo(chosen.calibration());
    }
  }

  /** A kernel as it is configured. */
  private static KernelOptions fixed(Kernel kernel) {
    return new KernelOptions() {
      @Override
      public Kernel kernel(OptionalDouble median) {
        return kernel;
      }
    };
  }

  private static TrainedModel trained(
      TrainingSpec spec, List<Instance> rows, List<MetricScore> path, List<Boolean> refined) {
    Training training = new Training(spec);
    try (LocalWorkers workers = Shards.local(rows, new Placement(7, 2), BACKEND)) {
      TrainingState state = training.start(workers);
      while (!training.done(state)) {
        state = training.step(state, workers);
      }
      path.addAll(state.metricPath());
      refined.add(state.metric() != null && state.metric().isRefined());
      return training.finish(state, workers).model();
    }
  }

  @Test
  void givenSolutionsNeedSettingsThatAreGiven() {
    MetricSolution solution = new MetricSolution(fixed(new Gaussian(1)), 0.1);
    MetricOptions given =
        new MetricOptions(
            Learn.FULL,
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(List.of(solution)));
    assertThatThrownBy(
            () -> TrainingSpec.of(new Gaussian(1)).medianSigma(true).metric(given).build())
        .hasMessage(
            "kernel.metric.solutions is given, which needs one number as kernel.sigma and one as"
                + " objective.ridge, found median, auto or a list");
    assertThatThrownBy(() -> new MetricSolution(fixed(new Gaussian(1)), 0))
        .hasMessage("a ridge of kernel.metric.solutions is 0.0, must be a number above 0");
  }

  @Test
  void theWidthKeepsItsRatioToTheMedianDistance() {
    List<MetricState.Iterate> iterates = new ArrayList<>();
    List<Instance> rows = new Records(FEATURES, false, 3, 61).of(Role.TRAIN, 200);
    TrainingSpec spec =
        TrainingSpec.of(new Exponential(3)).metric(metric(Learn.DIAGONAL, 2, false)).build();
    Training training = new Training(spec);
    int epochs = 0;
    try (LocalWorkers workers = Shards.local(rows, new Placement(7, 2), BACKEND)) {
      TrainingState state = training.start(workers);
      while (!training.done(state)) {
        state = training.step(state, workers);
        assertThat(state.progress().curve().size()).isGreaterThanOrEqualTo(epochs);
        epochs = state.progress().curve().size();
        assertThat(state.ledger().epochs()).hasSize(epochs);
        for (int i = 0; i < epochs; i++) {
          assertThat(state.progress().curve().get(i).epoch()).isEqualTo(i + 1);
        }
      }
      iterates.addAll(Objects.requireNonNull(state.metric()).iterates());
    }
    assertThat(iterates).extracting(MetricState.Iterate::t).startsWith(0, 1);
    assertThat(iterates.get(0).kernel()).isEqualTo(new Exponential(3));
    assertThat(iterates.get(1).kernel().width().orElseThrow()).isLessThan(3);
  }

  private static TrainedModel train(TrainingBuilder spec, double[][] x, double... y) {
    return spec.metric(MetricOptions.of(Learn.DIAGONAL)).train(x, y);
  }

  @Test
  void refusesRowsWithoutGradients() {
    double[][] x = {{0, 1}, {1, 0}, {2, 5}, {3, -1}};
    TrainingBuilder spec = TrainingSpec.of(new Gaussian(1));
    assertThatThrownBy(() -> train(spec, x, 2, 2, 2, 2))
        .isInstanceOf(RefusedException.class)
        .hasMessage(
            "kernel.metric found gradients of 0 for all 2 inputs at 4 training rows: the solution"
                + " is a constant, as if all targets were alike; what helps: learn: none");
    assertThatThrownBy(() -> train(spec, new double[][] {{1, 2}, {1, 2}, {1, 2}}, 1, 2, 3))
        .isInstanceOf(RefusedException.class)
        .hasMessage(
            "kernel.metric needs rows that differ, found a median distance of 0.0 between 3"
                + " training rows; what helps: features that vary");
    assertThatThrownBy(() -> train(spec, new double[][] {{1, 2}}, 1))
        .isInstanceOf(RefusedException.class)
        .hasMessage(
            "kernel.metric.learn is diagonal, which needs 2 or more training rows, found 1");
    assertThatThrownBy(() -> spec.storage(Storage.SPARSE).train(x, 1, 2, 3, 4))
        .isInstanceOf(RefusedException.class)
        .hasMessage(
            "kernel.metric.learn is diagonal, which needs dense rows, found sparse ones; what"
                + " helps: storage: dense");
  }

  @Test
  void refusesSystemsWithoutGradients() {
    assertThatThrownBy(
            () ->
                TrainingSpec.of(new Laplacian(1))
                    .system(EverySystem.binning(3))
                    .metric(MetricOptions.of(Learn.AUTO))
                    .build())
        .hasMessage(
            "kernel.metric.learn is auto, which needs system: {type: full-kernel}, {type: nystrom}"
                + " or {type: random-features} with map: fourier");
    assertThatThrownBy(
            () ->
                TrainingSpec.of(new Polynomial(2, 1, 1))
                    .system(EverySystem.tensorSketch(64))
                    .solver(BlockDescentOptions.of(32, 2))
                    .metric(MetricOptions.of(Learn.FULL))
                    .build())
        .hasMessage(
            "kernel.metric.learn is full, which needs system: {type: full-kernel}, {type: nystrom}"
                + " or {type: random-features} with map: fourier");
    assertThatThrownBy(
            () ->
                TrainingSpec.of(new Gaussian(1))
                    .sigmas(List.of(1.0, 2.0))
                    .metric(MetricOptions.of(Learn.FULL))
                    .build())
        .hasMessage(
            "kernel.metric.learn is full, which needs one kernel.sigma, median or auto, found a"
                + " list");
  }

  @Test
  void aSampleThatIsTooLargeIsAllRows() {
    List<Instance> rows = new Records(FEATURES, false, 0, 61).of(Role.TRAIN, 60);
    MetricOptions metric =
        new MetricOptions(
            Learn.DIAGONAL,
            OptionalInt.of(1),
            OptionalInt.empty(),
            OptionalInt.of(100),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    TrainingSpec spec = TrainingSpec.of(new Gaussian(1)).metric(metric).build();
    try (LocalWorkers workers = Shards.local(rows, new Placement(7, 2), BACKEND)) {
      assertThat(new Training(spec).start(workers).plan().remarks())
          .contains("kernel.metric.sample is 100, the gradients are those of all 60 training rows");
    }
  }
}
