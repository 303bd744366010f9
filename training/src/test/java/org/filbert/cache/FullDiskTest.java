package org.filbert.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FullDiskTest {
  private static final IOException FULL = new IOException("No space left on device");

  @TempDir Path directory;

  @Test
  void aFullDiskIsFoundAmongTheCauses() {
    assertThat(FullDisk.caused(new UncheckedIOException(FULL))).isTrue();
    assertThat(FullDisk.caused(new IOException("Disk quota exceeded"))).isTrue();
    assertThat(FullDisk.caused(new IOException("Permission denied"))).isFalse();
    assertThat(FullDisk.caused(new IllegalStateException("quota of users"))).isFalse();
  }

  @Test
  void theReasonHasTheFreeBytesOfALocalDisk() {
    URI absent = directory.resolve("absent/file").toUri();
    assertThat(FullDisk.reason(FULL, absent))
        .matches("No space left on device \\([0-9,]+ bytes free\\)");
    assertThat(FullDisk.reason(FULL, absent, "needs 7 bytes"))
        .matches("No space left on device \\(needs 7 bytes, [0-9,]+ bytes free\\)");
    assertThat(FullDisk.reason(FULL, URI.create("s3://bucket/file")))
        .isEqualTo("No space left on device");
    assertThat(FullDisk.reason(new IOException("refused"), absent)).isEqualTo("refused");
    assertThat(FullDisk.reason(new IOException(), absent)).isEqualTo("java.io.IOException");
  }
}
