package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.filbert.store.ModelStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that write to a small disk, where a user may mount one. */
class FullDiskTest {
  /** Room for the files that a run writes first, and not for its model or summary. */
  private static final long SMALL = 16 << 10;

  @TempDir Path directory;
  private TinyData data;

  @BeforeEach
  void prepare() throws Exception {
    assumeThat(SmallDisk.available()).as("a user may mount a disk (unshare)").isTrue();
    data = TinyData.in(directory);
  }

  private SmallDisk disk(String name, long bytes) throws IOException {
    return new SmallDisk(Files.createDirectory(directory.resolve(name)), bytes);
  }

  private String refused(SmallDisk disk, String... command) throws Exception {
    Path log = directory.resolve("child.log");
    try (ChildRun child = ChildRun.start(disk.launcher(), List.of(command), log)) {
      String said = child.assertRefused();
      assertThat(said).contains("error: ").doesNotContain("unexpected", "the run failed");
      return said;
    }
  }

  private String trainRefused(SmallDisk disk, String... settings) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of("train", data.path("tiny.yaml"), "--out", data.run().toString(), "--set"));
    command.add("checkpoint.directory=" + directory.resolve("checkpoints"));
    for (String setting : settings) {
      command.addAll(List.of("--set", setting));
    }
    return refused(disk, command.toArray(String[]::new));
  }

  @Test
  void aRunDirectoryWithoutRoomForTheSummaryIsAnErrorAndTheModelIsStored() throws Exception {
    assertThat(trainRefused(disk("run", SMALL)))
        .contains("model tiny@1 is stored, but ")
        .containsPattern("/run/[a-z.]+ cannot be written: No space left on device \\(needs ");
    assertThat(store("store").list()).containsExactly("tiny");
  }

  @Test
  void aModelWithoutRoomInItsStoreStaysInTheRunDirectory() throws Exception {
    data.write("train.csv", TinyData.rows(3000, 1));
    String said = trainRefused(disk("store", SMALL), "solver.blockSize=1000");
    assertThat(said)
        .containsPattern("No space left on device \\([0-9,]+ bytes free\\)")
        .containsPattern("the model needs [0-9,]+ bytes")
        .contains("publishes it: ./filbert models import tiny@1 --from " + data.run());
    assertThat(store("store").list()).isEmpty(); // the disk is gone: this is what lay below
    CommandLineRun.of(
            "models",
            "import",
            "tiny@1",
            "--from",
            data.run().resolve("unstored").toString(),
            "--store",
            data.path("store"))
        .assertDone();
    data.score("predict", "test.csv", "--output", data.path("predictions.csv")).assertDone();
  }

  @Test
  void aStoreThatIsFullAlreadyIsToldBeforeTheTraining() throws Exception {
    SmallDisk disk = disk("store", 4096);
    Path filler = disk.directory().resolve("filler");
    Path log = directory.resolve("child.log");
    List<String> launcher = new ArrayList<>(disk.launcher());
    launcher.addAll(List.of("sh", "-c", "echo full > \"$0\" && exec \"$@\"", filler.toString()));
    List<String> command = List.of("train", data.path("tiny.yaml"), "--out", data.run().toString());
    try (ChildRun child = ChildRun.start(launcher, command, log)) {
      assertThat(child.assertRefused())
          .contains("the model store cannot be written: No space left on device (0 bytes free)");
    }
    assertThat(data.run()).doesNotExist();
  }

  @Test
  void predictionsWithoutRoomAreDeleted() throws Exception {
    data.train().assertDone();
    data.write("many.csv", TinyData.rows(20_000, 3));
    SmallDisk disk = disk("disk", 64 << 10);
    Path output = disk.directory().resolve("predictions.csv");
    assertThat(
            refused(
                disk,
                "predict",
                "--store",
                data.path("store"),
                "--model",
                "tiny",
                "--input",
                data.path("many.csv"),
                "--output",
                output.toString()))
        .containsPattern(
            String.format(
                Locale.ROOT,
                "error: %s cannot be written: No space left on device"
                    + " \\(needs more than [0-9,]+ bytes, 65,536 bytes free\\);"
                    + " [0-9,]+ rows were written, which are deleted",
                output));
  }

  /** The disk has room for the library that memory is taken by, and for no OpenBLAS. */
  @Test
  void theBlasInJavaUnpacksNoOther() throws Exception {
    SmallDisk disk = disk("natives", 1 << 20);
    List<String> launcher = new ArrayList<>(disk.launcher());
    launcher.addAll(
        List.of("env", "JAVA_TOOL_OPTIONS=-Dorg.bytedeco.javacpp.cachedir=" + disk.directory()));
    List<String> command =
        new ArrayList<>(List.of("train", data.path("tiny.yaml"), "--out", data.run().toString()));
    Path log = directory.resolve("child.log");
    try (ChildRun child = ChildRun.start(launcher, command, log)) {
      assertThat(child.assertRefused())
          .contains(disk.directory() + ": native libraries cannot be unpacked there: ");
    }
    command.addAll(List.of("--set", "backend.blas=java"));
    try (ChildRun child = ChildRun.start(launcher, command, log)) {
      child.assertDone();
    }
  }

  private ModelStore store(String name) throws IOException {
    return ModelStore.open(new org.apache.flink.core.fs.Path(data.path(name)));
  }
}
