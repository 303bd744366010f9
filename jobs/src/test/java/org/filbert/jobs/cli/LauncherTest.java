package org.filbert.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.filbert.jobs.process.Overrides;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Runs the launcher script with a Java that records its arguments. */
@Isolated("system properties")
class LauncherTest {
  private static final String JAVA =
      """
      #!/bin/sh
      case $1 in
        --list-modules) printf '%s@17.0.1\\n' $MODULES ;;
        *)
          printf '%s\\n' "$@" >"$NOTES/arguments"
          echo "Picked up JAVA_TOOL_OPTIONS: -Da=b" >&2
          echo "WARNING: Using incubator modules: jdk.incubator.vector" >&2
          echo "WARNING: Using incubator modules: jdk.incubator.vector" >&2
          printf 'no end' >&2
          for argument; do
            case $argument in
              -Dfilbert.overrides=*)
                file=${argument#*=}
                ls -l "$file" | cut -c 1-10 >"$NOTES/mode"
                mv "$file" "$NOTES/overrides"
                ;;
            esac
          done
          ;;
      esac
      """;

  /** Makes what a build makes, while an editor writes what CHANGED names. */
  private static final String MAVEN =
      """
      #!/bin/sh
      case "$*" in *" clean "*) rm -rf */target ;; esac
      mkdir -p jobs/target local-kafka/target/lib distribution/target
      sleep 0.01
      touch jobs/target/filbert-jobs.jar distribution/target/filbert-1.tar.gz $CHANGED
      echo build >>"$NOTES/builds"
      """;

  private static final List<String> NEEDED =
      List.of(
          "java.base",
          "java.desktop",
          "java.management.rmi",
          "java.naming",
          "java.net.http",
          "java.security.jgss",
          "java.sql",
          "jdk.incubator.vector",
          "jdk.management",
          "jdk.unsupported");

  @TempDir Path directory;

  @BeforeEach
  void install() throws IOException {
    Path script = directory.resolve("filbert");
    Files.copy(Path.of("../filbert"), script);
    script.toFile().setExecutable(true);
    Path java = Files.createDirectories(directory.resolve("jdk/bin")).resolve("java");
    Files.writeString(java, JAVA);
    java.toFile().setExecutable(true);
    Files.createDirectories(directory.resolve("jobs/target"));
  }

  private String said = "";

  private List<String> start(String... arguments) throws IOException, InterruptedException {
    return start(Map.of(), arguments);
  }

  private List<String> start(Map<String, String> variables, String... arguments)
      throws IOException, InterruptedException {
    assertThat(exitCode(variables, arguments)).as(said).isZero();
    return Files.readAllLines(directory.resolve("arguments"));
  }

  private int exitCode(Map<String, String> variables, String... arguments)
      throws IOException, InterruptedException {
    // The filter of its errors may end after the launcher, and what it writes then is read too.
    List<String> command =
        new ArrayList<>(
            List.of(
                "/bin/sh",
                "-c",
                "{ code=0; \"$@\" || code=$?; echo $code >\"$NOTES/code\"; } 2>&1 | cat",
                "sh",
                directory.resolve("filbert").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("FILBERT_"));
    builder.environment().put("JAVA_HOME", directory.resolve("jdk").toString());
    builder.environment().put("NOTES", directory.toString());
    builder.environment().put("TMPDIR", directory.toString());
    builder.environment().put("MODULES", String.join(" ", NEEDED));
    builder.environment().putAll(variables);
    Process process = builder.start();
    said = new String(process.getInputStream().readAllBytes());
    process.waitFor();
    return Integer.parseInt(Files.readString(directory.resolve("code")).strip());
  }

  @Test
  void aRuntimeWithoutAModuleThatFlinkNeedsIsRefused() throws IOException, InterruptedException {
    assertThat(exitCode(Map.of("MODULES", "java.base java.sql jdk.management"), "models", "list"))
        .isEqualTo(2);
    assertThat(said)
        .startsWith("error: " + directory.resolve("jdk/bin/java"))
        .contains(
            " lacks the modules java.desktop java.management.rmi java.naming java.net.http"
                + " java.security.jgss jdk.unsupported: set JAVA_HOME to a complete Java runtime",
            "jlink --add-modules java.se,");
    assertThat(directory.resolve("arguments")).doesNotExist();
  }

  /** How many builds there are after commands of a clone. */
  private int builds(String changed, String... arguments) throws IOException, InterruptedException {
    Map<String, String> variables =
        Map.of(
            "MODULES", String.join(" ", NEEDED) + " jdk.compiler",
            "PATH", directory.resolve("bin") + ":" + System.getenv("PATH"),
            "CHANGED", changed);
    assertThat(exitCode(variables, arguments)).as(said).isZero();
    return Files.readAllLines(directory.resolve("builds")).size();
  }

  @Test
  void onlyWhatHasChangedIsBuiltAlsoAfterARelease() throws IOException, InterruptedException {
    Path maven = Files.createDirectories(directory.resolve("bin")).resolve("mvn");
    Files.writeString(maven, MAVEN);
    maven.toFile().setExecutable(true);
    Path pom = Files.createFile(directory.resolve("pom.xml"));
    Path sources = Files.createDirectories(directory.resolve("jobs/src/main"));
    String source = Files.createFile(sources.resolve("A.java")).toString();
    assertThat(builds("", "models", "list")).isEqualTo(1);
    assertThat(builds("", "models", "list")).isEqualTo(1);
    Files.setLastModifiedTime(pom, FileTime.from(Instant.now()));
    assertThat(builds(source, "models", "list")).isEqualTo(2);
    assertThat(builds("", "models", "list")).as("changed during a build").isEqualTo(3);
    assertThat(builds("", "package")).isEqualTo(4);
    assertThat(said).contains("distribution/target/filbert-1.tar.gz");
    assertThat(builds("", "models", "list")).isEqualTo(4);
    assertThat(builds(source, "package")).isEqualTo(5);
    assertThat(builds("", "models", "list")).as("changed during a release").isEqualTo(6);
    assertThat(builds("", "models", "list")).isEqualTo(6);
    try (var files = Files.list(directory)) {
      assertThat(files.filter(file -> file.getFileName().toString().startsWith("filbert-")))
          .isEmpty();
    }
  }

  /** A process whose command line has the build's directory, as those of a cluster have. */
  @Test
  void noReleaseIsBuiltUnderARunningCluster() throws IOException, InterruptedException {
    Path home = directory.toRealPath();
    Files.createFile(directory.resolve("pom.xml"));
    Process cluster =
        new ProcessBuilder("sh", "-c", "read -r line", "java", home + "/jobs/target/flink-lib/*")
            .start();
    try {
      assertThat(exitCode(Map.of(), "package")).isEqualTo(2);
      assertThat(said)
          .contains("error: processes run from " + home + "/jobs/target (process " + cluster.pid());
    } finally {
      cluster.destroyForcibly().waitFor();
    }
  }

  @Test
  void overridesOfAProgramThatWasKilledAsItStartedAreDeleted()
      throws IOException, InterruptedException {
    Path left = Files.createFile(directory.resolve("filbert-overrides.aB3dE5"));
    Files.setLastModifiedTime(left, FileTime.from(Instant.now().minusSeconds(900)));
    Path other = Files.createFile(directory.resolve("filbert-overrides.of-now"));
    start("train", "--set", "a=b", "conf.yaml");
    assertThat(left).doesNotExist();
    assertThat(other).exists();
  }

  @Test
  void overridesAreNotAmongTheArguments() throws IOException, InterruptedException {
    List<String> arguments =
        start("train", "--set", "a={b: 'pq7 c'}", "conf.yaml", "--set=d=pq8\ne", "--out", "f g");
    assertThat(arguments)
        .endsWith("org.filbert.jobs.cli.Filbert", "train", "conf.yaml", "--out", "f g")
        .noneMatch(argument -> argument.contains("pq7") || argument.contains("pq8"));
    assertThat(directory.resolve("overrides")).hasContent("a={b: 'pq7 c'}\0d=pq8\ne\0");
    assertThat(directory.resolve("mode")).hasContent("-rw-------");
  }

  @Test
  void collectsInParallelUnlessAnotherCollectorIsNamed() throws IOException, InterruptedException {
    String parallel = "-XX:+UseParallelGC";
    assertThat(start("models", "list")).contains(parallel, "-XX:MaxRAMPercentage=30");
    assertThat(start(Map.of("FILBERT_HEAP", "4g"), "models", "list"))
        .contains(parallel, "-Xmx4g")
        .doesNotContain("-XX:MaxRAMPercentage=30");
    assertThat(start(Map.of("FILBERT_JAVA_OPTS", "-Da=b -XX:+UseG1GC"), "models", "list"))
        .contains("-Da=b", "-XX:+UseG1GC")
        .doesNotContain(parallel);
    assertThat(start(Map.of("FILBERT_JAVA_OPTS", "-XX:+UseGCOverheadLimit"), "models", "list"))
        .contains("-XX:+UseGCOverheadLimit", parallel);
  }

  @Test
  void onlyCommandsThatComputeTakeTheVectorModuleAndTheirWarningIsLeftOut()
      throws IOException, InterruptedException {
    String module = "--add-modules=jdk.incubator.vector";
    String warning = "WARNING: Using incubator modules: jdk.incubator.vector\n";
    String option = "Picked up JAVA_TOOL_OPTIONS: -Da=b\n";
    Files.setLastModifiedTime(
        Files.createFile(directory.resolve("jobs/target/filbert-jobs.jar")),
        FileTime.from(Instant.EPOCH));
    start("models", "list"); // tries once to prepare the archive of classes
    assertThat(start("models", "list")).doesNotContain(module);
    assertThat(said).isEqualTo(option + warning + warning + "no end");
    assertThat(start("predict", "--model", "x")).contains(module);
    assertThat(said).isEqualTo(option + warning + "no end");
    try (var files = Files.list(directory)) {
      assertThat(files.filter(file -> file.getFileName().toString().startsWith("filbert-")))
          .isEmpty();
    }
  }

  @Test
  void withoutOverridesThereIsNoFile() throws IOException, InterruptedException {
    assertThat(start("models", "list", "--set"))
        .endsWith("models", "list", "--set")
        .noneMatch(argument -> argument.startsWith("-Dfilbert.overrides"));
    try (var files = Files.list(directory)) {
      assertThat(files.filter(file -> file.getFileName().toString().contains("overrides")))
          .isEmpty();
    }
  }

  @Test
  void theFileIsReadOnceAndDeleted() throws IOException {
    List<String> given =
        List.of("train", "--set", "a={b: 'pq7 c'}", "x.yaml", "--set=d=pq8\ne", "--set");
    Overrides overrides = Overrides.of(given);
    assertThat(overrides.arguments()).containsExactly("train", "x.yaml", "--set");
    Path file = overrides.write();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    String[] flag = Overrides.flag(file).substring("-D".length()).split("=", 2);
    System.setProperty(flag[0], flag[1]);
    assertThat(Overrides.complete(new String[] {"train"}))
        .containsExactly("train", "--set", "a={b: 'pq7 c'}", "--set", "d=pq8\ne");
    assertThat(file).doesNotExist();
    assertThat(Overrides.complete(new String[] {"train"})).containsExactly("train");
  }
}
