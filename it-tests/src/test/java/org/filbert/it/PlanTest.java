package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The plan of a training that does not run, beside that of one that does. */
class PlanTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path directory;

  @Test
  void itsMemoryIsThatOfTheRun() throws IOException {
    TinyData data = TinyData.in(directory);
    data.write("train.csv", TinyData.rows(4000, 1));
    data.trainInto("run", Stream.of("solver.blockSize=1000")).assertDone();
    JsonNode run = JSON.readTree(directory.resolve("run/plan.json").toFile());
    JsonNode planned =
        JSON.readTree(
                CommandLineRun.of(
                        "plan", data.path("tiny.yaml"), "--json", "--set", "solver.blockSize=1000")
                    .assertDone()
                    .out())
            .get("estimate");
    assertThat(planned.get("rows").asInt()).isEqualTo(run.get("rows").asInt());
    assertThat(planned.get("flops").asDouble())
        .isEqualTo(run.get("plan").get("work").get("flops").asDouble());
    JsonNode cache = run.get("plan").get("cache");
    long bytes = cache.get("blocks").asLong() * cache.get("trainBytes").asLong();
    for (JsonNode item : run.get("plan").get("memory")) {
      bytes += item.get("purpose").asText().startsWith("process") ? 0 : item.get("bytes").asLong();
    }
    // The process of this test is not one that only trains.
    assertThat(planned.get("workerBytes").asLong()).isBetween(bytes / 10 * 9, bytes + (4L << 30));
    assertThat(planned.get("keptShare").asDouble()).isEqualTo(1);
    assertThat(planned.get("driverBytes").asDouble())
        .isCloseTo(
            run.get("plan").get("driver").findValues("bytes").stream()
                .mapToDouble(JsonNode::asDouble)
                .sum(),
            Percentage.withPercentage(10));
  }

  @Test
  void aStreamIsNotPlanned() throws IOException {
    TinyData data = TinyData.in(directory);
    for (String rows :
        List.of(
            "{file: {path: history.csv, format: FORMAT}, kafka: {bootstrapServers: 'b:1', topic: t,"
                + " record: FORMAT, start: '2026-11-01T00:00:00Z'}}",
            "{sql: {script: tables.sql, query: SELECT 1, format: {type: parquet}}}")) {
      Path stream = directory.resolve("stream.yaml");
      Files.writeString(
          stream,
          "name: s\ntask: classification\ninput: "
              + rows.replace("FORMAT", "{type: csv, label: '1'}")
              + "\n");
      CommandLineRun.of("plan", stream.toString())
          .assertRefused(
              stream
                  + ":3: input: is of a stream, which train-online learns from; must be data, the"
                  + " rows of a training");
    }
    CommandLineRun.of("train-online", data.path("tiny.yaml"))
        .assertRefused(
            "data: is of a training, which train does; must be input, the rows of a stream");
  }

  @Test
  void saysMemoryTimesAndWhatElseThereIs() throws IOException {
    TinyData data = TinyData.in(directory);
    CommandLineRun run =
        CommandLineRun.of(
            "plan", data.path("tiny.yaml"), "--rows", "50000", "--parallelism", "4", "--scale");
    run.assertDone();
    assertThat(run.out())
        .contains("tiny: 50,000 rows of 2 features, 3 outputs, Gaussian[sigma=1.0]\n")
        .contains("plan: 4 workers, 2500 blocks of up to 20, ")
        .containsPattern("process so far, with the rows +\\d+")
        .containsPattern("epochs: the first in about .* s \\(of these .* s for messages\\)")
        .containsPattern("messages of the first epoch: 7,500 supersteps, [0-9.]+ MB through")
        .containsPattern("\\{type: nystrom, landmarks: 4000} +\\{type: block-coordinate-descent, ")
        .contains("recommended, the first that fits into the memory and 15 min: --set 'system=")
        .containsPattern("rows +machines +workers +memory +kept")
        .containsPattern("50,000 +32 +128 ")
        .doesNotContain("100,000");
    assertThat(directory.resolve("store")).doesNotExist();
  }

  @Test
  void refusesAsTheTrainingDoes() throws IOException {
    TinyData data = TinyData.in(directory);
    CommandLineRun run = CommandLineRun.of("plan", data.path("tiny.yaml"), "--set", "memory=1m");
    run.assertRefused("error: the run needs ");
    assertThat(run.out()).contains("none of these fits into the memory and 15 min");
    CommandLineRun.of("plan", data.path("tiny.yaml"), "--rows", "0")
        .assertRefused("error: the number of training rows is 0, must be 1 to 2147483647");
    CommandLineRun.of("plan", data.path("tiny.yaml"), "--machines", "4", "--parallelism", "2")
        .assertRefused("error: 2 workers on 4 machines");
    data.replaceLine("train.csv", 3, "left,a,b");
    CommandLineRun.of("plan", data.path("tiny.yaml")).assertRefused("train.csv:3: ");
  }
}
