package org.filbert.jobs.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessLogTest {
  @TempDir Path directory;

  @Test
  void endsWithWhatAPersonReads() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("process.log"),
            "first\n".repeat(20)
                + "Caused by: java.lang.Exception: absent\n"
                + "\tat a.B.c(B.java:1) ~[?:?]\n".repeat(30)
                + "\t... 2 more\n"
                + "last at 3\n");

    assertThat(new ProcessLog(file).tail())
        .isEqualTo(
            "the end of %s:\n%sCaused by: java.lang.Exception: absent\nlast at 3"
                .formatted(file, "first\n".repeat(13)));
  }

  @Test
  void saysThatItCannotBeRead() {
    assertThat(new ProcessLog(directory.resolve("absent")).tail()).contains("cannot be read");
  }
}
