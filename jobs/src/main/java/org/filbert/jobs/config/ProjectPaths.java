package org.filbert.jobs.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds the files that configurations and commands name. What is read and relative is taken from
 * the working directory if it exists there, else from the project's home. What is written belongs
 * where the user stands: the home may be read-only. URIs ({@code hdfs://...}) stay as they are.
 *
 * @param home the project's or the installation's directory
 * @param store the model store of whoever names none; absent: {@code models} in the working
 *     directory
 */
public record ProjectPaths(Path workingDirectory, Path home, Optional<String> store) {
  /** System property with the project's home directory, set by the launcher. */
  public static final String HOME_PROPERTY = "filbert.home";

  /** Environment variable with a model store. */
  public static final String STORE_VARIABLE = "FILBERT_STORE";

  private static final Pattern URI_SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:/.*");

  public ProjectPaths(Path workingDirectory, Path home) {
    this(workingDirectory, home, Optional.empty());
  }

  /** The paths of this process; without the launcher the home is the working directory. */
  public static ProjectPaths ofProcess() {
    Path workingDirectory = Path.of("").toAbsolutePath();
    return new ProjectPaths(
        workingDirectory,
        Path.of(System.getProperty(HOME_PROPERTY, workingDirectory.toString())),
        Optional.ofNullable(System.getenv(STORE_VARIABLE)).filter(store -> !store.isBlank()));
  }

  /** Where something to be read is. */
  public String resolve(String path) {
    return isUri(path) ? path : resolve(Path.of(path)).toString();
  }

  /** Where something to be read is. */
  public Path resolve(Path path) {
    Path here = here(path);
    Path there = home.resolve(path).normalize();
    return Files.exists(here) || !Files.exists(there) ? here : there;
  }

  /** Where something to be written goes. */
  public String output(String path) {
    return isUri(path) ? path : here(Path.of(path)).toString();
  }

  /**
   * The model store, to read and to write.
   *
   * @param named by a configuration or an option
   */
  public String store(Optional<String> named) {
    return output(named.or(() -> store).orElse("models"));
  }

  private Path here(Path path) {
    return workingDirectory.resolve(path).normalize();
  }

  private static boolean isUri(String path) {
    return URI_SCHEME.matcher(path).matches();
  }
}
