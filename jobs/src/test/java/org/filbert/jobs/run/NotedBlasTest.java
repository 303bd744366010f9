package org.filbert.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.filbert.linalg.Backends;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotedBlasTest {
  @TempDir Path directory;

  @Test
  void otherKernelsThanThoseOfTheBeginningAreTold() throws Exception {
    RunDirectory run = new RunDirectory(directory.toString());
    assertThat(NotedBlas.change(run)).isEmpty();
    NotedBlas.note(run, Backends.choose("auto").blas());
    NotedBlas.note(run, Backends.choose("auto").blas());
    assertThat(NotedBlas.change(run)).isEmpty();
    NotedBlas.note(run, Backends.choose("java").blas());
    assertThat(NotedBlas.change(run).orElseThrow()).contains("rounds differently");
    NotedBlas.note(run, Backends.choose("auto").blas());
    assertThat(NotedBlas.change(run)).as("the former ones again").isEmpty();
  }
}
