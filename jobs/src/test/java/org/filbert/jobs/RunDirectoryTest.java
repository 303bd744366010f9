package org.filbert.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import org.filbert.jobs.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {
  private static final LocalDateTime TIME = LocalDateTime.of(2026, 3, 4, 5, 6, 7);

  @TempDir Path directory;

  @Test
  void isNamedAfterRunAndTimeAndNeverReused() {
    assertThat(RunDirectory.in(directory, "letter", TIME).path())
        .isEqualTo(directory.resolve("letter-20260304-050607"))
        .isDirectory();
    assertThat(RunDirectory.in(directory, "letter", TIME).path())
        .isEqualTo(directory.resolve("letter-20260304-050607-2"));
  }

  @Test
  void takesANewOrEmptyDirectoryOnly() throws IOException {
    Path path = directory.resolve("a/b");
    RunDirectory run = RunDirectory.at(path);
    assertThat(RunDirectory.at(path)).isEqualTo(run);

    Files.writeString(run.summary(), "{}");

    assertThatThrownBy(() -> RunDirectory.at(path))
        .isInstanceOf(ConfigException.class)
        .hasMessage("--out " + path + ": is not empty, must be a new or an empty directory");
    assertThatThrownBy(() -> RunDirectory.at(run.summary()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("cannot be made");
  }
}
