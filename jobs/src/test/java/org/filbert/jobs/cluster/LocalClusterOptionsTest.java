package org.filbert.jobs.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.filbert.jobs.config.yaml.ByteSize;
import org.junit.jupiter.api.Test;

class LocalClusterOptionsTest {
  private static LocalClusterOptions options(long mebibytes) {
    return new LocalClusterOptions(
        Path.of("cluster"),
        1,
        1,
        0,
        ByteSize.ofMebibytes(1024),
        ByteSize.ofMebibytes(mebibytes),
        Map.of(),
        Duration.ofSeconds(1));
  }

  @Test
  void aTaskManagerHasAGigabyteAtLeast() {
    assertThat(options(1024).nativeMemory().mebibytes()).isPositive();
    assertThatThrownBy(() -> options(1023))
        .hasMessage("a TaskManager would have 1023m of memory, must be at least 1g");
  }
}
