package org.filbert.jobs.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Finds the files that configurations name: a relative path is taken from the working directory if
 * it exists there, else from the project's home. URIs ({@code hdfs://...}) stay as they are.
 */
public record ProjectPaths(Path workingDirectory, Path home) {
  /** System property with the project's home directory, set by the launcher. */
  public static final String HOME_PROPERTY = "filbert.home";

  private static final Pattern URI_SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:/.*");

  /** The paths of this process; without the launcher the home is the working directory. */
  public static ProjectPaths ofProcess() {
    Path workingDirectory = Path.of("").toAbsolutePath();
    return new ProjectPaths(
        workingDirectory, Path.of(System.getProperty(HOME_PROPERTY, workingDirectory.toString())));
  }

  public String resolve(String path) {
    return URI_SCHEME.matcher(path).matches() ? path : resolve(Path.of(path)).toString();
  }

  public Path resolve(Path path) {
    Path here = workingDirectory.resolve(path).normalize();
    return Files.exists(here) ? here : home.resolve(path).normalize();
  }
}
