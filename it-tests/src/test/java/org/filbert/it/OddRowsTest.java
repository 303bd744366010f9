package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.filbert.store.ModelStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What is odd about training rows is said before the plan, or ends a strict run. */
class OddRowsTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  private static final String FAR =
      "feature 2 (y) has the value 1000000000000, 1.0e+12 times sigma";

  /** Epochs after which a run has nothing to say of its residual. */
  private static final String SOLVED = "solver.epochs=100";

  @TempDir Path directory;
  private TinyData data;

  @BeforeEach
  void prepare() throws IOException {
    data = TinyData.in(directory);
  }

  @Test
  void aWarningStandsBeforeThePlanAndInSummaryAndReport() throws IOException {
    data.replaceLine("train.csv", 3, "middle,1.5,1e12");
    String out = data.train(SOLVED).assertDone().out();
    assertThat(out).startsWith("warning: " + FAR);
    assertThat(out.indexOf("warning: ")).isEqualTo(out.lastIndexOf("warning: "));
    assertThat(out).contains("model tiny@1");
    assertThat(Files.readString(data.run().resolve("summary.json")))
        .contains(FAR, "\"precision\" : \"double\"");
    assertThat(Files.readString(data.run().resolve("report.html"))).contains(FAR);
  }

  @Test
  void aStrictRunHasNoModelOfOddRows() throws IOException {
    strict("clean").assertDone();
    data.replaceLine("train.csv", 3, "middle,1.5,1e12");
    CommandLineRun refused = strict("odd");
    refused.assertRefused("strict: " + FAR);
    assertThat(refused.out()).isEmpty();
    ModelStore store = ModelStore.open(new org.apache.flink.core.fs.Path(data.path("store")));
    assertThat(store.latest("tiny").number()).isEqualTo(1);
  }

  private CommandLineRun strict(String run) {
    return CommandLineRun.of(
        "train", data.path("tiny.yaml"), "--out", data.path(run), "--strict", "--set", SOLVED);
  }

  @Test
  void productsOutOfRangeEndTheRunAtOnce() throws IOException {
    data.replaceLine("train.csv", 3, "middle,1.5,1e12");
    data.train(
            "kernel={type: polynomial, degree: 3}",
            "solver={type: eigenpro, epochs: 1}",
            "objective=null")
        .assertRefused("kernel values reach 1.0e+72, with feature 2 (y) up to 1000000000000");
  }
}
