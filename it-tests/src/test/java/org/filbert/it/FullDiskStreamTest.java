package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.filbert.it.SmallDisk.Room;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A stream on disks without room for all of its output files, and later with room. */
@Tag("faults")
class FullDiskStreamTest {
  /** A run that failed before its first checkpoint is begun again, as it cannot be resumed. */
  private static final String TWO_RUNS =
      """
      disk=$1 kept=$2 run=$3 config=$4
      shift 4
      "$@" "$config" --out "$run"
      echo "exit code $?"
      mount -o remount,size=64m "$disk"
      "$@" --resume "$run" || "$@" "$config" --out "$run" || exit
      cp "$disk"/*.jsonl "$kept"
      """;

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "predictions,NONE", "predictions,HALF", "predictions,ALL_BUT_THE_LAST_PAGE",
    "dead-letters,NONE", "dead-letters,HALF", "dead-letters,ALL_BUT_THE_LAST_PAGE"
  })
  void eachRecordIsWrittenOnce(String kind, Room room) throws Exception {
    assumeThat(SmallDisk.available()).as("a user may mount a disk (unshare)").isTrue();
    TinyStream stream = TinyStream.in(directory);
    stream.write("rows.csv", TinyData.rows(TinyStream.ROWS, 1) + "middle,1,2,3\n".repeat(100));
    stream.write(
        "tiny.yaml",
        Files.readString(stream.config())
            .replace("passes: 2", "passes: 8\n    onBadRecord: quarantine")
            .replace("interval: 1s", "interval: 50ms"));
    stream.train("calm").assertDone();
    List<String> calm = stream.lines("calm", kind);
    SmallDisk disk =
        new SmallDisk(
            Files.createDirectories(stream.run("run").resolve(kind)),
            room.of(calm.stream().mapToLong(line -> line.length() + 1).sum()));
    List<String> launcher = new ArrayList<>(disk.launcher());
    launcher.addAll(
        List.of(
            "sh",
            "-c",
            TWO_RUNS,
            "sh",
            disk.directory().toString(),
            Files.createDirectories(stream.run("kept").resolve(kind)).toString(),
            stream.run("run").toString(),
            stream.config().toString()));
    Path log = directory.resolve("child.log");
    try (ChildRun child = ChildRun.start(launcher, List.of("train-online"), log)) {
      assertThat(child.assertDone())
          .containsPattern(
              "error: "
                  + disk.directory()
                  + " cannot be written: No space left on device \\([0-9,]+ bytes free\\)")
          .contains("exit code 2")
          .doesNotContain("unexpected", "the run failed");
    }
    assertThat(stream.lines("kept", kind)).containsExactlyInAnyOrderElementsOf(calm);
  }
}
