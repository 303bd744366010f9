package org.filbert.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {
  private record Line(int number) {}

  @TempDir private Path home;

  @Test
  void onlyLinesThatAreCompleteAndNotKnownAreRead() throws Exception {
    RunDirectory run = new RunDirectory(home.toString());
    assertThat(run.readLines(RunDirectory.CURVE, Line.class)).isEmpty();
    run.writeLines(RunDirectory.CURVE, List.of(new Line(1), new Line(2), new Line(3)));
    assertThat(run.readLines(RunDirectory.CURVE, Line.class))
        .containsExactly(new Line(1), new Line(2), new Line(3));
    assertThat(run.readLines(RunDirectory.CURVE, Line.class, 2)).containsExactly(new Line(3));
    assertThat(run.readLines(RunDirectory.CURVE, Line.class, 4)).isEmpty();
    run.write(RunDirectory.CURVE, "{\"number\":1}\n{\"number\":2}\n{\"numb");
    assertThat(run.readLines(RunDirectory.CURVE, Line.class, 1)).containsExactly(new Line(2));
  }
}
