package org.filbert.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.filbert.calibration.Softmax;
import org.filbert.data.Outputs;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.junit.jupiter.api.Test;

class ClassCodesTest {
  private static final Backend JAVA = Backends.choose("java", "plain");
  private static final int ROWS = 600;

  /**
   * Scores of three classes on a line, of which the middle one has about the same score anywhere.
   */
  private static double[] line(int[] labels) {
    Random random = new Random(3);
    double[] f = new double[3 * labels.length];
    for (int i = 0; i < labels.length; i++) {
      double place = labels[i] - 1 + 0.3 * random.nextGaussian();
      f[3 * i] = -0.33 - 0.4 * place;
      f[3 * i + 1] = -0.34 + 0.02 * random.nextGaussian();
      f[3 * i + 2] = -0.33 + 0.4 * place;
    }
    return f;
  }

  private static int[] labels() {
    return IntStream.range(0, ROWS).map(i -> i % 3).toArray();
  }

  private static double[] ones() {
    double[] ones = new double[ROWS];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static double wrong(double[] f, int[] labels) {
    return IntStream.range(0, labels.length)
            .filter(i -> Outputs.Classes.winner(f, 3 * i, 3) != labels[i])
            .count()
        / (double) labels.length;
  }

  @Test
  void aClassBetweenOthersWins() {
    int[] labels = labels();
    double[] f = line(labels);
    ClassCodes codes = ClassCodes.fit(f, 3, labels, ones(), JAVA);
    assertThat(wrong(f, labels)).isGreaterThan(0.25);
    assertThat(wrong(codes.scores(f), labels)).isLessThan(0.1);
    assertThat(codes.consistent()).isTrue();
    assertThat(Arrays.stream(codes.targets()).map(Math::abs).max()).hasValue(1);
  }

  @Test
  void theGradientVanishesAtTheLeastLoss() {
    int[] labels = labels();
    double[] f = line(labels);
    double[] w = ClassCodes.fit(f, 3, labels, ones(), JAVA).w();
    double least = loss(f, labels, w);
    for (int at = 0; at < w.length; at++) {
      for (double step : new double[] {-0.05, 0.05}) {
        double[] other = w.clone();
        other[at] += step * Math.max(1, Math.abs(w[at]));
        assertThat(loss(f, labels, other)).isGreaterThan(least - 1e-3);
      }
    }
  }

  private static double loss(double[] f, int[] labels, double[] w) {
    double loss = 0;
    double[] logits = new double[3];
    for (int i = 0; i < labels.length; i++) {
      Arrays.fill(logits, 0);
      for (int j = 0; j < 3; j++) {
        for (int c = 0; c < 3; c++) {
          logits[c] += f[3 * i + j] * w[3 * j + c];
        }
      }
      loss -= Math.log(Softmax.ONE.of(logits)[labels[i]]);
    }
    return loss / labels.length;
  }

  @Test
  void scoresAreThoseOfTheTargetsByLinearity() {
    int[] labels = labels();
    ClassCodes codes = ClassCodes.fit(line(labels), 3, labels, ones(), JAVA);
    double[] plain = {1, -1, -1, -1, 1, -1, -1, -1, 1};
    double[] scores = codes.scores(plain);
    for (int at = 0; at < scores.length; at++) {
      assertThat(scores[at]).isCloseTo(codes.targets()[at], within(1e-12));
    }
  }
}
