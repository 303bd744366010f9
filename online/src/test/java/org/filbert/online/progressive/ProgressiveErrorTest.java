package org.filbert.online.progressive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ProgressiveErrorTest {
  @Test
  void countsOverallAndSinceTheMark() {
    ProgressiveError error = ProgressiveError.EMPTY.add(new double[] {1, 0, 0, 1}, 10).mark();
    assertThat(error.overall()).isEqualTo(0.5);
    assertThat(error.recent()).isNaN();
    ProgressiveError later = error.add(new double[] {1}, 10);
    assertThat(later.overall()).isEqualTo(0.6);
    assertThat(later.recent()).isEqualTo(1);
  }

  @Test
  void theWindowForgets() {
    ProgressiveError bad = ProgressiveError.EMPTY.add(ones(1000), 100);
    assertThat(bad.faded()).isCloseTo(1, within(1e-12));
    ProgressiveError good = bad.add(new double[300], 100);
    assertThat(good.faded()).isCloseTo(Math.pow(0.99, 300), within(1e-3));
    assertThat(good.overall()).isEqualTo(1000.0 / 1300);
  }

  @Test
  void howErrorsComeInBatchesDoesNotMatter() {
    ProgressiveError atOnce = ProgressiveError.EMPTY.add(new double[] {1, 0, 1}, 5);
    ProgressiveError oneByOne = ProgressiveError.EMPTY;
    for (double error : new double[] {1, 0, 1}) {
      oneByOne = oneByOne.add(new double[] {error}, 5);
    }
    assertThat(oneByOne).isEqualTo(atOnce);
  }

  @Test
  void linesAreDueAtDoublingOrFixedIntervals() {
    LineRule doubling = new LineRule(100, true);
    assertThat(doubling.next(0)).isEqualTo(100);
    assertThat(doubling.next(100)).isEqualTo(200);
    assertThat(doubling.next(399)).isEqualTo(400);
    LineRule fixed = new LineRule(100, false);
    assertThat(fixed.next(0)).isEqualTo(100);
    assertThat(fixed.next(399)).isEqualTo(400);
    assertThat(fixed.next(400)).isEqualTo(500);
    assertThatThrownBy(() -> new LineRule(0, true)).hasMessageContaining("must be 1 or more");
  }

  @Test
  void modelsAreTakenByTheirErrorInTheWindow() {
    SnapshotRule any = new SnapshotRule(10, false, 0.3);
    assertThat(any.accepts(0.3, 0.1)).isTrue();
    assertThat(any.accepts(0.31, 0.5)).isFalse();
    assertThat(any.accepts(Double.NaN, 0.5)).isFalse();
    SnapshotRule improved = new SnapshotRule(10, true, Double.POSITIVE_INFINITY);
    assertThat(improved.accepts(0.3, 0.3)).isFalse();
    assertThat(improved.accepts(0.29, 0.3)).isTrue();
    assertThatThrownBy(() -> new SnapshotRule(-1, true, 1)).hasMessageContaining("every is -1");
  }

  private static double[] ones(int count) {
    double[] ones = new double[count];
    java.util.Arrays.fill(ones, 1);
    return ones;
  }
}
