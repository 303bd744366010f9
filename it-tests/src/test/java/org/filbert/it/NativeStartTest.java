package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.filbert.linalg.Backends;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Actions that a process performs only once, in a process of their own. */
class NativeStartTest {
  private static final List<String> POINTERS =
      List.of("Pointer", "BytePointer", "FloatPointer", "DoublePointer");

  @TempDir Path directory;

  /** A thread with its first matrix, beside one that loads the library, once waited for ever. */
  @Test
  void whatMatricesNeedIsInitialisedBeforeALibraryIsLoaded() throws Exception {
    List<String> arguments = new ArrayList<>(List.of("-Xlog:class+init=info"));
    arguments.addAll(ChildRun.program(NativeStartTest.class));
    try (ChildRun child = ChildRun.java(List.of(), arguments, directory.resolve("child.log"))) {
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
