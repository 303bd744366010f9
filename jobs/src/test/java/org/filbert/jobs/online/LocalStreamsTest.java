package org.filbert.jobs.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalStreamsTest {
  private static final String EXPERTS =
      "learner: {algorithm: recursive-least-squares, firstRows: 50, experts: [{kernel: {type:"
          + " gaussian, sigma: 1.0}, features: 40, memories: [1.0]}]}";
  private static final String GRADIENTS =
      "kernel: {type: gaussian, sigma: 1.0}\n"
          + "learner: {algorithm: cdsg, blockSize: 16, step: {type: constant, gamma: 1}}";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final LocalStreams streams = new LocalStreams();

  private static String configuration(String learner) {
    return "task: classification\ninput: {file: {path: rows, format: {type: npy}}}\n"
        + "rows: {features: 2}\nparallelism: 2\n"
        + learner;
  }

  private JsonNode ask(Map<String, Object> message) throws IOException {
    return JSON.valueToTree(streams.answer(JSON.valueToTree(message)));
  }

  private int open(String learner) throws IOException {
    return ask(Map.of("do", "open", "configuration", configuration(learner))).asInt();
  }

  private JsonNode learn(int stream, long seed) throws IOException {
    Random random = new Random(seed);
    double[][] rows = new double[200][];
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new double[] {random.nextGaussian(), random.nextGaussian()};
      labels.add(rows[i][0] * rows[i][1] > 0 ? "same" : "other");
    }
    return ask(Map.of("do", "learn", "stream", stream, "rows", rows, "labels", labels));
  }

  private JsonNode predict(int stream) throws IOException {
    double[][] rows = {{1, 1}, {1, -1}, {-2, -1}};
    return ask(Map.of("do", "predict", "stream", stream, "rows", rows));
  }

  @ParameterizedTest
  @ValueSource(strings = {EXPERTS, GRADIENTS})
  void predictionsTeachNothingAndAStateGoesOn(String learner, @TempDir Path directory)
      throws IOException {
    int stream = open(learner);
    assertThat(predict(stream).at("/labels/0").isNull()).isTrue();
    learn(stream, 1);
    JsonNode first = predict(stream);
    assertThat(predict(stream)).isEqualTo(first);
    assertThat(first.at("/classes")).hasSize(2);
    String file = directory.resolve("stream").toString();
    ask(Map.of("do", "keep", "stream", stream, "state", file));
    int other =
        ask(Map.of("do", "open", "configuration", configuration(learner), "state", file)).asInt();
    assertThat(predict(other)).isEqualTo(first);
    assertThat(learn(other, 2)).isEqualTo(learn(stream, 2));
    ask(Map.of("do", "close", "stream", stream));
    assertThatThrownBy(() -> predict(stream))
        .hasMessage("stream: found 1, allowed one of [" + other + "]");
  }

  @Test
  void aRefusedRowTeachesNothing() throws IOException {
    int stream = open(EXPERTS);
    learn(stream, 1);
    JsonNode before = predict(stream);
    assertThatThrownBy(
            () ->
                ask(
                    Map.of(
                        "do",
                        "learn",
                        "stream",
                        stream,
                        "rows",
                        new double[][] {{1, 1}, {1}},
                        "labels",
                        List.of("same", "same"))))
        .hasMessage("row 2: found 1 features, needed 2");
    assertThat(predict(stream)).isEqualTo(before);
  }
}
