package org.filbert.jobs.cluster;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.process.ClusterException;

/** The directory of a release or of a built clone, and the files in it. */
public record Installation(Path home) {
  private static final String RELEASED = "lib";

  /** The installation that the launcher started this process from. */
  public static Installation ofProcess() {
    String home = System.getProperty(ProjectPaths.HOME_PROPERTY);
    if (home == null) {
      throw new ClusterException(
          "the system property "
              + ProjectPaths.HOME_PROPERTY
              + " is not set: start this command by the launcher ./filbert");
    }
    return new Installation(Path.of(home));
  }

  /** The job jar, which Flink's client submits. */
  public Path jobJar() {
    return require(built().resolve("filbert-jobs.jar"));
  }

  /** Directories of jars that a Flink process needs. */
  public List<Path> libraries() {
    return List.of(require(built().resolve("flink-lib")), require(built().resolve("native-lib")));
  }

  /** Directory of the Kafka broker's jars. */
  public Path kafkaLibraries() {
    Path released = home.resolve(RELEASED);
    return require(
        Files.isDirectory(released)
            ? released.resolve("kafka-lib")
            : home.resolve("local-kafka/target/lib"));
  }

  /** Settings of a local Kafka broker. */
  public Path kafkaConfiguration() {
    return require(home.resolve("conf/kafka/server.properties"));
  }

  /** Flink's configuration, logging and JVM options. */
  public Path flinkConfiguration() {
    return require(home.resolve("conf/flink"));
  }

  /** A release has its libraries in lib, a clone in what the build makes. */
  private Path built() {
    Path released = home.resolve(RELEASED);
    return Files.isDirectory(released) ? released : home.resolve("jobs/target");
  }

  private static Path require(Path path) {
    if (!Files.exists(path)) {
      throw new ClusterException(path + " is missing: build with mvn package");
    }
    return path;
  }
}
