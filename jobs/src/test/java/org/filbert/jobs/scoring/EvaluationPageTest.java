package org.filbert.jobs.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.filbert.calibration.Margins;
import org.filbert.data.TargetTransform;
import org.filbert.metrics.NumberErrors;
import org.junit.jupiter.api.Test;

class EvaluationPageTest {
  @Test
  void showsTheFiguresAndABarForEachColumn() {
    NumberErrors errors =
        new NumberErrors(1, new Margins(new double[] {1.5}, TargetTransform.NONE));
    errors.add(new double[] {1}, new double[] {2}, 0, 1);
    errors.add(new double[] {2}, new double[] {4}, 0, 1);
    Evaluation evaluation =
        new Evaluation(
            2,
            2.5,
            1,
            0,
            "rows.csv, line 4: found no number",
            null,
            null,
            null,
            null,
            errors.result(),
            new Importances(
                "RMSE",
                2,
                5,
                1.5811,
                List.of(
                    new Importances.OfColumn("<age>", 4, 0.5),
                    new Importances.OfColumn("a column with a long name", -0.25, 0))));
    assertThat(new EvaluationPage("prices@3", "rows.csv", evaluation, 0.9).html())
        .contains("<h1>prices@3</h1>", "<p>rows.csv</p>", "Quality on 2 rows")
        .contains(
            "within the 90 % interval", "1 bad records were left out (first: rows.csv, line 4")
        .contains("count rows by their weights")
        .contains(
            "Growth of the RMSE when a column is shuffled", "&lt;age&gt;", "a column with a l…")
        .contains("Of 2 rows by 5 shuffles; as they are, the RMSE is 1.5811.")
        .doesNotContain("<age>");
  }

  @Test
  void hasNoSectionOfWhatWasNotAsked() {
    NumberErrors errors = new NumberErrors(1, Margins.NONE);
    errors.add(new double[] {1}, new double[] {2}, 0, 1);
    Evaluation evaluation =
        new Evaluation(1, null, 0, 0, null, null, null, null, null, errors.result(), null);
    assertThat(new EvaluationPage("prices@3", "rows.csv", evaluation, null).html())
        .contains("Quality on 1 rows")
        .doesNotContain("Importances", "interval", "weights", "left out");
  }
}
