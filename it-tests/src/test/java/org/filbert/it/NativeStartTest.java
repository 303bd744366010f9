package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.filbert.linalg.Backends;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a process does but once, in one of its own. */
class NativeStartTest {
  private static final List<String> POINTERS =
      List.of("Pointer", "BytePointer", "FloatPointer", "DoublePointer");

  @TempDir Path directory;

  /** A thread with its first matrix, beside one that loads the library, waited for ever. */
  @Test
  void whatMatricesNeedIsInitialisedBeforeALibraryIsLoaded() throws Exception {
    Path log = directory.resolve("child.log");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+init=info",
                "-cp",
                System.getProperty("java.class.path"),
                NativeStartTest.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try (ChildRun child = new ChildRun(process, log)) {
      String said = child.assertDone();
      int library = said.indexOf(initialising("org/bytedeco/openblas/global/openblas"));
      assertThat(library).isPositive();
      for (String name : POINTERS) {
        assertThat(said.indexOf(initialising("org/bytedeco/javacpp/" + name + "'")))
            .as(name)
            .isBetween(1, library);
      }
    }
  }

  private static String initialising(String name) {
    return "Initializing '" + name;
  }

  public static void main(String[] args) {
    Backends.choose("openblas", "plain");
  }
}
