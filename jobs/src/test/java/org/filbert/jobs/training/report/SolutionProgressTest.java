package org.filbert.jobs.training.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.filbert.train.metric.SolutionStage;
import org.junit.jupiter.api.Test;

class SolutionProgressTest {
  private static final long SECOND = 1_000_000_000;

  private final SolutionProgress progress = new SolutionProgress();

  private boolean reached(int solution, int most, double expected, long seconds) {
    return reached(solution, most, expected, Double.NaN, seconds);
  }

  private boolean reached(int solution, int most, double expected, double ofLast, long seconds) {
    return progress.reached(
        Optional.of(new SolutionStage(solution, most, "no metric")),
        expected,
        ofLast,
        seconds * SECOND);
  }

  @Test
  void theTimeLeftIsThatOfThePlanUntilASolutionHasEnded() {
    assertThat(progress.text()).isEmpty();
    assertThat(reached(1, 6, 5, 100)).isTrue();
    assertThat(progress.text())
        .isEqualTo("solution 1 of at most 6, with no metric; about 15 s left, 30 s at most");
    assertThat(reached(1, 6, 5, 120)).isFalse();
    assertThat(progress.reached(Optional.empty(), 5, Double.NaN, 121 * SECOND)).isFalse();
    assertThat(reached(2, 6, 5, 130)).isTrue();
    assertThat(progress.text())
        .isEqualTo("solution 2 of at most 6, with no metric; about 90 s left, 3 min at most");
    assertThat(reached(3, 3, 5, 140)).isTrue();
    assertThat(progress.text()).isEqualTo("last solution, with no metric; about 20 s left");
  }

  @Test
  void aRunThatGoesOnCountsItsOwnTime() {
    reached(4, 6, Double.NaN, 0);
    assertThat(progress.text()).isEqualTo("solution 4 of at most 6, with no metric");
    reached(5, 6, Double.NaN, 7);
    assertThat(progress.text()).endsWith("; about 14 s left");
  }

  @Test
  void aLastSolutionOfMoreRowsTakesItsOwnTime() {
    reached(1, 6, 5, 60, 0);
    assertThat(progress.text()).endsWith("; about 70 s left, 85 s at most");
    reached(2, 6, 5, 60, 10);
    assertThat(progress.text()).endsWith("; about 80 s left, 2 min at most");
    reached(3, 3, 90, Double.NaN, 20);
    assertThat(progress.text()).endsWith("; about 90 s left");
  }
}
