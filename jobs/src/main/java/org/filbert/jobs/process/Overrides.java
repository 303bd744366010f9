package org.filbert.jobs.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of {@code --set}, on their way to another process. They may contain passwords, and
 * every user of a machine can read the arguments of its processes. The values are therefore passed
 * in a file that only its owner can read. Each value ends with a zero byte. The reader deletes the
 * file.
 *
 * @param arguments all other arguments
 * @param values {@code path=value} each
 */
public record Overrides(List<String> arguments, List<String> values) {
  private static final String OPTION = "--set";

  /** System property with the path of the file. The launcher sets it too. */
  private static final String PROPERTY = "filbert.overrides";

  public Overrides {
    arguments = List.copyOf(arguments);
    values = List.copyOf(values);
  }

  /** Separates the overrides from a command's other arguments. */
  public static Overrides of(List<String> arguments) {
    List<String> others = new ArrayList<>();
    List<String> values = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (argument.equals(OPTION) && i + 1 < arguments.size()) {
        values.add(arguments.get(++i));
      } else if (argument.startsWith(OPTION + "=")) {
        values.add(argument.substring(OPTION.length() + 1));
      } else {
        others.add(argument);
      }
    }
    return new Overrides(others, values);
  }

  /** Writes the overrides to a new file. Returns null if there are none. */
  public @Nullable Path write() throws IOException {
    if (values.isEmpty()) {
      return null;
    }
    Path file = Files.createTempFile("filbert-overrides", null); // readable by its owner only
    StringBuilder text = new StringBuilder();
    values.forEach(value -> text.append(value).append('\0'));
    return Files.writeString(file, text);
  }

  /** The JVM flag with the path of the file. */
  public static String flag(Path file) {
    return "-D" + PROPERTY + "=" + file;
  }

  /** The arguments of this process, followed by those in the file, which is deleted. */
  public static String[] complete(String[] arguments) throws IOException {
    String file = System.getProperty(PROPERTY);
    if (file == null) {
      return arguments;
    }
    System.clearProperty(PROPERTY);
    String text = Files.readString(Path.of(file), StandardCharsets.UTF_8);
    Files.delete(Path.of(file));
    List<String> all = new ArrayList<>(Arrays.asList(arguments));
    for (String value : text.substring(0, text.length() - 1).split("\0", -1)) {
      all.add(OPTION);
      all.add(value);
    }
    return all.toArray(String[]::new);
  }
}
