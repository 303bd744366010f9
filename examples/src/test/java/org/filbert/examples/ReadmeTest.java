package org.filbert.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines of the README compile, and do what it says. */
class ReadmeTest {
  @TempDir Path directory;

  @Test
  void sixLinesTrainAndPredict() throws Exception {
    String readme = Files.readString(Path.of("README.md"));
    int from = readme.indexOf("```java\n") + "```java\n".length();
    String lines = readme.substring(from, readme.indexOf("```", from));
    assertThat(lines.lines()).hasSize(6);
    Path source = directory.resolve("Readme.java");
    Files.writeString(
        source,
        """
        import org.filbert.kernel.Gaussian;
        import org.filbert.model.TrainedModel;
        import org.filbert.train.TrainingSpec;
        public class Readme {
          public static void main(String[] args) {
            %s
          }
        }
        """
            .formatted(lines));
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                directory.toString(),
                source.toString());
    assertThat(failed).isZero();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
      Class<?> program = loader.loadClass("Readme");
      String printed =
          ExamplesTest.output(
              args -> program.getMethod("main", String[].class).invoke(null, (Object) args));
      assertThat(printed).isEqualTo("same\ndifferent\ndifferent\nsame\n");
    }
  }
}
