package org.filbert.jobs.config.yaml;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.filbert.connectors.file.Location;
import org.filbert.jobs.datasets.DataDirectories;
import org.jspecify.annotations.Nullable;

/**
 * Finds the files that configurations and commands name. What is read and relative is taken from
 * the working directory if it exists there, else from the project's home. What is written belongs
 * where the user stands: the home may be read-only. URIs ({@code hdfs://...}) stay as they are.
 *
 * @param home the project's or the installation's directory
 * @param store the model store of whoever names none; absent: {@code models} in the working
 *     directory
 * @param data what {@code data/...} stands for before {@code data} in the working directory and in
 *     the home
 */
public record ProjectPaths(
    Path workingDirectory, Path home, Optional<String> store, Optional<Path> data) {
  /** System property with the project's home directory, set by the launcher. */
  public static final String HOME_PROPERTY = "filbert.home";

  /** Environment variable with a model store. */
  public static final String STORE_VARIABLE = "FILBERT_STORE";

  /** Environment variable with a directory of data sets. */
  public static final String DATA_VARIABLE = "FILBERT_DATA";

  private static final Path DATA = Path.of("data");

  /** Directory of Flink's settings in an installation. */
  private static final Path SHIPPED = Path.of("conf", "flink");

  public ProjectPaths(Path workingDirectory, Path home) {
    this(workingDirectory, home, Optional.empty(), Optional.empty());
  }

  /**
   * The paths of this process. The home is what the launcher says, else the directory around this
   * program's jar that has the shipped settings, else the working directory.
   */
  public static ProjectPaths ofProcess() {
    Path workingDirectory = Path.of("").toAbsolutePath();
    return new ProjectPaths(
        workingDirectory,
        Optional.ofNullable(System.getProperty(HOME_PROPERTY))
            .map(Path::of)
            .or(() -> around(ProjectPaths.class.getProtectionDomain().getCodeSource()))
            .orElse(workingDirectory),
        environment(STORE_VARIABLE),
        environment(DATA_VARIABLE).map(Path::of).map(Path::toAbsolutePath));
  }

  private static Optional<Path> around(@Nullable CodeSource jar) {
    if (jar == null || !"file".equals(jar.getLocation().getProtocol())) {
      return Optional.empty();
    }
    return Stream.iterate(Path.of(URI.create(jar.getLocation().toString())), Path::getParent)
        .takeWhile(Objects::nonNull)
        .filter(each -> Files.isDirectory(each.resolve(SHIPPED)))
        .findFirst();
  }

  private static Optional<String> environment(String variable) {
    return Optional.ofNullable(System.getenv(variable)).filter(value -> !value.isBlank());
  }

  /** Where something to be read is. */
  public String resolve(String path) {
    return Location.isUri(path) ? path : resolve(Path.of(path)).toString();
  }

  /**
   * Where rows to be read are.
   *
   * @throws ConfigException if it is a public data set that has not been downloaded
   */
  public String resolveData(String path) {
    String resolved = resolve(path);
    Path asked = Path.of(path);
    if (!Location.isUri(path) && isData(asked) && !Files.exists(Path.of(resolved))) {
      dataDirectories()
          .advice(DATA.relativize(asked).toString())
          .ifPresent(
              advice -> {
                throw new ConfigException(path + ": no such file; " + advice);
              });
    }
    return resolved;
  }

  /** Where the files of {@code data/...} may be. */
  public DataDirectories dataDirectories() {
    return new DataDirectories(
        Stream.concat(data.stream(), Stream.of(here(DATA), home.resolve(DATA)))
            .distinct()
            .toList());
  }

  private static boolean isData(Path path) {
    return !path.isAbsolute() && path.startsWith(DATA) && path.getNameCount() > 1;
  }

  /** Where something to be read is. */
  public Path resolve(Path path) {
    if (isData(path)) {
      DataDirectories directories = dataDirectories();
      String file = DATA.relativize(path).toString();
      return directories.find(file).orElse(directories.target(file)).normalize();
    }
    Path here = here(path);
    Path there = home.resolve(path).normalize();
    return Files.exists(here) || !Files.exists(there) ? here : there;
  }

  /** Where something to be written goes. */
  public String output(String path) {
    return Location.isUri(path) ? path : here(Path.of(path)).toString();
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
}
