package org.filbert.jobs.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.filbert.jobs.config.yaml.ByteSize;
import org.junit.jupiter.api.Test;

class ClusterOverviewTest {
  private static final LocalClusterOptions STARTED =
      new LocalClusterOptions(
          Path.of("cluster"),
          2,
          3,
          0,
          ByteSize.ofMebibytes(1024),
          ByteSize.ofMebibytes(1024),
          Map.of(),
          Duration.ZERO);

  @Test
  void isCompleteOnlyWithAllSlots() {
    assertThat(new ClusterOverview(0, 0, 0, 0).hasAll(STARTED)).isFalse();
    assertThat(new ClusterOverview(1, 3, 3, 0).hasAll(STARTED)).isFalse();
    assertThat(new ClusterOverview(2, 0, 0, 0).hasAll(STARTED)).isFalse();
    assertThat(new ClusterOverview(2, 3, 3, 0).hasAll(STARTED)).isFalse();
    assertThat(new ClusterOverview(2, 6, 6, 0).hasAll(STARTED)).isTrue();
  }
}
