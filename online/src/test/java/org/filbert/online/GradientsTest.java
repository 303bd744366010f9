package org.filbert.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.UnaryOperator;
import org.filbert.features.FeatureBlocks;
import org.filbert.features.FourierSeries;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Laplacian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.loss.LogisticLoss;
import org.filbert.loss.SquareLoss;
import org.filbert.model.DoublyStochastic;
import org.filbert.testing.Close;
import org.filbert.testing.ForgetfulWorkers;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Workers;
import org.junit.jupiter.api.Test;

/** What goes with the algorithms: models, blocks that go, steps that diverge. */
class GradientsTest {
  private static final GradientOptions OPTIONS =
      MadeUpBatches.options(
          new Algorithm.Cdsg(2), new SquareLoss(), new StepSize.Constant(1), 0.01, 1000);
  private static final DoublyStochasticGradients GRADIENTS = new DoublyStochasticGradients(OPTIONS);

  private static GradientState learn(GradientState state, int from, int to, Workers workers) {
    return learn(GRADIENTS, state, from, to, UnaryOperator.identity(), workers);
  }

  private static GradientState learn(
      DoublyStochasticGradients gradients,
      GradientState state,
      int from,
      int to,
      UnaryOperator<GradientState> between,
      Workers workers) {
    for (int step = from; step < to; step++) {
      double[][] x = MadeUpBatches.x(step, 20);
      double[][] y = MadeUpBatches.y(x, state.columns());
      state = between.apply(MadeUpBatches.step(gradients, state, x, y, workers));
    }
    return state;
  }

  @Test
  void theModelScoresAsTheWorkersDo() {
    try (LocalWorkers workers = MadeUpBatches.local(3)) {
      GradientState state = learn(GRADIENTS.start(3, workers), 0, 30, workers);
      DoublyStochastic model = GRADIENTS.model(state, workers);
      double[][] x = MadeUpBatches.x(99, 50);
      Close.assertClose(
          model.scores(MadeUpBatches.rows(x), Backends.choose("auto", "plain")).toArray(),
          GRADIENTS.scores(state, MadeUpBatches.rows(x), workers).toArray(),
          1e-12);
      assertThat(model.blocks()).hasSize(state.blocks().size());
      assertThat(model.bytes()).isEqualTo(model.blocks().length * (10 * 3 * 8L + 4));
      assertThat(model.features()).isEqualTo(MadeUpBatches.D);
    }
  }

  @Test
  void aStoredModelIsLearnedOn() {
    try (LocalWorkers workers = MadeUpBatches.local(3);
        LocalWorkers others = MadeUpBatches.local(2)) {
      GradientState before = learn(GRADIENTS.start(3, workers), 0, 10, workers);
      GradientState state = GRADIENTS.start(GRADIENTS.model(before, workers), others);
      double[][] x = MadeUpBatches.x(99, 5);
      Close.assertClose(
          GRADIENTS.scores(state, MadeUpBatches.rows(x), others).toArray(),
          GRADIENTS.scores(before, MadeUpBatches.rows(x), workers).toArray(),
          1e-12);
      int last = before.blocks().get(before.blocks().size() - 1).number();
      assertThat(state.next()).isEqualTo(last + 1).isLessThanOrEqualTo(before.next());
      assertThat(learn(state, 10, 15, others).step()).isEqualTo(5);

      RandomFourier map =
          new RandomFourier(
              new Laplacian(1), MadeUpBatches.D, 20, 11, RandomFourier.Form.COSINE_SINE);
      DoublyStochastic other =
          new DoublyStochastic(
              map, Precision.DOUBLE, new int[0], Matrix.zeros(Precision.DOUBLE, 0, 3));
      assertThatThrownBy(() -> GRADIENTS.start(other, others))
          .hasMessageContaining("the stored model has blocks of")
          .hasMessageContaining("Laplacian");
    }
  }

  @Test
  void theScheduleCanStartAgain() {
    var options =
        MadeUpBatches.options(
            new Algorithm.Dsg(), new LogisticLoss(), new StepSize.InverseTime(3, 1), 0, 1000);
    DoublyStochasticGradients gradients = new DoublyStochasticGradients(options);
    try (LocalWorkers workers = MadeUpBatches.local(1)) {
      GradientState state =
          learn(gradients, gradients.start(1, workers), 0, 5, UnaryOperator.identity(), workers);
      assertThat(state.stepSize()).isEqualTo(0.5);
      state = gradients.restartSchedule(state);
      state = learn(gradients, state, 5, 6, UnaryOperator.identity(), workers);
      assertThat(state.stepSize()).isEqualTo(1.5);
      assertThat(state.step()).isEqualTo(6);
    }
  }

  @Test
  void failuresOfWorkersChangeNoBit() {
    try (LocalWorkers workers = MadeUpBatches.local(3);
        ForgetfulWorkers forgetful = new ForgetfulWorkers(MadeUpBatches.workers(3), 3)) {
      GradientState state = learn(GRADIENTS.start(3, workers), 0, 30, workers);
      GradientState disturbed = learn(GRADIENTS.start(3, forgetful), 0, 30, forgetful);
      assertThat(disturbed).isEqualTo(state);
      assertThat(GRADIENTS.model(disturbed, forgetful).a().toArray())
          .containsExactly(GRADIENTS.model(state, workers).a().toArray());
      assertThat(forgetful.failures()).isGreaterThan(30);
    }
  }

  @Test
  void divergenceIsNamed() {
    var options =
        MadeUpBatches.options(
            new Algorithm.Udsg(1, 20), new SquareLoss(), new StepSize.Constant(500), 0, 1000);
    DoublyStochasticGradients gradients = new DoublyStochasticGradients(options);
    try (LocalWorkers workers = MadeUpBatches.local(1)) {
      GradientState start = gradients.start(3, workers);
      assertThatThrownBy(() -> learn(gradients, start, 0, 100, UnaryOperator.identity(), workers))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("the step size Constant[gamma=500.0] diverges: at step ")
          .hasMessageContaining("smaller steps help");
    }
  }

  @Test
  void badOptionsAreNamed() {
    assertThatThrownBy(() -> new StepSize.Constant(0))
        .hasMessage("gamma is 0.0, must be a number above 0");
    assertThatThrownBy(() -> new StepSize.InverseTime(1, -1))
        .hasMessage("t0 is -1.0, must be a number of 0 or more");
    assertThatThrownBy(() -> new StepSize.Decaying(Double.NaN, 1))
        .hasMessage("theta is NaN, must be a number above 0");
    assertThatThrownBy(() -> new Algorithm.Udsg(0, 1)).hasMessageContaining("added is 0");
    assertThatThrownBy(() -> new Algorithm.Cdsg(0)).hasMessageContaining("candidates is 0");
    assertThatThrownBy(
            () ->
                MadeUpBatches.options(
                    new Algorithm.InequalityCdsg(),
                    new SquareLoss(),
                    new StepSize.Constant(1),
                    0.2,
                    10))
        .hasMessageContaining("their product is up to 1.0, must be below 1");
    assertThatThrownBy(
            () ->
                MadeUpBatches.options(
                    new Algorithm.Dsg(), new SquareLoss(), new StepSize.Constant(1), 0, 0))
        .hasMessageContaining("maxBlocks is 0");
  }

  @Test
  void theInequalityIsForOneOutput() {
    var gradients =
        new DoublyStochasticGradients(
            MadeUpBatches.options(
                new Algorithm.InequalityCdsg(),
                new SquareLoss(),
                new StepSize.Constant(1),
                0.01,
                1000));
    String refusal =
        "found 3 outputs, the inequality of Li and Poczos is for one; cdsg takes any number";
    try (LocalWorkers workers = MadeUpBatches.local(1)) {
      assertThatThrownBy(() -> gradients.start(3, workers)).hasMessage(refusal);
      GradientState state = gradients.start(1, workers);
      assertThatThrownBy(() -> gradients.widen(state, 3)).hasMessage(refusal);
    }
  }

  /** Block j has the columns of a larger map of the same seed, but for their scale. */
  @Test
  void theSeriesGoesOnWhereAMapEnds() {
    Backend backend = Backends.choose("auto", "plain");
    RandomFourier block = OPTIONS.map();
    RandomFourier large =
        new RandomFourier(
            block.kernel(), MadeUpBatches.D, 50, block.seed(), RandomFourier.Form.COSINE_SINE);
    var x = MadeUpBatches.rows(MadeUpBatches.x(1, 30));
    Matrix expected = Matrix.zeros(Precision.DOUBLE, 30, 10);
    Matrix identity = Matrix.zeros(Precision.DOUBLE, 10, 10);
    for (int i = 0; i < 10; i++) {
      identity.set(i, i, Math.sqrt(1 / 5.0));
    }
    try (FeatureBlocks features = new FeatureBlocks(large, Precision.DOUBLE, backend, 0);
        FourierSeries series = new FourierSeries(block, Precision.DOUBLE, backend, 0)) {
      for (int j = 0; j < 5; j++) {
        features.fill(x, 10 * j, 10 * (j + 1), expected);
        Matrix found = Matrix.zeros(Precision.DOUBLE, 30, 10);
        series.multiply(x, j, identity, found);
        Close.assertClose(found.toArray(), expected.toArray(), 1e-14);
      }
      assertThatThrownBy(() -> series.project(x, Integer.MAX_VALUE / 5, expected))
          .isInstanceOf(ArithmeticException.class);
    }
  }
}
