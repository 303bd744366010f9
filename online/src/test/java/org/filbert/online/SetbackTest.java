package org.filbert.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.filbert.data.Target;
import org.filbert.linalg.Matrix;
import org.filbert.loss.BatchLoss;
import org.filbert.loss.SquareLoss;
import org.filbert.testing.Close;
import org.filbert.testing.ForgetfulWorkers;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Stepped;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a learner does when its steps turn out to be too long. */
class SetbackTest {
  private static final int ROWS = 20;

  private static GradientLearner learner(double gamma) {
    return new GradientLearner(
        new GradientLearner.Options(
            MadeUpBatches.options(
                new Algorithm.Udsg(1, 4), new SquareLoss(), new StepSize.Constant(gamma), 0, 1000),
            new Columns.FixedClasses(List.of("a", "b"))),
        Optional::empty);
  }

  private static Batch batch(int number) {
    double[][] x = MadeUpBatches.x(number, ROWS);
    List<@Nullable Target> targets = new ArrayList<>();
    for (double[] row : x) {
      targets.add(new Target.ClassName(MadeUpBatches.label(row, 2) == 1 ? "b" : "a"));
    }
    return new Batch(
        MadeUpBatches.rows(x),
        Arrays.stream(x).map(Arrays::toString).toList(),
        targets,
        new long[ROWS],
        null);
  }

  /** A run's last state, and all that it predicted. */
  private record Ran(OnlineState state, List<Prediction> predictions) {
    long wrongOfLast(int batches) {
      return predictions.subList(predictions.size() - batches * ROWS, predictions.size()).stream()
          .filter(p -> !new Target.ClassName(String.valueOf(p.label())).equals(p.target()))
          .count();
    }
  }

  private static Ran run(GradientLearner learner, int batches, Workers workers) {
    OnlineState state = learner.start(workers);
    List<Prediction> predictions = new ArrayList<>();
    for (int i = 0; i < batches; i++) {
      Stepped<OnlineState, Prediction> stepped = learner.step(state, batch(i), workers);
      predictions.addAll(stepped.outputs());
      state = stepped.state();
    }
    return new Ran(state, predictions);
  }

  @Test
  void aLearnerThatDivergesGoesOnWithHalfTheStep() {
    try (LocalWorkers workers = MadeUpBatches.local(2)) {
      Ran ran = run(learner(200), 400, workers);
      assertThat(ran.state().gradients().schedule().halvings()).isBetween(1, 9);
      assertThat(ran.wrongOfLast(50)).isLessThan(50 * ROWS / 5);
      assertThat(ran.predictions()).allMatch(p -> Math.abs(p.scores()[0]) < 1e4);
      assertThat(ran.state().lastGood().failures()).isZero();
    }
  }

  @Test
  void stepsThatAreShortEnoughStayAsTheyAre() {
    try (LocalWorkers workers = MadeUpBatches.local(2)) {
      assertThat(run(learner(2), 250, workers).state().gradients().schedule())
          .isEqualTo(Schedule.INITIAL);
    }
  }

  @Test
  void itGivesUpWhenThatFailsAgainAndAgain() {
    try (LocalWorkers workers = MadeUpBatches.local(2)) {
      GradientLearner learner = learner(1e12);
      assertThatThrownBy(() -> run(learner, 400, workers))
          .isInstanceOf(DivergedException.class)
          .hasMessageContaining("the step size Constant[gamma=1.0E12] diverges")
          .hasMessageContaining("halved 10 times, too: at step ");
    }
  }

  @Test
  void failuresOfWorkersChangeNoBit() {
    try (LocalWorkers workers = MadeUpBatches.local(3);
        ForgetfulWorkers forgetful = new ForgetfulWorkers(MadeUpBatches.workers(3), 5)) {
      Ran calm = run(learner(200), 150, workers);
      Ran disturbed = run(learner(200), 150, forgetful);
      assertThat(disturbed.state()).isEqualTo(calm.state());
      assertThat(disturbed.predictions().stream().map(p -> p.scores()[0]))
          .containsExactlyElementsOf(calm.predictions().stream().map(p -> p.scores()[0]).toList());
      assertThat(calm.state().gradients().schedule().halvings()).isPositive();
    }
  }

  /** Through updates of old and new blocks, and scales that begin anew. */
  @Test
  void theKeptModelComesBack() {
    DoublyStochasticGradients gradients =
        new DoublyStochasticGradients(
            MadeUpBatches.options(
                new Algorithm.Udsg(1, 2),
                new SquareLoss(),
                new StepSize.Constant(1),
                0.5,
                1000,
                3));
    try (LocalWorkers workers = MadeUpBatches.local(3)) {
      GradientState state = learn(gradients, gradients.start(3, workers), 0, 20, workers);
      double[] scores = scores(gradients, state, workers);
      double[] means = gradients.model(state, workers).a().toArray();
      LastGood good = gradients.keep(state, workers);
      for (int round = 0; round < 2; round++) {
        GradientState later = learn(gradients, state, 20, 33, workers);
        good = good.rescaled(later.scales());
        later = gradients.renormalise(later, workers);
        later = learn(gradients, later, 33, 40, workers);
        assertThat(scores(gradients, later, workers)).isNotEqualTo(scores);
        state = gradients.goBack(good, 3, workers);
        Close.assertClose(scores(gradients, state, workers), scores, 1e-12);
        Close.assertClose(gradients.model(state, workers).a().toArray(), means, 1e-12);
        assertThat(state.schedule().halvings()).isEqualTo(round + 1);
        good = good.failed(state);
      }
    }
  }

  private static GradientState learn(
      DoublyStochasticGradients gradients, GradientState state, int from, int to, Workers workers) {
    for (int step = from; step < to; step++) {
      double[][] x = MadeUpBatches.x(step, ROWS);
      Matrix f = gradients.scores(state, MadeUpBatches.rows(x), workers);
      Matrix y = MadeUpBatches.matrix(MadeUpBatches.y(x, 3), 3);
      state = gradients.learn(state, BatchLoss.of(new SquareLoss(), f, y), workers);
    }
    return state;
  }

  private static double[] scores(
      DoublyStochasticGradients gradients, GradientState state, Workers workers) {
    return gradients
        .scores(state, MadeUpBatches.rows(MadeUpBatches.x(99, ROWS)), workers)
        .toArray();
  }
}
