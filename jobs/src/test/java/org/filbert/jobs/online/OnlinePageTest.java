package org.filbert.jobs.online;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.filbert.jobs.run.RunDirectory;
import org.filbert.jobs.run.RunIdentity;
import org.filbert.jobs.run.RunStart;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The documentation's page on run directories names every file and every field of a stream's. */
class OnlinePageTest {
  static Stream<String> fields() {
    return Stream.of(
            OnlineLine.class, OnlineLine.Errors.class, OnlineSummary.class, RunIdentity.class)
        .flatMap(type -> Arrays.stream(type.getRecordComponents()))
        .map(RecordComponent::getName)
        .distinct();
  }

  private static String page() throws IOException {
    String page = Files.readString(Path.of("../docs/reference/run-directory.md"));
    return page.substring(page.indexOf("## Streams"));
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
        RunDirectory.CURVE,
        RunDirectory.SUMMARY,
        RunDirectory.REPORT,
        RunStart.RUN,
        RunOutputs.PREDICTIONS + "/",
        RunOutputs.DEAD_LETTERS + "/"
      })
  void documentsTheFile(String file) throws IOException {
    assertThat(page()).contains("`" + file + "`");
  }
}
