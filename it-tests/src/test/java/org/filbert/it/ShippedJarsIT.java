package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Libraries in the jars for Flink have names that no job of a user's has. */
class ShippedJarsIT {
  /** Kafka's classes are named in properties, the others are bound to native code or are ours. */
  private static final List<String> OWN_NAMES =
      List.of(
          "org/filbert/",
          "org/bytedeco/",
          "org/apache/kafka/",
          "org/apache/flink/connector/kafka/",
          "org/apache/flink/streaming/connectors/kafka/",
          "org/apache/flink/streaming/util/serialization/", // of the connector, too
          "com/github/luben/zstd/",
          "org/tukaani/xz/",
          "org/jline/",
          "org/jspecify/annotations/");

  @ParameterizedTest
  @ValueSource(strings = {"../jobs/target/filbert-jobs.jar", "../sql/target/filbert-sql.jar"})
  void relocatesWhatUsersMayHaveInOtherVersions(String jar) throws Exception {
    try (JarFile opened = new JarFile(Path.of(jar).toFile())) {
      TreeSet<String> others = new TreeSet<>();
      opened.stream()
          .map(ZipEntry::getName)
          .filter(name -> name.endsWith(".class"))
          .map(name -> name.replaceFirst("^META-INF/versions/\\d+/", ""))
          .filter(name -> OWN_NAMES.stream().noneMatch(name::startsWith))
          .map(name -> name.substring(0, Math.max(0, name.lastIndexOf('/'))))
          .forEach(others::add);
      assertThat(others).isEmpty();
    }
  }
}
