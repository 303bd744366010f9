package org.filbert.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.filbert.linalg.Matrix;
import org.filbert.loss.BatchLoss;
import org.filbert.loss.LogisticLoss;
import org.filbert.loss.Loss;
import org.filbert.loss.SquareLoss;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** CDSG's inequality on one output. */
class CheckTest {

  @Test
  void theLongestStepIsWhereTheInequalityEnds() {
    Random random = new Random(3);
    int positive = 0;
    for (int trial = 0; trial < 10_000; trial++) {
      double beta = random.nextGaussian();
      double g = random.nextGaussian();
      double noise = random.nextDouble();
      double gamma = 0.1 + random.nextDouble();
      double size = new Check(g, noise, gamma).longestStep(beta);
      assertThat(size).isNotNegative();
      if (size > 0) {
        positive++;
        assertThat(left(beta, g, noise, -size))
            .isCloseTo(right(beta, g, gamma), within(1e-9 * (1 + right(beta, g, gamma))));
        assertThat(left(beta, g, noise, -1.01 * size)).isGreaterThan(right(beta, g, gamma));
      } else {
        for (double eta = -5 * gamma; eta < -0.01 * gamma; eta += 0.01 * gamma) {
          assertThat(left(beta, g, noise, eta))
              .isGreaterThanOrEqualTo(right(beta, g, gamma) * (1 - 1e-12));
        }
      }
    }
    assertThat(positive).isBetween(1000, 9999);
  }

  @Test
  void noGradientNoStep() {
    assertThat(new Check(0, 0, 1).longestStep(0.5)).isZero();
    assertThat(new Check(0, 0.5, 1).longestStep(0)).isZero();
  }

  /** Over whole runs: every step on an old block keeps the inequality, whatever the loss. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyStepOnAnOldBlockKeepsTheInequality(boolean square) {
    Loss loss = square ? new SquareLoss() : new LogisticLoss();
    int reused = 0;
    for (int seed = 0; seed < 5; seed++) {
      var options =
          MadeUpBatches.options(
              new Algorithm.InequalityCdsg(),
              loss,
              new StepSize.Decaying(2, 0.05),
              0.01 * seed,
              1000);
      DoublyStochasticGradients gradients = new DoublyStochasticGradients(options);
      try (LocalWorkers workers = MadeUpBatches.local(1)) {
        GradientState state = gradients.start(1, workers);
        for (int step = 0; step < 40; step++) {
          double[][] x = MadeUpBatches.x(1000 * seed + step, 64);
          double[][] y = MadeUpBatches.y(x, 1);
          Matrix f = gradients.scores(state, MadeUpBatches.rows(x), workers);
          double g = BatchLoss.of(loss, f, MadeUpBatches.matrix(y, 1)).meanGradient()[0];
          GradientState next = MadeUpBatches.step(gradients, state, x, y, workers);
          if (next.reused() > state.reused()) {
            reused++;
            double beta = state.scales().current() * updated(state, next).beta();
            double bound = square ? next.largestGradient() : 1;
            double noise = bound * bound * next.variance() / 64;
            double gamma = options.step().at(step + 1);
            assertThat(next.stepSize()).isBetween(gamma, 5 * gamma);
            assertThat(left(beta, g, noise, -next.stepSize()))
                .isLessThanOrEqualTo(right(beta, g, gamma) * (1 + 1e-9));
          }
          state = next;
        }
      }
    }
    assertThat(reused).isGreaterThan(20);
  }

  private static GradientState.Block updated(GradientState before, GradientState after) {
    for (int place = 0; place < before.blocks().size(); place++) {
      if (before.blocks().get(place).beta() != after.blocks().get(place).beta()) {
        return before.blocks().get(place);
      }
    }
    throw new AssertionError("no block has changed");
  }

  private static double left(double beta, double g, double noise, double eta) {
    return 2 * Math.pow(beta + eta * g, 2) + 4 * eta * eta * noise / 4;
  }

  private static double right(double beta, double g, double gamma) {
    return beta * beta + gamma * gamma * g * g;
  }
}
