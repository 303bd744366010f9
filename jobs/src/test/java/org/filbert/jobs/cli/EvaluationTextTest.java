package org.filbert.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.filbert.calibration.Margins;
import org.filbert.calibration.Sigmoid;
import org.filbert.data.TargetTransform;
import org.filbert.jobs.scoring.Evaluation;
import org.filbert.metrics.ClassErrors;
import org.filbert.metrics.NumberErrors;
import org.filbert.metrics.Threshold;
import org.filbert.store.ModelVersion;
import org.junit.jupiter.api.Test;

class EvaluationTextTest {
  private static final List<Threshold.Aim> AIMS =
      List.of(Threshold.Aim.BEST_F1, new Threshold.Aim(Threshold.Quantity.PRECISION, 0.625));

  private static String text(Evaluation evaluation) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    new EvaluationText(out).print(new ModelVersion("adult", 2), evaluation);
    out.flush();
    return text.toString();
  }

  @Test
  void beginsWithWhatIsAskedFirst() {
    ClassErrors errors = new ClassErrors(List.of("<=50K", ">50K"), 1, Sigmoid.LOGISTIC);
    double[] scores = {-2, -1, -1, 1, 2};
    int[] labels = {0, 0, 1, 1, 0};
    for (int i = 0; i < labels.length; i++) {
      errors.add(scores, i, labels[i], 2);
    }
    assertThat(
            text(
                new Evaluation(
                    5, 10.0, 0, 0, null, null, null, null, errors.result(AIMS), null, null)))
        .contains(
            """
            rows       5
            weights    10 in all: shares and means count rows by their weights, numbers of rows do not

            accuracy           60.00 %
            error              40.00 %
            balanced accuracy  58.33 %
            AUC                0.58333
            average precision  0.50000
            log-loss           0.83873
            """)
        .contains("confused           <=50K as >50K (1), >50K as <=50K (1)\n")
        .contains(
            """
                  <=50K >50K
            <=50K     2    1
             >50K     1    1
            """)
        .contains(
            """
            Thresholds: the probability P from which on >50K is predicted, for predict --threshold '>50K=P'
                                            threshold  precision  recall      F1  flagged
                                   best F1        0.2     0.5000  1.0000  0.6667        4
            highest precision, below 0.625        0.2     0.5000  1.0000  0.6667        4
            """);
  }

  @Test
  void longNamesOfManyClassesAreCutVisibly() {
    List<String> names =
        java.util.stream.IntStream.range(0, 30).mapToObj(i -> "a long name " + i).toList();
    ClassErrors errors = new ClassErrors(names, 30, null);
    errors.add(new double[30], 0, 3, 1);
    assertThat(
            text(
                new Evaluation(1, null, 0, 0, null, null, null, null, errors.result(), null, null)))
        .contains(" a lon… a lon…")
        .contains("confused           a long name 3 as a long name 0 (1)");
  }

  @Test
  void printsNumbers() {
    NumberErrors errors =
        new NumberErrors(1, new Margins(new double[] {1.5}, TargetTransform.NONE));
    errors.add(new double[] {1}, new double[] {2}, 0, 1);
    errors.add(new double[] {2}, new double[] {4}, 0, 1);
    assertThat(
            text(
                new Evaluation(2, null, 0, 0, null, null, null, null, null, errors.result(), null)))
        .contains("RMSE               1.5811\n", "MAE                1.5\n")
        .contains("interval           50.00 % of the rows lie within, width 3\n")
        .contains("from  to  5 %  25 %  50 %  75 %  95 %");
  }
}
