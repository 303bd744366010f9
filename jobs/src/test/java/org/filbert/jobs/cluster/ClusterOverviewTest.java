package org.filbert.jobs.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClusterOverviewTest {
  @Test
  void isCompleteOnlyWithAllSlots() {
    assertThat(new ClusterOverview(0, 0, 0, 0).has(2, 6)).isFalse();
    assertThat(new ClusterOverview(1, 3, 3, 0).has(2, 6)).isFalse();
    assertThat(new ClusterOverview(2, 0, 0, 0).has(2, 6)).isFalse();
    assertThat(new ClusterOverview(2, 3, 3, 0).has(2, 6)).isFalse();
    assertThat(new ClusterOverview(2, 6, 6, 0).has(2, 6)).isTrue();
  }
}
