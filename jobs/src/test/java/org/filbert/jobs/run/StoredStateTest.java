package org.filbert.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredStateTest {
  @TempDir Path directory;

  private StoredState state() {
    return StoredState.of(directory.toString(), Optional.empty(), "run");
  }

  @Test
  void whatIsNotThereNeedsNoDeletion() throws IOException {
    state().delete();
    assertThat(directory).isEmptyDirectory();
  }

  /** Deletes as a JobManager does that ends a job and removes its checkpoints. */
  @Test
  void deletesWhatAnotherThreadDeletes() throws Exception {
    for (int round = 0; round < 5; round++) {
      Path checkpoints = Files.createDirectories(directory.resolve("checkpoints/job"));
      for (int i = 0; i < 200; i++) {
        Files.createFile(Files.createDirectory(checkpoints.resolve("chk-" + i)).resolve("state"));
      }
      CountDownLatch begun = new CountDownLatch(1);
      Thread other =
          new Thread(
              () -> {
                begun.countDown();
                for (int i = 199; i >= 0; i--) {
                  checkpoints.resolve("chk-" + i + "/state").toFile().delete();
                  checkpoints.resolve("chk-" + i).toFile().delete();
                }
              });
      other.start();
      begun.await();
      state().delete();
      other.join();
      assertThat(directory.resolve("checkpoints")).doesNotExist();
    }
  }
}
