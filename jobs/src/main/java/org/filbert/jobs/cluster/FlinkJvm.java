package org.filbert.jobs.cluster;

import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.filbert.jobs.process.ClusterException;

/**
 * Builds the commands that start Flink's programs in new JVMs.
 *
 * @param configuration directory with config.yaml, logging and JVM options
 * @param libraries directories of jars
 */
record FlinkJvm(Path configuration, List<Path> libraries) {
  private static final String RESULT = "BASH_JAVA_UTILS_EXEC_RESULT:";
  private static final String VECTOR_MODULE = "jdk.incubator.vector";

  /** Java 23 and later warn of sun.misc.Unsafe, which Flink's libraries use. */
  private static final int UNSAFE_WARNINGS = 23;

  /** The JVM flags and program arguments that Flink's memory model computes. */
  record Resources(List<String> jvmFlags, List<String> arguments) {}

  ProcessBuilder command(
      String logging, List<String> jvmFlags, String program, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmFlags);
    command.add("@" + configuration.resolve("jvm.options"));
    if (ModuleFinder.ofSystem().find(VECTOR_MODULE).isPresent()) {
      command.add("--add-modules=" + VECTOR_MODULE);
    }
    if (Runtime.version().feature() >= UNSAFE_WARNINGS) {
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.add("-Dlog4j.configurationFile=" + configuration.resolve(logging).toUri());
    command.add("-cp");
    command.add(
        libraries.stream()
            .map(directory -> directory.resolve("*").toString())
            .collect(Collectors.joining(System.getProperty("path.separator"))));
    command.add(program);
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("FLINK_CONF_DIR", configuration.toString());
    return builder;
  }

  /**
   * Lets Flink compute how to start a process.
   *
   * @param question {@code GET_JM_RESOURCE_PARAMS} or {@code GET_TM_RESOURCE_PARAMS}
   */
  Resources resources(String question) throws IOException, InterruptedException {
    Path errors = Files.createTempFile(configuration, "resources", ".log");
    Process process =
        command(
                "log4j-cli.properties",
                List.of(),
                "org.apache.flink.runtime.util.bash.BashJavaUtils",
                List.of(question, "--configDir", configuration.toString()))
            .redirectError(errors.toFile())
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int exitCode = process.waitFor();
    List<String> results =
        output
            .lines()
            .filter(line -> line.startsWith(RESULT))
            .map(line -> line.substring(RESULT.length()))
            .toList();
    if (exitCode != 0 || results.isEmpty()) {
      String reason =
          Files.readAllLines(errors).stream()
              .filter(line -> !line.startsWith("\t"))
              .collect(Collectors.joining("\n"));
      throw new ClusterException(
          "Flink refuses its configuration " + configuration + ":\n" + reason);
    }
    Files.delete(errors);
    return new Resources(
        words(results.get(0)), results.size() > 1 ? words(results.get(1)) : List.of());
  }

  private static List<String> words(String line) {
    return Arrays.stream(line.split("\\s+", -1)).filter(word -> !word.isEmpty()).toList();
  }
}
