package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.ValidationSplit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Several ridges and widths from the command line to the files of a run. */
class PathTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  private static final String SPLIT = "data.validationFraction=0.3";
  private static final String RIDGES = "objective.ridge=[0.1, 10]";

  @TempDir Path directory;
  private TinyData data;

  @BeforeEach
  void prepare() throws IOException {
    data = TinyData.in(directory);
  }

  private JsonNode summary() throws IOException {
    return new ObjectMapper().readTree(data.run().resolve("summary.json").toFile());
  }

  private List<String> curve() throws IOException {
    return Files.readAllLines(data.run().resolve("curve.jsonl"));
  }

  @Test
  void tellsWhatCameOfEveryRidgeAndWidth() throws IOException {
    // Both ridges classify all validation rows rightly: the larger one is taken.
    String out = data.train(SPLIT, RIDGES, "kernel.sigma=[0.01, 1]").assertDone().out();
    assertThat(out)
        .contains("to choose from: ridge 0.1, 10, sigma 0.01, 1")
        .containsPattern("sigma +ridge +epoch +seconds")
        .containsPattern("(?m)^ +1 +10 +2 .* chosen$");
    JsonNode summary = summary();
    assertThat(summary.get("n").asInt()).isBetween(30, 55);
    assertThat(summary.get("kernel").asText()).isEqualTo("Gaussian[sigma=1.0]");
    assertThat(summary.get("ridge").asDouble()).isEqualTo(10);
    JsonNode path = summary.get("path");
    assertThat(path).hasSize(4);
    JsonNode chosen = path.get(3);
    assertThat(chosen.get("chosen").asBoolean()).isTrue();
    assertThat(path.findValuesAsText("chosen")).containsOnlyOnce("true");
    assertThat(chosen.get("sigma").asDouble()).isEqualTo(1);
    for (String field : List.of("validationError", "testError", "relativeResidual")) {
      assertThat(summary.get(field)).isEqualTo(chosen.get(field));
    }
    assertThat(curve()).hasSize(8).allMatch(line -> line.contains("\"sigma\":"));
    assertThat(
            CommandLineRun.of("models", "show", "tiny", "--store", data.path("store"))
                .assertDone()
                .out())
        .contains("Gaussian[sigma=1.0]");
  }

  @Test
  void systemsOfColumnsHavePathsToo() throws IOException {
    data.train(
            SPLIT,
            "system={type: nystrom, landmarks: 20}",
            "objective={lambda: [1e-3, 0.1], classWeights: balanced}",
            "solver={type: block-coordinate-descent, blockSize: 10, epochs: 3, patience: 2}")
        .assertDone();
    assertThat(summary().get("path")).hasSize(2);
    assertThat(curve()).noneMatch(line -> line.contains("\"sigma\":"));
  }

  @Test
  void oneRidgeHasNoPath() throws IOException {
    data.train().assertDone();
    assertThat(summary().has("path")).isFalse();
    assertThat(curve()).hasSize(2).noneMatch(line -> line.contains("\"ridge\":"));
  }

  @Test
  void namesThePlaceOfAHeldOutRecord() throws IOException {
    String[] settings = {SPLIT, "data.test=null", "data.train.format={type: libsvm}"};
    data.write("train.csv", "left 1:1\nright 2:1\n".repeat(30));
    data.train(settings).assertDone();
    int line = heldOut(60).findFirst().orElseThrow() + 1;
    data.replaceLine("train.csv", line, "left 3:1");
    data.trainInto("again", Stream.concat(Stream.of(settings), Stream.of("from={name: tiny}")))
        .assertRefused("/train.csv:" + line + ": found 3 features, the model was trained on 2");
  }

  @Test
  void aClassOfASingleRecordIsLearned() throws IOException {
    data.write("train.csv", TinyData.rows(60, 1));
    int line = heldOut(60).findFirst().orElseThrow() + 2; // after the header
    data.replaceLine("train.csv", line, "lone,1,1");
    data.train(SPLIT, "data.test=null").assertDone();
    assertThat(summary().get("k").asInt()).isEqualTo(4);
  }

  /** Positions of the records that are held out of so many. */
  private static IntStream heldOut(int records) {
    ValidationSplit split = new ValidationSplit(1, 0.3);
    return IntStream.range(0, records)
        .filter(
            position ->
                split
                        .apply(
                            new Instance.Example(Role.TRAIN, position, new Features.Text(""), null))
                        .role()
                    == Role.VALIDATION);
  }
}
