package org.filbert.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryDirectoryTest {
  @TempDir Path parent;

  @Test
  void thoseThatNoProcessHoldsAreDeleted() throws Exception {
    Path left = Files.createDirectories(parent.resolve("filbert-flink-1"));
    Files.writeString(left.resolve("lock"), "");
    Files.writeString(Files.createDirectory(left.resolve("minicluster_1")).resolve("blob"), "b");
    Path other = Files.createDirectories(parent.resolve("other"));
    TemporaryDirectory held = TemporaryDirectory.create(parent);

    TemporaryDirectory.deleteLeft(parent, Instant.MIN);
    assertThat(left).isDirectory();
    TemporaryDirectory.deleteLeft(parent, Instant.MAX);
    assertThat(left).doesNotExist();
    assertThat(other).isDirectory();
    assertThat(held.path()).isDirectory();

    held.delete();
    assertThat(parent.toFile().list()).containsExactly("other");
  }
}
