package org.filbert.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.stream.Stream;
import org.filbert.jobs.config.ConfigException;

/** The directory with the files of one run. */
public record RunDirectory(Path path) {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  /** Makes the directory given by {@code --out}: a new or empty one. */
  public static RunDirectory at(Path path) {
    try {
      if (Files.isDirectory(path)) {
        try (Stream<Path> files = Files.list(path)) {
          if (files.findAny().isPresent()) {
            throw new ConfigException(
                "--out " + path + ": is not empty, must be a new or an empty directory");
          }
        }
      }
      return new RunDirectory(Files.createDirectories(path));
    } catch (IOException e) {
      throw new ConfigException("--out " + path + ": cannot be made: " + e);
    }
  }

  /** Makes {@code <parent>/<name>-<time>}, with a number at the end if that exists. */
  public static RunDirectory in(Path parent, String name, LocalDateTime time) {
    Path path = parent.resolve(name + "-" + TIME.format(time));
    for (int i = 2; Files.exists(path); i++) {
      path = parent.resolve(name + "-" + TIME.format(time) + "-" + i);
    }
    return at(path);
  }

  /** The configuration as resolved. */
  public Path config() {
    return path.resolve("config.yaml");
  }

  /** One JSON object a line for each epoch. */
  public Path curve() {
    return path.resolve("curve.jsonl");
  }

  /** The results, one JSON object. */
  public Path summary() {
    return path.resolve("summary.json");
  }
}
