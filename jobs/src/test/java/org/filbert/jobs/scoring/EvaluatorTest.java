package org.filbert.jobs.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.filbert.calibration.Sigmoid;
import org.filbert.metrics.Classification;
import org.filbert.operators.scoring.ScoredBatch;
import org.filbert.table.TableCounts;
import org.filbert.text.Coverage;
import org.junit.jupiter.api.Test;

class EvaluatorTest {
  private static ScoredBatch batch(double[] weights, double[] scores, int... labels) {
    return new ScoredBatch(
        0,
        new long[labels.length],
        scores,
        labels,
        new double[0],
        weights,
        List.of(),
        0,
        Coverage.NONE,
        TableCounts.NONE);
  }

  private static Evaluator evaluator() {
    return new Evaluator(
        new OutputColumns(List.of("<=50K", ">50K"), 1), Sigmoid.LOGISTIC, new double[0]);
  }

  @Test
  void aResultComesBackFromItsJob() {
    Evaluator evaluator = evaluator();
    evaluator.add(batch(new double[0], new double[] {-1, 0, 2}, 0, 1, 1));
    Evaluation evaluation = evaluator.result();
    assertThat(evaluation.weight()).isNull();
    assertThat(JsonText.read(JsonText.write(evaluation), Evaluation.class))
        .usingRecursiveComparison()
        .isEqualTo(evaluation);
  }

  @Test
  void rowsOfWeightZeroAreNotThere() {
    Evaluator evaluator = evaluator();
    evaluator.add(batch(new double[] {3, 1, 0}, new double[] {-1, 0, -2}, 0, 1, 1));
    Evaluation evaluation = evaluator.result();
    assertThat(evaluation.rows()).isEqualTo(2);
    assertThat(evaluation.weight()).isEqualTo(4);
    Classification classes = evaluation.classification();
    assertThat(classes).isNotNull();
    assertThat(classes.error()).isEqualTo(0.25);
    assertThat(classes.confusion()).isDeepEqualTo(new long[][] {{1, 0}, {1, 0}});
    Classification.OfProbabilities probabilities = classes.probabilities();
    assertThat(probabilities).isNotNull();
    assertThat(probabilities.logLoss())
        .isCloseTo((3 * Math.log1p(Math.exp(-1)) + Math.log(2)) / 4, within(1e-15));
    Evaluator none = evaluator();
    none.add(batch(new double[] {0}, new double[] {1}, 1));
    assertThat(none.result().rows()).isZero();
  }
}
