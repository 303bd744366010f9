package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher of a read-only installation, called from another directory. */
class LauncherIT {
  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
  private static final Map<String, String> SHARED = Map.of("FILBERT_STORE", "shared");

  @TempDir Path directory;

  private Path home;
  private Path elsewhere;
  private Path built;

  @BeforeEach
  void install() throws IOException {
    home = Files.createDirectories(directory.resolve("home"));
    elsewhere = Files.createDirectories(directory.resolve("elsewhere"));
    Files.copy(PROJECT.resolve("filbert"), home.resolve("filbert"));
    Files.createSymbolicLink(home.resolve("conf"), PROJECT.resolve("conf"));
    built = Files.createDirectories(home.resolve("jobs/target"));
    for (String each : List.of("filbert-jobs.jar", "flink-lib", "flink-rpc")) {
      Files.createSymbolicLink(built.resolve(each), PROJECT.resolve("jobs/target").resolve(each));
    }
    Files.writeString(
        Files.createDirectory(home.resolve("data")).resolve("tiny.csv"), TinyData.rows(60, 1));
    Files.writeString(
        elsewhere.resolve("tiny.yaml"),
        """
        name: tiny
        parallelism: 1
        task: classification
        data:
          train:
            path: data/tiny.csv
            format: {type: csv, header: true, label: class}
        kernel: {type: gaussian, sigma: 1}
        objective: {ridge: 0.1}
        solver: {type: block-coordinate-descent, blockSize: 20, epochs: 1}
        """);
    allow("r-xr-xr-x");
  }

  @AfterEach
  void allowDeletion() throws IOException {
    allow("rwxr-xr-x");
    Files.delete(home.resolve("conf"));
  }

  private void allow(String permissions) throws IOException {
    for (String each : List.of("", "data", "jobs", "jobs/target")) {
      Files.setPosixFilePermissions(
          home.resolve(each), PosixFilePermissions.fromString(permissions));
    }
  }

  /**
   * No archive of classes is tried after this, which a user who may write everywhere could make.
   */
  private void archiveThatCannotBeMade() throws IOException {
    allow("rwxr-xr-x");
    for (String property : List.of("java.version", "java.runtime.version")) {
      Files.createFile(built.resolve("classes-" + System.getProperty(property) + ".jsa"));
    }
    allow("r-xr-xr-x");
  }

  @Test
  void runsAndModelsBelongWhereTheUserStands() throws Exception {
    archiveThatCannotBeMade();
    List<Path> before = files(home);

    assertThat(filbert(Map.of(), "train", "tiny.yaml")).contains("model tiny@1");

    assertThat(elsewhere.resolve("models/tiny")).isDirectory();
    assertThat(files(elsewhere.resolve("runs")))
        .anyMatch(file -> file.endsWith("summary.json"))
        .allMatch(file -> file.getName(0).toString().matches("tiny-\\d{8}-\\d{6}|"));
    assertThat(files(home)).isEqualTo(before);

    filbert(SHARED, "train", "tiny.yaml", "--out", "mine");
    assertThat(elsewhere.resolve("mine/summary.json")).exists();
    assertThat(elsewhere.resolve("shared/tiny")).isDirectory();
    assertThat(filbert(SHARED, "models", "list", "--store", "models")).contains("tiny");
  }

  @Test
  @Tag("ci")
  void anOptionGoesBeforeTheEnvironment() throws Exception {
    allow("rwxr-xr-x");
    filbert(SHARED, "train", "tiny.yaml", "--store", "own");
    assertThat(elsewhere.resolve("own/tiny")).isDirectory();
    assertThat(elsewhere.resolve("shared")).doesNotExist();
    filbert(SHARED, "train", "tiny.yaml");
    assertThat(filbert(SHARED, "models", "list")).contains("tiny");
    assertThat(built).isDirectoryContaining("glob:**/classes-*.jsa");
  }

  private String filbert(Map<String, String> environment, String... arguments) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
                Stream.concat(Stream.of(home.resolve("filbert").toString()), Stream.of(arguments))
                    .toList())
            .directory(elsewhere.toFile())
            .redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("FILBERT_"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  private static List<Path> files(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.map(root::relativize).sorted().toList();
    }
  }
}
