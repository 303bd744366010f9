package org.filbert.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IncidentsTest {
  @TempDir Path directory;

  @Test
  void anIncidentIsOnTheConsoleInItsFileAndInTheProgress() throws Exception {
    RunDirectory run = new RunDirectory(directory.toString());
    run.writeJson(RunDirectory.PROGRESS, Map.of("epoch", 3));
    StringWriter out = new StringWriter();
    Incidents incidents = new Incidents(run, new PrintWriter(out));
    incidents.tell("the run failed");
    incidents.tell("the run goes on");
    assertThat(out).hasToString("the run failed\nthe run goes on\n");
    assertThat(Incidents.of(run))
        .extracting(Incidents.Incident::text)
        .containsExactly("the run failed", "the run goes on");
    assertThat(run.read(RunDirectory.PROGRESS))
        .containsSubsequence("\"epoch\" : 3", "\"incident\" : \"the run goes on\"");
  }
}
