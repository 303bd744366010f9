package org.filbert.jobs.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagedFileTest {
  @TempDir Path directory;

  @Test
  void isThereOnceItIsComplete() throws IOException {
    Path target = Files.writeString(directory.resolve("out.csv"), "old");
    try (StagedFile file = StagedFile.create(target.toString())) {
      file.write("näu");
      assertThat(target).hasContent("old");
      file.publish();
    }
    assertThat(target).hasContent("näu");
    assertThat(directory).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void leavesNothingIfItIsNotPublished() throws IOException {
    try (StagedFile file = StagedFile.create(directory.resolve("out.csv").toString())) {
      file.write("half");
    }
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void refusesPlacesThatCannotBe() {
    assertThatThrownBy(() -> StagedFile.create(directory.toString()))
        .hasMessage("found a directory, allowed a file");
    assertThatThrownBy(() -> StagedFile.create(directory.resolve("absent/out.csv").toString()))
        .hasMessage("its directory does not exist");
  }
}
