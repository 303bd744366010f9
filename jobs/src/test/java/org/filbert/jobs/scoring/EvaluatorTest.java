package org.filbert.jobs.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.filbert.calibration.Margins;
import org.filbert.calibration.Sigmoid;
import org.filbert.metrics.Classification;
import org.filbert.metrics.Threshold;
import org.filbert.operators.scoring.Permutations;
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
        IntStream.of(labels).filter(label -> label == 2).mapToObj(label -> "?").toList(),
        new double[0],
        weights,
        List.of(),
        0,
        Coverage.NONE,
        TableCounts.NONE);
  }

  private static Evaluator evaluator() {
    return new Evaluator(EvaluatorTest::errors, List.of(Threshold.Aim.BEST_F1), null);
  }

  private static RowErrors errors() {
    return new RowErrors(
        new OutputColumns(List.of("<=50K", ">50K"), 1), Sigmoid.LOGISTIC, Margins.NONE);
  }

  @Test
  void aResultComesBackFromItsJob() {
    Evaluator evaluator = evaluator();
    evaluator.add(batch(new double[0], new double[] {-1, 0, 2}, 0, 1, 1));
    Evaluation evaluation = evaluator.result();
    assertThat(evaluation.weight()).isNull();
    assertThat(evaluation.classification()).extracting(Classification::thresholds).isNotNull();
    assertThat(JsonText.read(JsonText.write(evaluation), Evaluation.class))
        .usingRecursiveComparison()
        .isEqualTo(evaluation);
  }

  @Test
  void rowsOfOtherClassesAreMisclassified() {
    Evaluator evaluator = evaluator();
    evaluator.add(batch(new double[0], new double[] {-1, 1, 2, -2}, 0, 1, 2, 2));
    Evaluation evaluation = evaluator.result();
    Classification found = Objects.requireNonNull(evaluation.classification());
    assertThat(found.error()).isEqualTo(0.5);
    assertThat(found.classes()).containsExactly("<=50K", ">50K", "(not learned)");
    assertThat(found.confusion()).isEqualTo(new long[][] {{1, 0, 0}, {0, 1, 0}, {1, 1, 0}});
    assertThat(found.byClass().get(0).precision()).isEqualTo(0.5);
    assertThat(Objects.requireNonNull(evaluation.otherClasses()).text())
        .isEqualTo(
            "2 rows of classes that the model does not have, [?]: they count as misclassified");
  }

  @Test
  void importancesCompareEachPassWithTheSampleAsItIs() {
    Permutations permutations =
        new Permutations(
            List.of(
                new Permutations.InputColumn("age", 0, 1),
                new Permutations.InputColumn("job", 1, 4)),
            2,
            100,
            1);
    Evaluator evaluator = new Evaluator(EvaluatorTest::errors, List.of(), permutations);
    double[] scores = {0, 2, 1, 3, -1, 4};
    for (int pass = 0; pass < scores.length; pass++) {
      ScoredBatch batch = batch(new double[0], new double[] {scores[pass]}, 1);
      batch.rows()[0] = pass * (1L << 40) + 7;
      evaluator.add(batch);
    }
    Evaluation evaluation = evaluator.result();
    assertThat(evaluation.rows()).isEqualTo(1);
    Importances importances = evaluation.importances();
    assertThat(importances).isNotNull();
    assertThat(importances.by()).isEqualTo("log-loss");
    assertThat(importances.base()).isCloseTo(loss(2), within(1e-15));
    assertThat(importances.rows()).isEqualTo(1);
    Importances.OfColumn job = importances.columns().get(0);
    assertThat(job.name()).isEqualTo("job");
    assertThat(job.increase()).isCloseTo((loss(-1) + loss(4)) / 2 - loss(2), within(1e-15));
    assertThat(job.deviation()).isCloseTo((loss(-1) - loss(4)) / Math.sqrt(2), within(1e-15));
    assertThat(importances.columns().get(1).name()).isEqualTo("age");
    assertThat(JsonText.read(JsonText.write(evaluation), Evaluation.class).importances())
        .isEqualTo(importances);
  }

  private static double loss(double score) {
    return Math.log1p(Math.exp(-score));
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
