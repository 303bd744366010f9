package org.filbert.jobs.run;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A command of this program that a user may copy into a shell.
 *
 * @param words of it, as the program gets them
 */
public record ShellCommand(List<String> words) {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  @Override
  public String toString() {
    return words.stream()
        .map(word -> PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" ", "./filbert ", ""));
  }
}
