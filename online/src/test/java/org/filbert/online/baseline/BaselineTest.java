package org.filbert.online.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.filbert.data.Target;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BaselineTest {
  private static final List<@Nullable Target> CLASSES = classes("a", "b", "b", null, "a");
  private static final double[][] ROWS = new double[5][1];

  private static List<@Nullable Target> classes(@Nullable String... names) {
    List<@Nullable Target> targets = new ArrayList<>();
    for (String name : names) {
      targets.add(name == null ? null : new Target.ClassName(name));
    }
    return targets;
  }

  private static List<@Nullable Target> numbers(@Nullable Double... values) {
    List<@Nullable Target> targets = new ArrayList<>();
    for (Double value : values) {
      targets.add(value == null ? null : new Target.Values(new double[] {value}));
    }
    return targets;
  }

  private static List<@Nullable Double> predicted(Baseline.Learned learned) {
    List<@Nullable Double> values = new ArrayList<>();
    for (Target target : learned.predicted()) {
      values.add(target == null ? null : ((Target.Values) target).values()[0]);
    }
    return values;
  }

  @Test
  void noChangePredictsTheLabelBefore() {
    assertThat(new NoChange(null).learn(ROWS, CLASSES).predicted())
        .isEqualTo(classes(null, "a", "b", "b", "b"));
    assertThat(predicted(new NoChange(null).learn(ROWS, numbers(1.0, null, 3.0, 4.0, 5.0))))
        .containsExactly(null, 1.0, 1.0, 3.0, 4.0);
  }

  @Test
  void majorityPredictsTheMostFrequent() {
    assertThat(new Majority().learn(ROWS, CLASSES).predicted())
        .isEqualTo(classes(null, "a", "a", "b", "b"));
  }

  @Test
  void spellingsOfOneNumberAreOneClass() {
    List<@Nullable Target> found = classes("1", "-1", "+1.0", "-1", "1.0");
    Baseline.Learned majority = new Majority().learn(ROWS, found);
    assertThat(((Majority) majority.next()).counts())
        .containsExactly(Map.entry("-1", 2L), Map.entry("1", 3L));
    Baseline.Learned regression = new LogisticRegression(0.1).learn(ROWS, found);
    assertThat(((LogisticRegression) regression.next()).classes()).containsExactly("1", "-1");
  }

  @Test
  void meanPredictsTheMeanSoFar() {
    Baseline.Learned first = new Mean().learn(ROWS, numbers(1.0, null, 3.0, 8.0, 0.0));
    assertThat(predicted(first)).containsExactly(null, 1.0, 1.0, 2.0, 4.0);
    assertThat(predicted(first.next().learn(ROWS, numbers(3.0, 5.0, 0.0, 0.0, 0.0))))
        .startsWith(3.0, 3.0);
  }

  /** Against (λI + XᵀX)w = Xᵀy of the rows before. */
  @Test
  void linearRegressionIsRidgeRegressionOnTheRowsBefore() {
    Random random = new Random(5);
    int n = 40;
    double[][] x = new double[n][];
    @Nullable Double[] y = new Double[n];
    for (int i = 0; i < n; i++) {
      x[i] = new double[] {random.nextGaussian(), 30 + random.nextGaussian()};
      y[i] = i == 7 ? null : 200 - 3 * x[i][0] + 0.5 * x[i][1] + 0.1 * random.nextGaussian();
    }
    List<@Nullable Target> targets = numbers(y);
    Baseline.Learned first = new LinearRegression(2).learn(x, targets);
    assertThat(predicted(first).get(0)).isNull();
    for (int i = 1; i < n; i++) {
      assertThat(predicted(first).get(i)).isCloseTo(ridge(x, y, i), Offset.offset(1e-6));
    }
    Baseline.Learned half =
        new LinearRegression(2).learn(Arrays.copyOf(x, 20), targets.subList(0, 20));
    Baseline.Learned rest = half.next().learn(Arrays.copyOfRange(x, 20, n), targets.subList(20, n));
    assertThat(predicted(rest)).isEqualTo(predicted(first).subList(20, n));
  }

  private static double ridge(double[][] x, @Nullable Double[] y, int before) {
    double[][] a = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
    for (int i = 0; i < before; i++) {
      if (y[i] != null) {
        double[] row = {x[i][0], x[i][1], 1, y[i]};
        for (int j = 0; j < 3; j++) {
          for (int l = 0; l < 4; l++) {
            a[j][l] += row[j] * row[l];
          }
        }
      }
    }
    for (int j = 0; j < 3; j++) {
      for (int r = 0; r < 3; r++) {
        double factor = r == j ? 0 : a[r][j] / a[j][j];
        for (int l = 0; l < 4; l++) {
          a[r][l] -= factor * a[j][l];
        }
      }
    }
    return x[before][0] * a[0][3] / a[0][0] + x[before][1] * a[1][3] / a[1][1] + a[2][3] / a[2][2];
  }

  @Test
  void linearRegressionIsForFewFeatures() {
    assertThatThrownBy(() -> new LinearRegression(1001))
        .hasMessage("linear-regression as a baseline is for up to 1000 features, found 1001");
  }

  @Test
  void logisticRegressionLearnsALineAndAThirdClass() {
    Random random = new Random(3);
    Baseline learner = new LogisticRegression(0.1);
    int wrong = 0;
    for (int i = 0; i < 3000; i++) {
      double[] x = {random.nextGaussian(), random.nextGaussian()};
      String truth = i > 1000 && x[1] > 1 ? "top" : x[0] + 0.2 > 0 ? "right" : "left";
      Baseline.Learned learned = learner.learn(new double[][] {x}, classes(truth));
      wrong += i >= 2000 && !classes(truth).equals(learned.predicted()) ? 1 : 0;
      learner = learned.next();
    }
    assertThat(wrong).isLessThan(120);
  }

  @Test
  void learnsNothingFromRowsWithoutALabel() {
    List<@Nullable Target> numbers = numbers(1.0, 2.0, 3.0, 4.0, 5.0);
    for (Baseline learner :
        List.of(
            new LogisticRegression(0.1).learn(ROWS, CLASSES).next(),
            new Majority().learn(ROWS, CLASSES).next(),
            new Mean().learn(ROWS, numbers).next(),
            new LinearRegression(1).learn(ROWS, numbers).next())) {
      Baseline same = learner.learn(ROWS, numbers(new Double[5])).next();
      assertThat(same).usingRecursiveComparison().isEqualTo(learner);
    }
  }

  @Test
  void refusesARateThatIsNone() {
    assertThatThrownBy(() -> new LogisticRegression(0)).hasMessageContaining("rate is 0.0");
  }
}
