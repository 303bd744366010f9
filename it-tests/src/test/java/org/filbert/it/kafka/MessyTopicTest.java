package org.filbert.it.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.flink.core.execution.JobClient;
import org.assertj.core.util.DoubleComparator;
import org.filbert.connectors.text.JsonLines;
import org.filbert.it.CommandLineRun;
import org.filbert.it.SharedFlink;
import org.filbert.jobs.scoring.TopicScoring;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Cells as people write them, in records of a topic: answered as the same rows of a file are. */
@Tag("ci")
@Timeout(300)
class MessyTopicTest {
  @RegisterExtension static final KafkaBroker BROKER = new KafkaBroker();

  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ROWS = 200;
  private static final List<String> FIELDS = List.of("pay", "share", "day", "rate");

  @TempDir Path directory;

  private String path(String file) {
    return directory.resolve(file).toString();
  }

  private static List<String> rows() {
    SplittableRandom random = new SplittableRandom(3);
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      double pay = 5000 * random.nextDouble();
      double share = 100 * random.nextDouble();
      LocalDate day = LocalDate.of(2021, 1, 1).plusDays(random.nextInt(700));
      double rate = random.nextDouble();
      rows.add(
          String.format(
              Locale.ROOT,
              "{\"pay\": \"$%,.2f\", \"share\": \"%.1f%%\", \"day\": \"%s\", \"rate\": \"%s\","
                  + " \"y\": %.4f}",
              pay,
              share,
              day.format(DateTimeFormatter.ofPattern("dd/MM/uuuu", Locale.ROOT)),
              i % 11 == 3 ? "n/a" : Double.toString(rate),
              pay / 1000 + share / 50 + day.getMonthValue() + rate));
    }
    return rows;
  }

  @Test
  void recordsAreAnsweredAsRowsOfAFile() throws Exception {
    Files.write(directory.resolve("rows.jsonl"), rows());
    CommandLineRun.of(
            "fit",
            path("rows.jsonl"),
            "--label",
            "y",
            "--name",
            "messy",
            "--out",
            path("fit"),
            "--store",
            path("store"))
        .assertDone();
    CommandLineRun.of(
            "predict",
            "--model",
            "messy",
            "--store",
            path("store"),
            "--input",
            path("rows.jsonl"),
            "--output",
            path("predictions.csv"))
        .assertDone();
    List<Double> expected =
        Files.readAllLines(directory.resolve("predictions.csv")).stream()
            .skip(1)
            .map(line -> Double.valueOf(line.substring(line.indexOf(',') + 1)))
            .toList();
    assertThat(expected).hasSize(ROWS);

    BROKER.createTopics(1, "messy-in", "messy-out", "messy-dead");
    List<TopicAccess.Message> messages = new ArrayList<>();
    for (String row : rows()) {
      messages.add(TopicAccess.Message.of(String.format("%03d", messages.size()), row));
    }
    BROKER.send("messy-in", messages);
    TopicScoring scoring =
        ScoredLetters.scoring(
            BROKER,
            "messy",
            directory,
            "messy",
            new JsonLines("y", null, FIELDS),
            new TopicScoring.Detail(false, false, OptionalDouble.empty(), null));
    JobClient job = ScoredLetters.start(scoring, ScoredLetters.anew(scoring, directory));
    BROKER.await("messy-out", records -> records.size() >= ROWS);
    ScoredLetters.stop(job);
    TreeMap<String, Double> answers = new TreeMap<>();
    for (var record : BROKER.all("messy-out")) {
      JsonNode answer = JSON.readTree(record.value());
      answers.put(answer.get("id").asText(), answer.get("prediction").asDouble());
    }
    assertThat(answers.values())
        .usingElementComparator(new DoubleComparator(1e-6)) // sums of other batches
        .containsExactlyElementsOf(expected);
    assertThat(BROKER.all("messy-dead")).isEmpty();
  }
}
