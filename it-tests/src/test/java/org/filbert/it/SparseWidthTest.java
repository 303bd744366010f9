package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** LIBSVM files whose largest index is not that of the training rows. */
class SparseWidthTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  private static final String TRAIN = "1 1:1 2:0.5\n-1 1:-1 2:0.5\n".repeat(20);
  private static final String WIDER = "1 1:1 7:0.1\n-1 1:-1\n";

  @TempDir Path directory;

  @Test
  void testRowsMayHaveFeaturesThatTrainingHasNot() throws Exception {
    TinyData data = data();
    data.train(sources(data, "{type: libsvm}", "{type: libsvm}")).assertDone();
    assertThat(data.score("evaluate", "wider.csv").assertDone().out())
        .contains("rows       2", "error              0.00 %");
    data.write("widest.csv", "1 8:1\n");
    CommandLineRun refused = data.score("evaluate", "widest.csv");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err())
        .contains(
            "widest.csv:1: found 8 features, the model was trained on 7; fewer are allowed, and as"
                + " many if the format of the training data has features: 8");
  }

  @Test
  void theFormatMakesRoomForRowsToCome() throws Exception {
    TinyData data = data();
    data.train(
            "data={train: {path: %s, format: {type: libsvm, features: 8}}}"
                .formatted(data.path("train.csv")))
        .assertDone();
    assertThat(data.score("evaluate", "wider.csv").assertDone().out()).contains("rows       2");
    data.write("widest.csv", "1 9:1\n");
    assertThat(data.score("evaluate", "widest.csv").err())
        .contains("widest.csv:1: found index 9, allowed at most 8");
  }

  @Test
  void whatTheTrainingFormatSaysHoldsForTestRows() throws Exception {
    TinyData data = data();
    CommandLineRun refused =
        data.train(sources(data, "{type: libsvm, features: 3}", "{type: libsvm}"));
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("wider.csv:1: found 7 features, the model was trained on 3");
  }

  private TinyData data() throws Exception {
    TinyData data = TinyData.in(directory);
    data.write("train.csv", TRAIN);
    data.write("wider.csv", WIDER);
    return data;
  }

  private static String sources(TinyData data, String train, String test) {
    return "data={train: {path: %s, format: %s}, test: {path: %s, format: %s}}"
        .formatted(data.path("train.csv"), train, data.path("wider.csv"), test);
  }
}
