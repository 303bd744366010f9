package org.filbert.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of the project that is made from the program, and stored for readers and editors. */
public final class GeneratedFile {
  private static final String COMMAND =
      "mvn -q -pl jobs -am test -Dtest='*PageTest' -Dsurefire.failIfNoSpecifiedTests=false"
          + " -Dfilbert.generate=true";

  private GeneratedFile() {}

  /** Compares the stored file with the text; writes it if the build was asked to. */
  public static void check(Path file, String text) throws IOException {
    if (Boolean.getBoolean("filbert.generate")) {
      Files.writeString(file, text);
    }
    assertThat(Files.readString(file)).as(COMMAND).isEqualTo(text);
  }
}
