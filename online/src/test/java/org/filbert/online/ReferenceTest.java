package org.filbert.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.loss.HingeLoss;
import org.filbert.loss.LogisticLoss;
import org.filbert.loss.Loss;
import org.filbert.loss.SoftmaxLoss;
import org.filbert.loss.SquareLoss;
import org.filbert.loss.SquaredHingeLoss;
import org.filbert.online.GradientState.Block;
import org.filbert.testing.Close;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The algorithms, step by step, against {@link NaiveGradients}. */
class ReferenceTest {
  private static final int ROWS = 24;
  private static final int STEPS = 25;
  private static final double[][] PROBES = MadeUpBatches.x(-1, 7);

  static Stream<Arguments> runs() {
    List<Arguments> runs = new ArrayList<>();
    for (Algorithm algorithm :
        List.of(
            new Algorithm.Dsg(),
            new Algorithm.Udsg(2, 1),
            new Algorithm.Cdsg(3),
            new Algorithm.InequalityCdsg())) {
      for (Loss loss :
          List.of(
              new SquareLoss(),
              new LogisticLoss(),
              new SoftmaxLoss(),
              new HingeLoss(),
              new SquaredHingeLoss())) {
        for (int columns : new int[] {1, 3}) {
          for (int maxBlocks : new int[] {6, 1000}) {
            if (columns > 1
                ? !(algorithm instanceof Algorithm.InequalityCdsg)
                : !(loss instanceof SoftmaxLoss)) {
              runs.add(Arguments.of(algorithm, loss, columns, maxBlocks));
            }
          }
        }
      }
    }
    return runs.stream();
  }

  @ParameterizedTest
  @MethodSource("runs")
  void everyStepIsThatOfTheReference(Algorithm algorithm, Loss loss, int columns, int maxBlocks) {
    var options =
        MadeUpBatches.options(algorithm, loss, new StepSize.Decaying(1.5, 0.1), 0.05, maxBlocks);
    NaiveGradients naive = new NaiveGradients(options, columns);
    DoublyStochasticGradients gradients = new DoublyStochasticGradients(options);
    try (LocalWorkers workers = MadeUpBatches.local(3)) {
      GradientState state = gradients.start(columns, workers);
      for (int step = 0; step < STEPS; step++) {
        double[][] x = MadeUpBatches.x(step, ROWS);
        double[][] y = MadeUpBatches.y(x, columns);
        state = MadeUpBatches.step(gradients, state, x, y, workers);
        assertThat(state.stepSize()).isCloseTo(naive.learn(x, y), within(1e-9));
        assertThat(state.blocks()).hasSize(naive.a.size());
        Matrix found = gradients.scores(state, MadeUpBatches.rows(PROBES), workers);
        for (int i = 0; i < PROBES.length; i++) {
          Close.assertClose(found.row(i), naive.scores(PROBES[i]), 1e-9);
        }
      }
      assertThat(state.step()).isEqualTo(STEPS);
      assertThat(state.reused()).isEqualTo(STEPS - naive.a.size());
      assertThat(naive.a.size()).isLessThanOrEqualTo(maxBlocks);
    }
  }

  /** So small a scale that it begins anew several times. */
  @Test
  void theScalarIsExplicitShrinking() {
    var options =
        MadeUpBatches.options(
            new Algorithm.InequalityCdsg(),
            new LogisticLoss(),
            new StepSize.Constant(1),
            0.19,
            1000);
    NaiveGradients naive = new NaiveGradients(options, 1);
    DoublyStochasticGradients gradients = new DoublyStochasticGradients(options);
    try (LocalWorkers workers = MadeUpBatches.local(2)) {
      GradientState state = gradients.start(1, workers);
      int renormalised = 0;
      double scale = 1;
      for (int step = 0; step < 120; step++) {
        double[][] x = MadeUpBatches.x(step, 8);
        double[][] y = MadeUpBatches.y(x, 1);
        state = MadeUpBatches.step(gradients, state, x, y, workers);
        naive.learn(x, y);
        renormalised += state.scales().current() > scale ? 1 : 0;
        scale = state.scales().current();
        for (int j = 0; j < naive.a.size(); j++) {
          Block block = state.blocks().get(j);
          assertThat(scale * block.beta()).isCloseTo(naive.beta.get(j), within(1e-9));
        }
        Close.assertClose(
            gradients.scores(state, MadeUpBatches.rows(PROBES), workers).row(0),
            naive.scores(PROBES[0]),
            1e-9);
      }
      assertThat(renormalised).isGreaterThanOrEqualTo(1);
    }
  }

  /** With weights so small that they begin anew several times. */
  @Test
  void theModelIsTheFadingMeanOfRecentOnes() {
    int average = 3;
    var options =
        MadeUpBatches.options(
            new Algorithm.Udsg(1, 2),
            new SquareLoss(),
            new StepSize.Decaying(1.5, 0.1),
            0.3,
            1000,
            average);
    NaiveGradients naive = new NaiveGradients(options, 3);
    DoublyStochasticGradients gradients = new DoublyStochasticGradients(options);
    double[] mean = new double[3];
    double weights = 0;
    try (LocalWorkers workers = MadeUpBatches.local(2)) {
      GradientState state = gradients.start(3, workers);
      for (int step = 0; step < 90; step++) {
        double[][] x = MadeUpBatches.x(step, 8);
        double[][] y = MadeUpBatches.y(x, 3);
        state = MadeUpBatches.step(gradients, state, x, y, workers);
        naive.learn(x, y);
        double[] scores = naive.scores(PROBES[0]);
        for (int c = 0; c < 3; c++) {
          mean[c] = (1 - 1.0 / average) * mean[c] + scores[c] / average;
        }
        weights = (1 - 1.0 / average) * weights + 1.0 / average;
        double[] found =
            gradients
                .model(state, workers)
                .scores(MadeUpBatches.rows(PROBES), Backends.choose("auto", "plain"))
                .row(0);
        for (int c = 0; c < 3; c++) {
          assertThat(found[c]).isCloseTo(mean[c] / weights, within(1e-9));
        }
        Close.assertClose(
            gradients.scores(state, MadeUpBatches.rows(PROBES), workers).row(0), scores, 1e-9);
      }
    }
  }
}
