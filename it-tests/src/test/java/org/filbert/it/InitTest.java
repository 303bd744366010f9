package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** From a raw table to answers for all rows, by the configuration that init writes. */
class InitTest {
  @RegisterExtension static final SharedFlink FLINK = SharedFlink.ofTwo();

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String[] JOBS = {"clerk", "smith", "cook, chief", "baker\nof bread"};
  private static final String HEADER = "id,age,job,hired,income";

  @TempDir Path directory;

  private String path(String file) {
    return directory.resolve(file).toString();
  }

  /** Rows with missing cells and quoted line breaks. */
  private static List<String> rows(long seed, int count, String... moreJobs) {
    SplittableRandom random = new SplittableRandom(seed);
    List<String> jobs = new ArrayList<>(List.of(JOBS));
    jobs.addAll(List.of(moreJobs));
    List<String> rows = new ArrayList<>(List.of(HEADER));
    for (int i = 0; i < count; i++) {
      int age = random.nextInt(18, 80);
      int job = random.nextInt(jobs.size());
      int year = random.nextInt(2000, 2020);
      rows.add(
          "%s,%s,%s,%s,%s"
              .formatted(
                  i + 1,
                  random.nextInt(20) == 0 ? "?" : Integer.toString(age),
                  random.nextInt(20) == 0 ? "" : '"' + jobs.get(job) + '"',
                  random.nextInt(20) == 0 ? "NA" : year + "-0%d-01".formatted(random.nextInt(1, 9)),
                  age > 45 || (job == 2 && year > 2010) ? ">50K" : "<=50K"));
    }
    return rows;
  }

  private String init(String file, String... more) {
    List<String> args =
        new ArrayList<>(List.of("init", path(file), "--out", path(file + ".yaml"), "--label"));
    args.addAll(List.of(more));
    return CommandLineRun.of(args.toArray(String[]::new)).assertDone().out();
  }

  private JsonNode evaluate(String model, String input) throws IOException {
    return JSON.readTree(
        CommandLineRun.of(
                "evaluate",
                "--store",
                path("store"),
                "--model",
                model,
                "--input",
                path(input),
                "--json")
            .assertDone()
            .out());
  }

  @Test
  void answersEveryRowAtTheFirstAttempt() throws IOException {
    Files.write(directory.resolve("adult.csv"), rows(1, 500));
    Files.write(directory.resolve("other.csv"), rows(2, 200, "astronaut"));
    assertThat(init("adult.csv", "income"))
        .contains(
            "classification of income (2 classes), from 3 columns and 500 rows",
            "./filbert predict --model adult --input NEW-ROWS.csv --output predictions.csv");
    CommandLineRun.of(
            "train", path("adult.csv.yaml"), "--store", path("store"), "--out", path("run"))
        .assertDone();
    JsonNode evaluation = evaluate("adult", "other.csv");
    assertThat(evaluation.get("rows").asInt()).isEqualTo(200);
    assertThat(evaluation.get("quarantined").asInt()).isZero();
    assertThat(evaluation.get("classification").get("error").asDouble()).isLessThan(0.15);
    assertThat(
            CommandLineRun.of(
                    "predict",
                    "--store",
                    path("store"),
                    "--model",
                    "adult@1",
                    "--input",
                    path("other.csv"),
                    "--keep",
                    "id,job",
                    "--output",
                    path("predictions.csv"))
                .assertDone()
                .out())
        .contains(
            "200 rows predicted by adult@1", "categories that the training rows did not have");
    List<String> predicted = Files.readAllLines(directory.resolve("predictions.csv"));
    assertThat(predicted.get(0)).isEqualTo("row,id,job,prediction");
    assertThat(predicted).filteredOn(line -> line.endsWith("50K")).hasSize(200);
    assertThat(predicted)
        .contains("of bread\",<=50K")
        .anyMatch(line -> line.startsWith("200,200,"));
  }

  @Test
  void aStreamHasColumnsThatNothingIsFittedTo() throws IOException {
    List<String> rows = rows(1, 600, "?");
    Files.write(directory.resolve("adult.csv"), rows);
    assertThat(init("adult.csv", "income", "--stream"))
        .contains(
            "classification of income (2 classes), from 3 columns and 600 rows",
            "./filbert train-online ");
    assertThat(Files.readString(directory.resolve("adult.csv.yaml")))
        .contains(
            "    id: {type: ignore}  # counts the rows\n",
            "    age: {type: number, standardise: false, missing: 4",
            "    hired: {type: date, parts: [month, weekday]}  # 20")
        .containsPattern("    job: \\{type: category, maxCategories: ([4-9]|1[0-6])}  # 4 values");
    CommandLineRun.of(
            "train-online", path("adult.csv.yaml"), "--store", path("store"), "--out", path("run"))
        .assertDone();
    JsonNode finished =
        JSON.readTree(directory.resolve("run/summary.json").toFile()).get("finished");
    assertThat(finished.get("error").asDouble()).isLessThan(0.2);
    assertThat(finished.get("cells").get("missing").get(0).asInt()).isBetween(15, 50);
  }

  @Test
  void readsNumbersWithACommaAndLeavesOutRowsWithoutATarget() throws IOException {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      rows.add("%d,%d;%s;%s".formatted(i * 7 % 31, i % 10, i % 3 == 0 ? "a" : "b", i % 23));
    }
    rows.add("1,5;a;");
    Files.write(directory.resolve("Prices 2026.csv"), rows);
    assertThat(init("Prices 2026.csv", "3"))
        .contains("regression of 3, from 2 columns and 61 rows");
    assertThat(Files.readString(directory.resolve("Prices 2026.csv.yaml")))
        .contains(
            "name: prices-2026\ntask: regression\n",
            "format: {type: csv, header: false, delimiter: \";\", decimal: \",\", label: 3}",
            "onBadRecord: quarantine  # 1 rows have no label",
            "    \"1\": {type: number}  # 0.0 to 30.3\n    \"2\": {type: category}  # 2 values\n",
            "kernel: {type: gaussian, sigma: [0.85, 1.7, 3.4]}");
    CommandLineRun.of(
            "train", path("Prices 2026.csv.yaml"), "--store", path("store"), "--out", path("run"))
        .assertDone();
  }

  @Test
  void answersJsonRecordsWithFieldsOfTheirOwn() throws IOException {
    List<String> lines = new ArrayList<>();
    for (People person : People.of(1, 400)) {
      lines.add(person.json().replaceFirst("}$", ", \"address\": {\"town\": \"x\"}}"));
    }
    Files.write(directory.resolve("people.jsonl"), lines);
    assertThat(init("people.jsonl", "income"))
        .contains(
            "classification of income (2 classes), from 4 columns and 400 rows",
            "./filbert predict --model people --input NEW-ROWS.csv --output predictions.csv");
    CommandLineRun.of(
            "train", path("people.jsonl.yaml"), "--store", path("store"), "--out", path("run"))
        .assertDone();
    JsonNode evaluation = evaluate("people", "people.jsonl");
    assertThat(evaluation.get("rows").asInt()).isEqualTo(400);
    assertThat(evaluation.get("classification").get("error").asDouble()).isLessThan(0.1);
    Files.writeString(
        directory.resolve("t.csv.jsonl"),
        "{\"c\": \"p\", \"x\": [1]}\n{\"c\": \"q\", \"x\": [2]}\n");
    CommandLineRun.of("init", path("t.csv.jsonl"), "--label", "c")
        .assertRefused(
            "found no column besides the label that could be a feature, allowed one or more;"
                + " x: an array, which only the format's key array reads");
  }

  @Test
  void refusesWhatCannotBePredicted() throws IOException {
    Files.write(directory.resolve("t.csv"), List.of("a,b,c", "1,x,p", "2,x,q", "5,x,p", "1,x,q"));
    refused("found no label column d, allowed column numbers 1 to 3 or one of a, b, c", "d");
    refused("found \"x\" in all 4 rows of the label column b, allowed two values or more", "b");
    refused("found texts in the label column c, regression needs", "c", "--task", "regression");
    refused("--task: found rank, allowed classification or regression", "c", "--task", "rank");
    init("t.csv", "c");
    refused("t.csv.yaml: is there already", "c");
  }

  private void refused(String message, String label, String... more) {
    List<String> args =
        new ArrayList<>(
            List.of("init", path("t.csv"), "--out", path("t.csv.yaml"), "--label", label));
    args.addAll(List.of(more));
    CommandLineRun.of(args.toArray(String[]::new)).assertRefused(message);
  }

  @Test
  void heldOutRowsAreInTheFormatOfTheTrainingRows() throws IOException {
    Files.write(directory.resolve("adult.csv"), rows(1, 300));
    Files.write(directory.resolve("other.csv"), rows(2, 100));
    init("adult.csv", "income");
    String other = "{path: " + path("other.csv") + "}";
    CommandLineRun.of(
            "train",
            path("adult.csv.yaml"),
            "--store",
            path("store"),
            "--out",
            path("run"),
            "--set",
            "data.test=" + other)
        .assertDone();
    assertThat(JSON.readTree(directory.resolve("run/summary.json").toFile()).has("testError"))
        .isTrue();
  }

  @Test
  void aRunThatFailedBeforeACheckpointLeavesItsDirectoryToTheNext() throws IOException {
    List<String> rows = rows(1, 300);
    Files.write(directory.resolve("adult.csv"), rows);
    init("adult.csv", "income");
    rows.add(250, "251,old,clerk,,<=50K");
    Files.write(directory.resolve("adult.csv"), rows);
    String[] train = {
      "train", path("adult.csv.yaml"), "--store", path("store"), "--out", path("run")
    };
    CommandLineRun.of(train).assertRefused("found \"old\" in column 2 (age)");
    assertThat(directory.resolve("run/failure.json")).exists();
    rows.remove(250);
    Files.write(directory.resolve("adult.csv"), rows);
    CommandLineRun.of(train).assertDone();
    assertThat(directory.resolve("run/failure.json")).doesNotExist();
    CommandLineRun.of(train)
        .assertRefused("contains a run that has ended: " + path("run/report.html"));
  }

  /** Rows of the same values, plain or in notations that are not. */
  private void writeBoth(int count) throws IOException {
    SplittableRandom random = new SplittableRandom(4);
    List<String> plain = new ArrayList<>(List.of("pay,share,when,zip,y"));
    List<String> written = new ArrayList<>(plain);
    for (int i = 0; i < count; i++) {
      double pay = 5000 * random.nextDouble();
      double share = 100 * random.nextDouble();
      LocalDateTime when = LocalDateTime.of(2021, 1, 1, 0, 0).plusHours(random.nextInt(9000));
      String zip = random.nextBoolean() ? "01234" : "02345";
      String y = pay / 50 + share > 100 ? "yes" : "no";
      plain.add(String.format(Locale.ROOT, "%.2f,%.1f,%s,z%s,%s", pay, share, when, zip, y));
      written.add(
          String.format(
              Locale.ROOT,
              "\"$%,.2f\",%.1f%%,%td/%tm/%tY %tH:%tM,%s,%s",
              pay,
              share,
              when,
              when,
              when,
              when,
              when,
              zip,
              i % 60 == 7 ? "NA" : y));
    }
    Files.write(directory.resolve("plain.csv"), plain);
    Files.write(directory.resolve("written.csv"), written);
  }

  @Test
  void readsNumbersAndDatesInTheirNotations() throws IOException {
    writeBoth(600);
    init("written.csv", "y");
    assertThat(Files.readString(directory.resolve("written.csv.yaml")))
        .contains(
            "onBadRecord: quarantine  # 10 rows have no label\n",
            "pay: {type: number, notation: comma-groups}",
            "share: {type: number, notation: comma-groups}",
            "when: {type: date, notation: \"d/M/uuuu H:mm\"}",
            "zip: {type: category}");
    CommandLineRun.of(
            "train", path("written.csv.yaml"), "--store", path("store"), "--out", path("run"))
        .assertDone();
    JsonNode evaluation =
        JSON.readTree(
            CommandLineRun.evaluate(
                    directory, "written", "written.csv", "--on-bad-record", "quarantine", "--json")
                .assertDone()
                .out());
    assertThat(evaluation.get("rows").asInt()).isEqualTo(590);
    assertThat(evaluation.get("classification").get("error").asDouble()).isLessThan(0.05);
    CommandLineRun.evaluate(directory, "written", "plain.csv")
        .assertRefused("in column 3 (when), allowed a date written as d/M/uuuu H:mm");
  }

  @Test
  void aStreamInNotationsIsThatOfPlainCells() throws IOException {
    writeBoth(400);
    List<JsonNode> found = new ArrayList<>();
    for (String name : List.of("plain", "written")) {
      init(name + ".csv", "y", "--stream");
      CommandLineRun.of(
              "train-online",
              path(name + ".csv.yaml"),
              "--store",
              path("store"),
              "--out",
              path(name))
          .assertDone();
      found.add(JSON.readTree(directory.resolve(name + "/summary.json").toFile()).get("finished"));
    }
    assertThat(found.get(0).get("error").asDouble()).isLessThan(0.25);
    assertThat(found.get(1).get("error").asDouble())
        .isCloseTo(found.get(0).get("error").asDouble(), within(0.03));
  }
}
