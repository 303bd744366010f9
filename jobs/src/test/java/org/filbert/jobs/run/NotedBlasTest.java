package org.filbert.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.filbert.linalg.Backends;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotedBlasTest {
  @TempDir Path directory;

  private static void note(RunDirectory run, String blas) {
    run.writeJson(RunDirectory.BLAS, NotedBlas.of(run, Backends.choose(blas).blas()));
  }

  @Test
  void otherKernelsThanThoseOfTheBeginningAreTold() throws Exception {
    RunDirectory run = new RunDirectory(directory.toString());
    assertThat(NotedBlas.change(run)).isEmpty();
    note(run, "auto");
    note(run, "auto");
    assertThat(NotedBlas.change(run)).isEmpty();
    note(run, "java");
    assertThat(NotedBlas.change(run).orElseThrow()).contains("rounds differently");
    note(run, "auto");
    assertThat(NotedBlas.change(run)).as("the former ones again").isEmpty();
  }
}
