package org.filbert.jobs.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The file with what a process has printed. */
public record ProcessLog(Path file) {
  private static final int TAIL = 15;

  /** Its last lines, for a message that says why the process is not up. */
  public String tail() {
    try {
      List<String> lines = Files.readAllLines(file);
      return "the end of "
          + file
          + ":\n"
          + String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL), lines.size()));
    } catch (IOException e) {
      return file + " cannot be read: " + e;
    }
  }
}
