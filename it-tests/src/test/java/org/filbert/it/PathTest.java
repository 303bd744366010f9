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

  private Path trial(String file) {
    return data.run().resolve("trials/0001").resolve(file);
  }

  private List<String> trialCurve() throws IOException {
    return Files.readAllLines(trial("curve.jsonl"));
  }

  @Test
  void tellsWhatCameOfEveryRidgeAndWidth() throws IOException {
    // Both ridges classify all validation rows rightly: the larger one is taken.
    String out = data.train(SPLIT, RIDGES, "kernel.sigma=[0.01, 1]").assertDone().out();
    assertThat(out)
        .containsPattern("kernel.sigma +objective.ridge +error +epochs +seconds")
        .containsPattern("(?m)^ +4 +1.0 +10.0 .* chosen$");
    JsonNode summary = summary();
    assertThat(summary.get("n").asInt()).isEqualTo(60); // trained again on all rows
    assertThat(summary.get("kernel").asText()).isEqualTo("Gaussian[sigma=1.0]");
    assertThat(summary.get("ridge").asDouble()).isEqualTo(10);
    JsonNode trials = summary.get("tuning");
    assertThat(trials).hasSize(4);
    assertThat(trials.get(3).get("chosen").asBoolean()).isTrue();
    assertThat(trials.findValuesAsText("chosen")).containsOnlyOnce("true");
    assertThat(summary.get("validationError")).isEqualTo(trials.get(3).get("validationError"));
    assertThat(trialCurve()).hasSize(8).allMatch(line -> line.contains("\"sigma\":"));
    JsonNode path = new ObjectMapper().readTree(trial("summary.json").toFile()).get("path");
    assertThat(path).hasSize(4);
    assertThat(path.get(3).get("chosen").asBoolean()).isTrue();
    assertThat(path.get(3).get("validationError")).isEqualTo(summary.get("validationError"));
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
    assertThat(summary().get("tuning")).hasSize(2);
    assertThat(trialCurve()).noneMatch(line -> line.contains("\"sigma\":"));
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
