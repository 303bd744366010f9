package org.filbert.connectors.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.filbert.cache.FullDisk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StagedFileTest {
  private static final int LENGTH = 200_000;

  @TempDir Path directory;

  private org.apache.flink.core.fs.Path target(String file) {
    return Location.of(directory.resolve(file).toString());
  }

  @Test
  void isThereOnceItIsComplete() throws IOException {
    Path target = Files.writeString(directory.resolve("out.csv"), "old");
    try (StagedFile file = StagedFile.create(target("out.csv"))) {
      file.write("näu");
      assertThat(target).hasContent("old");
      file.publish();
    }
    assertThat(target).hasContent("näu");
    assertThat(directory).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void leavesNothingIfItIsNotPublished() throws IOException {
    try (StagedFile file = StagedFile.create(target("out.csv"))) {
      file.write("half");
    }
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void refusesPlacesThatCannotBe() {
    assertThatThrownBy(() -> StagedFile.create(target("")))
        .isInstanceOf(UnwritableException.class)
        .hasMessageEndingWith(" cannot be written: found a directory, allowed a file");
    assertThatThrownBy(() -> StagedFile.create(target("absent/out.csv")))
        .hasMessageEndingWith("/absent/out.csv cannot be written: its directory does not exist");
  }

  /** A disk that is full at once, half-way, and at the last byte. */
  @ParameterizedTest
  @ValueSource(ints = {0, LENGTH / 2, LENGTH - 1})
  void aFullDiskLeavesTheOlderFileAndNothingElse(int free) throws IOException {
    Path target = Files.writeString(directory.resolve("out.csv"), "old");
    assertThatThrownBy(
            () ->
                StagedFile.write(new SmallFileSystem(free), target("out.csv"), "x".repeat(LENGTH)))
        .isInstanceOf(UnwritableException.class)
        .matches(FullDisk::caused)
        .hasMessageMatching(
            ".*/out.csv cannot be written: No space left on device"
                + " \\(needs 200,000 bytes, [0-9,]+ bytes free\\)");
    assertThat(target).hasContent("old");
    assertThat(directory).isDirectoryNotContaining("glob:**.part");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, LENGTH / 2, LENGTH - 1})
  void aFullDiskIsToldOfAFileInPieces(int free) throws IOException {
    assertThatThrownBy(
            () -> {
              try (StagedFile file =
                  StagedFile.create(new SmallFileSystem(free), target("out.csv"))) {
                for (int i = 0; i < LENGTH / 10; i++) {
                  file.write("0123456789");
                }
                file.publish();
              }
            })
        .isInstanceOf(UnwritableException.class)
        .hasMessageContaining("No space left on device (needs ");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void whatFitsIsWritten() throws IOException {
    StagedFile.write(new SmallFileSystem(LENGTH), target("out.csv"), "x".repeat(LENGTH));
    assertThat(directory.resolve("out.csv")).hasSize(LENGTH);
  }
}
