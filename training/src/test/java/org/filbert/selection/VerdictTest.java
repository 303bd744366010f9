package org.filbert.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.filbert.calibration.Sigmoid;
import org.filbert.data.Outputs;
import org.filbert.kernel.Gaussian;
import org.junit.jupiter.api.Test;

class VerdictTest {
  /** Residuals of two classes whose scores are the targets times a factor. */
  private static Candidate judged(double factor) {
    double[] y = new double[100];
    double[] weights = new double[100];
    Arrays.setAll(y, i -> i % 2 == 0 ? 1 : -1);
    Arrays.fill(weights, 1);
    Verdict verdict = new Verdict(y, 1, weights, new Outputs.Classes(List.of("a", "b")));
    double[] e = Arrays.stream(y).map(target -> target - factor * target).toArray();
    return verdict.withLogLoss(verdict.of(new Gaussian(1), 1, e), e);
  }

  @Test
  void scoresOfTheWrongSignSayNothing() {
    Candidate candidate = judged(-0.01);
    assertThat(candidate.logLoss()).isCloseTo(Math.log(2), within(1e-12));
    assertThat(((Sigmoid) candidate.calibration()).a()).isZero();
    assertThat(judged(0.01).logLoss()).isLessThan(0.2);
  }
}
