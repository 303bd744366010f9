package org.filbert.jobs.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.filbert.cost.Costs;
import org.filbert.cost.Traffic;
import org.filbert.cost.Work;
import org.filbert.data.Instance;
import org.filbert.jobs.run.RunDirectory;
import org.filbert.jobs.training.report.CurveLine;
import org.filbert.jobs.training.report.PathEntry;
import org.filbert.jobs.training.report.Summary;
import org.filbert.train.Ledger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The documentation names every file of a run directory, and every field of those made for others.
 */
class RunDirectoryPageTest {
  private static String page() throws IOException {
    String page = Files.readString(Path.of("../docs/reference/run-directory.md"));
    return page.substring(page.indexOf("## Training"), page.indexOf("## Streams"));
  }

  static Stream<String> fields() {
    return Stream.of(
            Summary.class,
            PathEntry.class,
            CurveLine.class,
            Ledger.Step.class,
            Costs.class,
            Work.class,
            Traffic.class,
            TrainingObserver.Position.class,
            Instance.Bad.class)
        .flatMap(type -> Arrays.stream(type.getRecordComponents()))
        .map(RecordComponent::getName);
  }

  @ParameterizedTest
  @MethodSource("fields")
  void documentsTheField(String field) throws IOException {
    assertThat(page()).contains("`" + field + "`");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        RunDirectory.CONFIG,
        RunDirectory.PLAN,
        RunDirectory.PROGRESS,
        RunDirectory.CURVE,
        RunDirectory.BLOCKS,
        RunDirectory.SUMMARY,
        RunDirectory.REPORT,
        RunDirectory.QUARANTINE,
        RunDirectory.INCIDENTS,
        RunDirectory.ATTEMPTS,
        RunDirectory.BLAS,
        RunDirectory.FAILURE
      })
  void documentsTheFile(String file) throws IOException {
    assertThat(page()).contains("`" + file + "`");
  }
}
