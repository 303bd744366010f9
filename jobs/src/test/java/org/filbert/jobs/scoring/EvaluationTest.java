package org.filbert.jobs.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.filbert.calibration.Sigmoid;
import org.filbert.operators.scoring.ScoredBatch;
import org.filbert.table.TableCounts;
import org.filbert.text.Coverage;
import org.junit.jupiter.api.Test;

class EvaluationTest {
  private static ScoredBatch batch(double[] scores, int[] labels, double[] targets) {
    int rows = labels.length + targets.length;
    return new ScoredBatch(
        0, new long[rows], scores, labels, targets, List.of(), 0, Coverage.NONE, TableCounts.NONE);
  }

  @Test
  void countsClassesAndAveragesF1OverThoseThatOccur() {
    ErrorAccumulator.OfClasses errors = new ErrorAccumulator.OfClasses(4, 4, null);
    errors.add(
        batch(
            new double[] {
              1, 0, 0, 0,
              0, 1, 0, 0,
              0, 0, 1, 0,
              1, 0, 1, 0
            },
            new int[] {0, 0, 2, 2},
            new double[0]));
    assertThat(errors.confusion())
        .isDeepEqualTo(new long[][] {{1, 1, 0, 0}, {0, 0, 0, 0}, {1, 0, 1, 0}, {0, 0, 0, 0}});
    Evaluation.OfClasses evaluation = Evaluation.OfClasses.of(List.of("a", "b", "c", "d"), errors);
    assertThat(evaluation.accuracy()).isEqualTo(0.5);
    assertThat(evaluation.balancedAccuracy()).isEqualTo(0.5);
    assertThat(evaluation.error()).isEqualTo(0.5);
    // F1 of a: 2·1/(2+2), of b: 0, of c: 2·1/(2+1); d does not occur
    assertThat(evaluation.macroF1()).isCloseTo((0.5 + 0 + 2 / 3.0) / 3, within(1e-15));
  }

  @Test
  void twoClassesShareOneScore() {
    ErrorAccumulator.OfClasses errors = new ErrorAccumulator.OfClasses(2, 1, Sigmoid.LOGISTIC);
    errors.add(batch(new double[] {-1, 0, 2}, new int[] {0, 1, 1}, new double[0]));
    assertThat(errors.confusion()).isDeepEqualTo(new long[][] {{1, 0}, {1, 1}});
    Evaluation.OfClasses evaluation = Evaluation.OfClasses.of(List.of("a", "b"), errors);
    assertThat(evaluation.rocAuc()).isEqualTo(1);
    Evaluation.OfProbabilities probabilities = evaluation.probabilities();
    assertThat(probabilities).isNotNull();
    assertThat(probabilities.logLoss())
        .isCloseTo(
            (Math.log1p(Math.exp(-1)) + Math.log(2) + Math.log1p(Math.exp(-2))) / 3, within(1e-15));
    assertThat(probabilities.reliability()).hasSize(10);
    assertThat(probabilities.reliability().get(0).probability()).isNull();
    assertThat(evaluation.byClass().get(1))
        .isEqualTo(new Evaluation.OfClass(1, 0.5, 2 / 3.0, 2, 1));
    // what a job sends back
    assertThat(JsonText.read(JsonText.write(evaluation), Evaluation.OfClasses.class))
        .usingRecursiveComparison()
        .isEqualTo(evaluation);
  }

  @Test
  void ranksEachClassAgainstAllOthers() {
    ErrorAccumulator.OfClasses errors = new ErrorAccumulator.OfClasses(3, 3, null);
    // a above the others in 1 of 2 pairs, b in 2 of 2; c does not occur
    errors.add(batch(new double[] {2, 0, 9, 3, 1, 0, 1, 2, 0}, new int[] {0, 1, 1}, new double[0]));
    Evaluation.OfClasses evaluation = Evaluation.OfClasses.of(List.of("a", "b", "c"), errors);
    assertThat(evaluation.rocAuc()).isEqualTo(0.75);
    assertThat(evaluation.probabilities()).isNull();
    ErrorAccumulator.OfClasses one = new ErrorAccumulator.OfClasses(2, 1, null);
    one.add(batch(new double[] {2}, new int[] {1}, new double[0]));
    assertThat(Evaluation.OfClasses.of(List.of("a", "b"), one).rocAuc()).isNull();
  }

  @Test
  void countsWhatLiesWithinIntervals() {
    ErrorAccumulator.OfNumbers errors = new ErrorAccumulator.OfNumbers(2, new double[] {1, 10});
    errors.add(batch2(new double[] {0, 0, 0, 0}, new double[] {1, 11, 2, 10}));
    Evaluation.OfNumbers evaluation = Evaluation.OfNumbers.of(errors);
    assertThat(evaluation.coverage()).containsExactly(0.5, 0.5);
    assertThat(evaluation.intervalWidth()).containsExactly(2.0, 20.0);
  }

  @Test
  void showsResidualsByPrediction() {
    ErrorAccumulator.OfNumbers errors = new ErrorAccumulator.OfNumbers(1, new double[0]);
    double[] predictions = new double[50];
    double[] truths = new double[50];
    for (int i = 0; i < 50; i++) {
      predictions[i] = (7 * i) % 50; // 0 to 49 in another order
      truths[i] = predictions[i] + predictions[i] % 5; // residuals 0 to 4 in each tenth
    }
    errors.add(batch(predictions, new int[0], truths));
    List<Evaluation.Band> bands = Evaluation.OfNumbers.of(errors).residuals();
    assertThat(bands).hasSize(10);
    assertThat(bands.get(3)).isEqualTo(new Evaluation.Band(5, 15, 19, 0.2, 1, 2, 3, 3.8));
    ErrorAccumulator.OfNumbers few = new ErrorAccumulator.OfNumbers(1, new double[0]);
    few.add(batch(new double[] {1, 2}, new int[0], new double[] {1, 4}));
    assertThat(Evaluation.OfNumbers.of(few).residuals())
        .extracting(Evaluation.Band::median)
        .containsExactly(0.0, 2.0);
  }

  private static ScoredBatch batch2(double[] scores, double[] targets) {
    return new ScoredBatch(
        0,
        new long[scores.length / 2],
        scores,
        new int[0],
        targets,
        List.of(),
        0,
        Coverage.NONE,
        TableCounts.NONE);
  }

  @Test
  void measuresNumbersFarFromTheOrigin() {
    ErrorAccumulator.OfNumbers errors = new ErrorAccumulator.OfNumbers(1, new double[0]);
    double far = 1e9;
    errors.add(batch(new double[] {far + 1, far + 3}, new int[0], new double[] {far, far + 2}));
    errors.add(batch(new double[] {far + 2}, new int[0], new double[] {far + 4}));
    Evaluation.OfNumbers evaluation = Evaluation.OfNumbers.of(errors);
    assertThat(evaluation.rmse()).isCloseTo(Math.sqrt(2), within(1e-12));
    assertThat(evaluation.mae()).isCloseTo(4 / 3.0, within(1e-12));
    assertThat(evaluation.r2()).isCloseTo(1 - 6.0 / 8, within(1e-12));
  }

  @Test
  void hasNoR2OfAConstant() {
    ErrorAccumulator.OfNumbers errors = new ErrorAccumulator.OfNumbers(1, new double[0]);
    errors.add(batch(new double[] {1, 2}, new int[0], new double[] {5, 5}));
    assertThat(Evaluation.OfNumbers.of(errors).r2()).isNull();
  }
}
