package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.filbert.store.Manifest;
import org.filbert.store.ModelStore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever happens to the process of a training, and whichever system it solves, it goes on to the
 * bits of an undisturbed run. Failures of tasks are in {@link EverySystemOnFlinkTest}.
 */
@Tag("faults")
class FaultMatrixTest {
  @RegisterExtension static final MiniClusterExtension FLINK = MiniFlink.cluster(1, 4);

  private static final List<String> SETTINGS =
      List.of("solver.epochs=600", "checkpoint.interval=50ms", "backend.blas=java");

  @TempDir Path directory;

  private enum Fault {
    KILLED {
      @Override
      void happenTo(Path run, List<String> command, Path log) throws Exception {
        ChildRun.kill(run, command, log);
      }
    },
    INTERRUPTED {
      @Override
      void happenTo(Path run, List<String> command, Path log) throws Exception {
        ChildRun.interrupt(run, command, log);
        assertThat(log).content().contains("go on with: ./filbert train --resume " + run);
      }
    },
    KILLED_WITH_A_BROKEN_CHECKPOINT {
      @Override
      void happenTo(Path run, List<String> command, Path log) throws Exception {
        ChildRun.kill(run, command, log);
        Files.write(newestMetadata(run.resolve("checkpoints")), new byte[] {1, 2, 3});
      }
    };

    abstract void happenTo(Path run, List<String> command, Path log) throws Exception;
  }

  private static Path newestMetadata(Path checkpoints) throws IOException {
    try (Stream<Path> files = Files.walk(checkpoints)) {
      return files
          .filter(file -> file.getFileName().toString().equals("_metadata"))
          .max(Comparator.comparingLong(file -> file.toFile().lastModified()))
          .orElseThrow();
    }
  }

  static Stream<Arguments> matrix() {
    return Stream.of(
            "{type: full-kernel}",
            "{type: nystrom, landmarks: 60}",
            "{type: random-features, features: 60}")
        .flatMap(system -> Arrays.stream(Fault.values()).map(fault -> Arguments.of(system, fault)));
  }

  @ParameterizedTest
  @MethodSource("matrix")
  void theModelHasTheSameBits(String system, Fault fault) throws Exception {
    TinyData data = TinyData.in(directory);
    data.write("train.csv", TinyData.rows(600, 1));
    List<String> settings = new ArrayList<>(SETTINGS);
    settings.add("system=" + system);
    List<String> command =
        new ArrayList<>(List.of("train", data.path("tiny.yaml"), "--out", data.run().toString()));
    settings.forEach(setting -> command.addAll(List.of("--set", setting)));

    fault.happenTo(data.run(), command, directory.resolve("child.log"));
    CommandLineRun.of("train", "--resume", data.run().toString()).assertDone();
    assertThat(data.run().resolve("checkpoints")).doesNotExist();
    Files.move(data.run(), directory.resolve("resumed"));
    data.train(settings.toArray(String[]::new)).assertDone();
    ModelStore store = ModelStore.open(new org.apache.flink.core.fs.Path(data.path("store")));
    assertThat(hashes(store, 1)).isEqualTo(hashes(store, 2)).isNotEmpty();
  }

  /** SHA-256 of all that makes a model, but for where it comes from. */
  private static Map<String, String> hashes(ModelStore store, int version) throws IOException {
    return store.manifest(store.version("tiny", version)).parts().stream()
        .filter(part -> !part.file().equals("provenance.json"))
        .collect(Collectors.toMap(Manifest.Part::file, Manifest.Part::sha256));
  }
}
