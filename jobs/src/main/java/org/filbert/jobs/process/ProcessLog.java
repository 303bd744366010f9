package org.filbert.jobs.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The log file of a process. */
public record ProcessLog(Path file) {
  private static final int TAIL = 15;
  private static final Pattern STACK = Pattern.compile("\\s+(at .*|\\.\\.\\. \\d+ more)");

  /** The last lines, for an error message. Lines of stack traces are left out, as they are long. */
  public String tail() {
    try {
      List<String> lines;
      try (Stream<String> all = Files.lines(file)) {
        lines = all.filter(line -> !STACK.matcher(line).matches()).toList();
      }
      return "the end of "
          + file
          + ":\n"
          + String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL), lines.size()));
    } catch (IOException | UncheckedIOException e) {
      return file + " cannot be read: " + e;
    }
  }
}
