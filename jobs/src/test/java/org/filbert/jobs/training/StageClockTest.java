package org.filbert.jobs.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import org.junit.jupiter.api.Test;

class StageClockTest {
  @Test
  void aRunWithoutAStateIsScoredAtOnce() {
    assertThat(new StageClock(1000).finished(3500)).containsExactly(entry("scoring", 2.5));
  }

  @Test
  void aClockThatIsSetBackTakesNoTimeAway() {
    assertThat(new StageClock(1000).finished(900)).isEmpty();
  }
}
