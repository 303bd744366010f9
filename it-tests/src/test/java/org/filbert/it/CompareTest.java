package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Runs side by side. */
class CompareTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  @TempDir Path directory;

  @Test
  void showsErrorsAndTheKeysThatDiffer() throws IOException {
    TinyData data = TinyData.in(directory);
    data.trainInto("wide", Stream.of("kernel.sigma=2")).assertDone();
    data.trainInto("narrow", Stream.of("objective.ridge=[0.1, 1]", "data.validationFraction=0.3"))
        .assertDone();
    CommandLineRun run =
        CommandLineRun.of(
            "compare", data.path("wide"), data.path("narrow"), "--page", data.path("page.html"));
    run.assertDone();
    assertThat(run.out())
        .containsPattern("run +test +validation +training +seconds +epochs +rows +solver +kernel")
        .containsPattern("wide +\\d+\\.\\d\\d % +- +\\d+\\.\\d\\d % .*sigma=2.0")
        .containsPattern("narrow +(\\d+\\.\\d\\d % +){3}")
        .containsPattern("kernel.sigma +2.0 +1.0")
        .containsPattern("objective.ridge +0.1 +\\[0.1,1.0]")
        .doesNotContain("task ");
    assertThat(Files.readString(directory.resolve("page.html")))
        .contains("Test error against time", "wide goes from", "narrow goes from")
        .doesNotContain("<script");
  }

  @Test
  void refusesWhatIsNoTraining() throws IOException {
    TinyData data = TinyData.in(directory);
    CommandLineRun.of("compare", data.path("nothing"))
        .assertRefused("nothing: found no run, which has a config.yaml");
    data.train().assertDone();
    CommandLineRun.of("compare", data.run().toString(), "--page", data.path("tiny.yaml/page.html"))
        .assertRefused("cannot be written");
  }
}
