package org.filbert.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.model.TrainedModel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelFilesTest {
  @TempDir Path directory;

  @BeforeEach
  void publish() throws IOException {
    ModelStore store = ModelStore.open(new org.apache.flink.core.fs.Path(directory.toUri()));
    store.publish("m", "first", Instant.EPOCH, Models.sketch());
    store.publish("m", "second", Instant.EPOCH, Models.gaussian());
  }

  @Test
  void loadsTheLatestCompleteVersionOrANamedOne() throws IOException {
    Files.createDirectories(directory.resolve("m/000003")); // a writer is at work
    TrainedModel latest = ModelFiles.latest(directory, "m");
    try (Matrix scores = latest.scores(Models.inputs(), Backends.choose("java"));
        Matrix expected = Models.gaussian().scores(Models.inputs(), Backends.choose("java"))) {
      assertThat(scores.toArray()).isEqualTo(expected.toArray());
    }
    assertThat(ModelFiles.version(directory, "m", 1).outputs().columns()).isEqualTo(2);
  }

  @Test
  void saysWhatIsMissingOrDamaged() throws IOException {
    assertThatThrownBy(() -> ModelFiles.latest(directory, "n"))
        .isInstanceOf(ModelStoreException.class)
        .hasMessage(directory + ": found no model n");
    assertThatThrownBy(() -> ModelFiles.version(directory, "m", 3))
        .isInstanceOf(ModelStoreException.class)
        .hasMessageContaining("missing, the version is not complete");
    Files.delete(directory.resolve("m/000002/alpha.matrix"));
    assertThatThrownBy(() -> ModelFiles.latest(directory, "m"))
        .isInstanceOf(ModelStoreException.class)
        .hasMessageContaining("alpha.matrix: missing, expected ");
    assertThatThrownBy(() -> ModelFiles.latest(directory, "../m"))
        .hasMessageContaining("found model name '../m'");
  }

  @Test
  void aJvmWithoutFlinkPredicts() throws Exception {
    String all =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    String withoutFlink =
        Arrays.stream(all.split(File.pathSeparator))
            .filter(entry -> !entry.contains("flink"))
            .collect(Collectors.joining(File.pathSeparator));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                withoutFlink,
                PlainPrediction.class.getName(),
                directory.toString(),
                "m")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    assertThat(out.lines())
        .containsExactly(Models.gaussian().predictClass(15, 1, 0.5, -0.5), "without Flink");
  }
}
