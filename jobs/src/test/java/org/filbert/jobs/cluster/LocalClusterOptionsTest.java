package org.filbert.jobs.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.filbert.jobs.config.ByteSize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalClusterOptionsTest {
  private static LocalClusterOptions options(int slots, long mebibytes) {
    return new LocalClusterOptions(
        Path.of("cluster"),
        1,
        slots,
        0,
        ByteSize.ofMebibytes(1024),
        ByteSize.ofMebibytes(mebibytes),
        Map.of(),
        Duration.ofSeconds(1));
  }

  @ParameterizedTest
  @CsvSource({"1, 256", "3, 256", "4, 288", "16, 672"})
  void thereIsRoomForTheClassesOfAJobForEachSlot(int slots, long mebibytes) {
    assertThat(options(slots, 4096).metaspace()).isEqualTo(ByteSize.ofMebibytes(mebibytes));
  }

  @Test
  void whatClassesTakeMatricesDoNotHave() {
    long fewer = options(3, 4096).nativeMemory().mebibytes();
    assertThat(options(16, 4096 + 416).nativeMemory().mebibytes()).isEqualTo(fewer);
  }

  @Test
  void aTaskManagerOfManySlotsNeedsMore() {
    assertThat(options(16, 1440).slots()).isEqualTo(16);
    assertThatThrownBy(() -> options(16, 1439))
        .hasMessage("a TaskManager would have 1439m of memory, must be at least 1440m");
    assertThatThrownBy(() -> options(1, 1023))
        .hasMessage("a TaskManager would have 1023m of memory, must be at least 1g");
  }
}
