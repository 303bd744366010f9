package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.filbert.model.CurvePoint;
import org.filbert.train.method.Progress;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private static final List<CurvePoint> CURVE =
      List.of(
          new CurvePoint(1, 1, 0.5, 3, 0.1, 0.2, null),
          new CurvePoint(2, 2, 0.4, 2, 0.1, 0.3, null));

  @Test
  void theModelIsAtTheBestEpochOrTheLast() {
    assertThat(new Progress(3, 9, 0, 4, 2, 1, CURVE).ofModel()).isEqualTo(CURVE.get(0));
    assertThat(new Progress(3, 9, 0, 4, 2, 0, CURVE).ofModel()).isEqualTo(CURVE.get(1));
  }
}
