package org.filbert.jobs.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.filbert.jobs.GeneratedFile;
import org.junit.jupiter.api.Test;

/** The documentation's page of commands is what the program says of itself. */
class CommandLinePageTest {
  @Test
  void isCurrent() throws IOException {
    GeneratedFile.check(
        Path.of("../docs/reference/command-line.md"),
        CommandLinePage.of(Filbert.commandLine(new Filbert())));
  }
}
