package org.filbert.train.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import org.filbert.calibration.Sigmoid;
import org.filbert.data.Outputs;
import org.filbert.data.TargetTransform;
import org.filbert.shard.ScoredRows;
import org.junit.jupiter.api.Test;

class MeasureTest {
  private static final Outputs TWO = new Outputs.Classes(List.of("a", "b"));

  /** Labels 0 1 1 0 with these scores: one pair of four in the wrong order. */
  private static final ScoredRows ROWS =
      new ScoredRows(new int[] {0, 1, 1, 0}, new double[0], new double[] {-2, 3, 0.5, 1}, null);

  private static double loss(Measure measure, ScoredRows rows, Outputs outputs) {
    return measure.loss(rows, outputs, Optional.of(Sigmoid.LOGISTIC));
  }

  @Test
  void classesOfAKnownExample() {
    assertThat(loss(Measure.ERROR, ROWS, TWO)).isEqualTo(0.25);
    assertThat(loss(Measure.AUC, ROWS, TWO)).isEqualTo(0.25);
    // precision 1 at the first, 2/3 at the second row of class b
    assertThat(loss(Measure.AVERAGE_PRECISION, ROWS, TWO))
        .isCloseTo(1 - (1 + 2 / 3.0) / 2, within(1e-15));
    assertThat(loss(Measure.F1, ROWS, TWO)).isCloseTo(1 - 0.8, within(1e-15));
    double expected =
        (Math.log1p(Math.exp(-2))
                + Math.log1p(Math.exp(-3))
                + Math.log1p(Math.exp(-0.5))
                + Math.log1p(Math.exp(1)))
            / 4;
    assertThat(loss(Measure.LOG_LOSS, ROWS, TWO)).isCloseTo(expected, within(1e-15));
    assertThat(Measure.LOG_LOSS.loss(ROWS, TWO, Optional.empty())).isBetween(0.2, Math.log(2));
    assertThat(Measure.AUC.ofLoss(0.25)).isEqualTo(0.75);
    assertThat(Measure.LOG_LOSS.ofLoss(0.25)).isEqualTo(0.25);
  }

  @Test
  void numbersAreInTheUnitsOfTheTargets() {
    Outputs outputs = new Outputs.Targets(new double[] {5}, new double[] {10});
    ScoredRows rows =
        new ScoredRows(new int[0], new double[] {0, 1}, new double[] {0.3, 0.9}, null);
    assertThat(loss(Measure.MAE, rows, outputs)).isCloseTo(2, within(1e-14));
    assertThat(loss(Measure.RMSE, rows, outputs)).isCloseTo(Math.sqrt(5), within(1e-14));
  }

  @Test
  void logarithmsAreMeasuredByTheirExponentials() {
    Outputs outputs = new Outputs.Targets(new double[] {1}, new double[] {2}, TargetTransform.LOG);
    ScoredRows rows = new ScoredRows(new int[0], new double[] {0, 1}, new double[] {0.5, 1}, null);
    double off = Math.exp(2) - Math.exp(1);
    assertThat(loss(Measure.MAE, rows, outputs)).isCloseTo(off / 2, within(1e-14));
    assertThat(loss(Measure.RMSE, rows, outputs)).isCloseTo(off / Math.sqrt(2), within(1e-14));
  }

  @Test
  void rowsOfOneClassDoNotTell() {
    ScoredRows one = new ScoredRows(new int[] {1, 1}, new double[0], new double[] {1, 2}, null);
    assertThatThrownBy(() -> loss(Measure.AUC, one, TWO))
        .hasMessage(
            "choose.by is auc, which needs validation rows of more than one class, found 2 rows of"
                + " one");
  }
}
