package org.filbert.online.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;

class BaselineTest {
  private static final String[] CLASSES = {"a", "b", "b", null, "a"};
  private static final double[][] ROWS = new double[5][1];

  @Test
  void noChangePredictsTheLabelBefore() {
    assertThat(new NoChange(null).learn(ROWS, CLASSES).predicted())
        .containsExactly(null, "a", "b", "b", "b");
  }

  @Test
  void majorityPredictsTheMostFrequent() {
    assertThat(new Majority().learn(ROWS, CLASSES).predicted())
        .containsExactly(null, "a", "a", "b", "b");
  }

  @Test
  void logisticRegressionLearnsALineAndAThirdClass() {
    Random random = new Random(3);
    Baseline learner = new LogisticRegression(0.1);
    int wrong = 0;
    for (int i = 0; i < 3000; i++) {
      double[] x = {random.nextGaussian(), random.nextGaussian()};
      String truth = i > 1000 && x[1] > 1 ? "top" : x[0] + 0.2 > 0 ? "right" : "left";
      Baseline.Learned learned = learner.learn(new double[][] {x}, new String[] {truth});
      wrong += i >= 2000 && !truth.equals(learned.predicted()[0]) ? 1 : 0;
      learner = learned.next();
    }
    assertThat(wrong).isLessThan(120);
  }

  @Test
  void learnsNothingFromRowsWithoutALabel() {
    Baseline learner = new LogisticRegression(0.1).learn(ROWS, CLASSES).next();
    Baseline same = learner.learn(ROWS, new String[5]).next();
    assertThat(same).usingRecursiveComparison().isEqualTo(learner);
  }

  @Test
  void refusesARateThatIsNone() {
    assertThatThrownBy(() -> new LogisticRegression(0)).hasMessageContaining("rate is 0.0");
  }
}
