package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.filbert.it.SmallDisk.Room;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Writers on disks of one page, of half of what they write, and of all but the last page. */
@Tag("faults")
class FullDiskMatrixTest {
  private static final String EPOCHS = "solver.epochs=15";

  @TempDir Path directory;
  private TinyData data;

  @BeforeEach
  void prepare() throws Exception {
    assumeThat(SmallDisk.available()).as("a user may mount a disk (unshare)").isTrue();
    data = TinyData.in(directory);
  }

  private SmallDisk disk(long bytes) throws IOException {
    return new SmallDisk(Files.createDirectory(directory.resolve("disk")), bytes);
  }

  private Path calm() throws IOException {
    return Files.createDirectory(directory.resolve("calm"));
  }

  private ChildRun start(SmallDisk disk, List<String> command, String... launcher)
      throws IOException {
    List<String> words = new ArrayList<>(disk.launcher());
    words.addAll(List.of(launcher));
    return ChildRun.start(words, command, directory.resolve("child.log"));
  }

  private String refused(SmallDisk disk, List<String> command, String... launcher)
      throws Exception {
    try (ChildRun child = start(disk, command, launcher)) {
      String said = child.assertRefused();
      assertThat(said)
          .containsPattern("error: .*No space left on device.*[0-9,]+ bytes free")
          .doesNotContain("unexpected", "the run failed");
      return said;
    }
  }

  private static long bytes(Path place) throws IOException {
    try (Stream<Path> files = Files.walk(place)) {
      return files
          .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }

  @ParameterizedTest
  @EnumSource
  void predictions(Room room) throws Exception {
    data.train().assertDone();
    data.write("many.csv", TinyData.rows(20_000, 3));
    Path file = directory.resolve("predictions.csv");
    data.score("predict", "many.csv", "--output", file.toString()).assertDone();
    SmallDisk disk = disk(room.of(bytes(file)));
    assertThat(refused(disk, predict("many.csv", disk.directory().resolve("out.csv"))))
        .contains("error: " + disk.directory().resolve("out.csv") + " cannot be written: ");
  }

  @ParameterizedTest
  @EnumSource
  void quarantinedRecords(Room room) throws Exception {
    data.train().assertDone();
    data.write("bad.csv", TinyData.rows(30, 3) + "middle,1\n".repeat(20_000));
    Path file = directory.resolve("predictions.csv");
    String[] quarantine = {"--on-bad-record", "quarantine"};
    data.score("predict", "bad.csv", "--output", file.toString(), "--on-bad-record", "quarantine")
        .assertDone();
    Path bad = directory.resolve("predictions.csv.quarantine.jsonl");
    SmallDisk disk = disk(room.of(bytes(bad)));
    List<String> command = new ArrayList<>(predict("bad.csv", disk.directory().resolve("out.csv")));
    command.addAll(List.of(quarantine));
    assertThat(refused(disk, command))
        .contains("out.csv.quarantine.jsonl cannot be written: No space left on device");
  }

  private List<String> predict(String input, Path output) {
    return List.of(
        "predict",
        "--store",
        data.path("store"),
        "--model",
        "tiny",
        "--input",
        data.path(input),
        "--output",
        output.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "store,NONE", "store,HALF", "store,ALL_BUT_THE_LAST_PAGE",
    "numpy,NONE", "numpy,HALF", "numpy,ALL_BUT_THE_LAST_PAGE",
    "onnx,NONE", "onnx,HALF", "onnx,ALL_BUT_THE_LAST_PAGE"
  })
  void exports(String format, Room room) throws Exception {
    data.write("train.csv", TinyData.rows(3000, 1));
    data.train("solver.blockSize=1000").assertDone();
    Path whole = calm().resolve("tiny");
    CommandLineRun.of(export(format, whole).toArray(String[]::new)).assertDone();
    SmallDisk disk = disk(room.of(bytes(whole)));
    refused(disk, export(format, disk.directory().resolve("tiny")));
  }

  private List<String> export(String format, Path output) {
    return List.of(
        "models",
        "export",
        "tiny",
        "--store",
        data.path("store"),
        "--format",
        format,
        "--output",
        output.toString());
  }

  @ParameterizedTest
  @EnumSource
  void nativeLibraries(Room room) throws Exception {
    Path whole = calm();
    List<String> train = List.of("train", data.path("tiny.yaml"), "--out", data.run().toString());
    Path log = directory.resolve("calm.log");
    try (ChildRun child = ChildRun.start(List.of("env", unpackedInto(whole)), train, log)) {
      child.assertDone();
    }
    Files.move(data.run(), directory.resolve("first"));
    SmallDisk disk = disk(room.of(bytes(whole)));
    String place = unpackedInto(disk.directory());
    assertThat(refused(disk, train, "env", place))
        .contains("error: " + disk.directory() + ": native libraries cannot be unpacked there: ");
    assertThat(data.run()).doesNotExist();
    assertThat(
            refused(disk, predict("test.csv", directory.resolve("predictions.csv")), "env", place))
        .contains(disk.directory() + ": native libraries cannot be unpacked there: ");
  }

  private static String unpackedInto(Path place) {
    return "JAVA_TOOL_OPTIONS=-Dorg.bytedeco.javacpp.cachedir=" + place;
  }

  /** The disk has room for checkpoints of a part of the whole size; the training goes on. */
  @ParameterizedTest
  @EnumSource
  void checkpoints(Room room) throws Exception {
    assertSameModel(room, 12 << 10, " failed; the run goes on", "checkpoint.directory=");
  }

  /** 600 rows of 600 values in single precision, on two workers. */
  @ParameterizedTest
  @EnumSource
  void blocksOnDisk(Room room) throws Exception {
    assertSameModel(
        room, 4 * 600 * 600, " takes no more after ", "cache.disk=1g", "cache.directory=");
  }

  /**
   * A run on a disk that fills up has the model of a run without one.
   *
   * @param full what it says when its disk is full
   * @param settings the last one names the directory that is the disk
   */
  private void assertSameModel(Room room, long whole, String full, String... settings)
      throws Exception {
    TinyData small = SmallRun.in(Files.createDirectory(directory.resolve("disturbed")));
    SmallDisk disk = disk(room.of(whole));
    List<String> given = new ArrayList<>(List.of(settings));
    given.add(0, EPOCHS);
    given.set(given.size() - 1, given.get(given.size() - 1) + disk.directory());
    try (ChildRun child = start(disk, SmallRun.DESCENT.command(small, given))) {
      assertThat(child.assertDone()).contains(full);
    }
    TinyData calm = SmallRun.in(calm());
    CommandLineRun.of(SmallRun.DESCENT.command(calm, List.of(EPOCHS)).toArray(String[]::new))
        .assertDone();
    assertThat(SmallRun.model(small)).isEqualTo(SmallRun.model(calm)).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void filesOfARun(Room room) throws Exception {
    data.train().assertDone();
    long whole = bytes(data.run());
    Files.move(data.run(), directory.resolve("first"));
    SmallDisk disk = new SmallDisk(Files.createDirectory(data.run()), room.of(whole));
    refused(
        disk,
        List.of(
            "train",
            data.path("tiny.yaml"),
            "--out",
            data.run().toString(),
            "--set",
            "checkpoint.directory=" + directory.resolve("checkpoints")));
  }
}
