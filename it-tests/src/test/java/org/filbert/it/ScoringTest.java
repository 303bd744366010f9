package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.filbert.data.Features;
import org.filbert.data.Outputs;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelVersion;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Predictions and evaluations are those of the model itself, row by row. */
class ScoringTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  private static final int ROWS = 5_000;

  @TempDir Path directory;
  private TinyData data;

  @BeforeEach
  void train() throws IOException {
    data = TinyData.in(directory);
    data.write("many.csv", TinyData.rows(ROWS, 3));
  }

  private TrainedModel model() throws IOException {
    return ModelStore.open(new org.apache.flink.core.fs.Path(data.path("store")))
        .load(new ModelVersion("tiny", 1));
  }

  private List<String> lines(String file) throws IOException {
    return Files.readAllLines(directory.resolve(file));
  }

  /** The scores of many.csv by the model itself. */
  private double[] expected(TrainedModel model) throws IOException {
    List<Features> rows = new ArrayList<>();
    for (String line : lines("many.csv").subList(1, ROWS + 1)) {
      String[] numbers = line.substring(line.lastIndexOf('"') + 2).split(",");
      rows.add(
          new Features.Dense(
              new double[] {Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1])}));
    }
    try (Matrix scores = model.scores(rows, Backends.choose("auto"))) {
      return scores.toArray();
    }
  }

  @Test
  void writesPredictionsInTheOrderOfTheRows() throws IOException {
    data.train().assertDone();
    double[] scores = expected(model());
    assertThat(
            data.score(
                    "predict",
                    "many.csv",
                    "--scores",
                    "--parallelism",
                    "4",
                    "--output",
                    data.path("out.csv"))
                .assertDone()
                .out())
        .contains("5,000 rows predicted by tiny@1");
    List<String> lines = lines("out.csv");
    assertThat(lines).hasSize(ROWS + 1);
    assertThat(lines.get(0))
        .isEqualTo("row,prediction,\"score_left, far\",score_middle,score_right");
    for (int i = 0; i < ROWS; i++) {
      int winner = Outputs.Classes.winner(scores, 3 * i, 3);
      String name = TinyData.CLASSES.get(winner);
      String start = (i + 1) + "," + (winner == 0 ? '"' + name + '"' : name) + ",";
      assertThat(lines.get(i + 1)).startsWith(start);
      String[] cells = lines.get(i + 1).substring(start.length()).split(",");
      for (int j = 0; j < 3; j++) {
        assertThat(Double.parseDouble(cells[j])).isCloseTo(scores[3 * i + j], within(1e-6));
      }
    }
  }

  @Test
  void writesProbabilitiesIfTheModelHasThem() throws IOException {
    data.train().assertDone();
    data.score("predict", "many.csv", "--probabilities", "--output", data.path("p.csv"))
        .assertRefused(
            "--probabilities: the model has scores and no probabilities: train it with validation"
                + " rows (data.validation or data.validationFraction), or with the logistic loss");
    data.trainInto("calibrated", Stream.of("data.validationFraction=0.3")).assertDone();
    data.score("predict", "many.csv", "--probabilities", "--output", data.path("p.csv"))
        .assertDone();
    TrainedModel model =
        ModelStore.open(new org.apache.flink.core.fs.Path(data.path("store")))
            .load(new ModelVersion("tiny", 2));
    double[] scores = expected(model);
    List<String> lines = lines("p.csv");
    assertThat(lines.get(0))
        .isEqualTo("row,prediction,\"probability_left, far\",probability_middle,probability_right");
    for (int i = 0; i < ROWS; i++) {
      double[] p = model.requireProbabilities().of(scores, 3 * i, 3);
      String[] cells = lines.get(i + 1).split(",");
      for (int j = 0; j < 3; j++) {
        assertThat(Double.parseDouble(cells[cells.length - 3 + j])).isCloseTo(p[j], within(1e-5));
      }
    }
    data.score("predict", "many.csv", "--interval", "0.9", "--output", data.path("p.csv"))
        .assertRefused("--interval: the model predicts classes, only numbers have intervals");
  }

  @Test
  void readsRowsWithoutLabelsAndWritesJson() throws IOException {
    data.train().assertDone();
    data.write("bare.csv", "y,x\n0.5,0.3\n0.5,oops\n0.5,2.4\n");
    data.score(
            "predict",
            "bare.csv",
            "--format={type: csv, header: true, features: [x, y]}",
            "--on-bad-record=quarantine",
            "--output",
            data.path("out.jsonl"))
        .assertDone();
    assertThat(lines("out.jsonl"))
        .containsExactly(
            "{\"row\":1,\"prediction\":\"left, far\"}", "{\"row\":3,\"prediction\":\"right\"}");
    assertThat(lines("out.jsonl.quarantine.jsonl"))
        .singleElement()
        .asString()
        .contains("/bare.csv:3", "found \\\"oops\\\"");
    data.score("predict", "test.csv", "--rows=19-20", "--output", data.path("rows.jsonl"))
        .assertDone();
    assertThat(lines("rows.jsonl")).hasSize(2).first().asString().startsWith("{\"row\":19,");
  }

  @Test
  void findsColumnsByTheirNamesWhereverTheyStand() throws IOException {
    data.write("test.csv", moved(lines("test.csv")));
    data.train().assertDone();
    data.write("moved.csv", moved(lines("many.csv")));
    List<String> files = List.of("many.csv", "moved.csv", "moved.csv");
    List<String> formats = List.of("", "", "--format={type: csv, header: true, label: class}");
    for (int i = 0; i < files.size(); i++) {
      List<String> more = new ArrayList<>(List.of("--output", data.path(i + ".csv")));
      more.addAll(formats.get(i).isEmpty() ? List.of() : List.of(formats.get(i)));
      data.score("predict", files.get(i), more.toArray(String[]::new)).assertDone();
      assertThat(lines(i + ".csv")).isEqualTo(lines("0.csv"));
    }
    data.write("other.csv", "x,z\n1,2\n");
    data.score("predict", "other.csv", "--output", data.path("other-out.csv"))
        .assertRefused("/other.csv: found no feature column y, allowed column numbers 1 to 2");
  }

  /** The columns x and y exchanged, and one more column. */
  private static String moved(List<String> lines) {
    StringBuilder text = new StringBuilder();
    for (String line : lines) {
      text.append(line.replaceFirst("(.*),([^,]+),([^,]+)$", "$3,7,$2,$1")).append('\n');
    }
    return text.toString().replaceFirst("7", "more");
  }

  @Test
  void evaluatesClasses() throws IOException {
    data.train().assertDone();
    double[] scores = expected(model());
    long[][] confusion = new long[3][3];
    long wrong = 0;
    for (int i = 0; i < ROWS; i++) {
      int winner = Outputs.Classes.winner(scores, 3 * i, 3);
      confusion[i % 3][winner]++;
      wrong += winner == i % 3 ? 0 : 1;
    }
    JsonNode json =
        new ObjectMapper()
            .readTree(data.score("evaluate", "many.csv", "--json").assertDone().out());
    assertThat(json.get("rows").asInt()).isEqualTo(ROWS);
    JsonNode classes = json.get("classification");
    assertThat(classes.get("error").asDouble()).isEqualTo((double) wrong / ROWS);
    assertThat(classes.get("confusion").toString())
        .isEqualTo(new ObjectMapper().valueToTree(confusion).toString());
    assertThat(data.score("evaluate", "many.csv").assertDone().out())
        .contains(
            "rows       5,000", "macro F1", "AUC ", "precision  recall", "confused ", "confusion");
  }

  /** What evaluate finds is what predict takes: as many rows. */
  @Test
  void aThresholdReachesThePrecisionThatIsAskedFor() throws IOException {
    StringBuilder text = new StringBuilder("class,x,y\n");
    Random random = new Random(3);
    for (int i = 0; i < 600; i++) {
      double x = random.nextDouble();
      text.append(x + 0.5 * random.nextGaussian() > 0.7 ? "yes," : "no,").append(x).append(",0\n");
    }
    data.write("train.csv", text.toString());
    data.train("data.test=null", "data.validationFraction=0.5").assertDone();
    JsonNode thresholds =
        new ObjectMapper()
            .readTree(
                data.score(
                        "evaluate",
                        "train.csv",
                        "--precision",
                        "0.6",
                        "--recall=0.8",
                        "--json",
                        "--page",
                        data.path("page.html"))
                    .assertDone()
                    .out())
            .get("classification")
            .get("thresholds");
    assertThat(thresholds).hasSize(3);
    assertThat(thresholds.get(1).get("precision").asDouble()).isBetween(0.6, 0.9);
    assertThat(thresholds.get(2).get("recall").asDouble()).isBetween(0.8, 1.0);
    for (JsonNode threshold : thresholds) {
      data.score(
              "predict",
              "train.csv",
              "--threshold",
              "yes=" + threshold.get("probability").asText(),
              "--output",
              data.path("out.csv"))
          .assertDone();
      assertThat(lines("out.csv").stream().filter(line -> line.endsWith(",yes")).count())
          .isEqualTo(threshold.get("flagged").asLong());
    }
    assertThat(Files.readString(data.directory().resolve("page.html")))
        .contains("Quality on 600 rows", "precision 0.6", "recall 0.8");
    assertThat(Files.readString(data.run().resolve("report.html"))).contains("best F1");
    data.score("predict", "train.csv", "--threshold", "0.3", "--output", data.path("out.csv"))
        .assertRefused("--threshold: found 0.3, allowed no=P or yes=P with a probability P");
    data.score("evaluate", "train.csv", "--precision", "2")
        .assertRefused("--precision: found 2.0, allowed a share from 0 to 1");
    data.write("one.csv", "class,x,y\nno,0,0\n");
    data.score("evaluate", "one.csv", "--recall", "0.9")
        .assertRefused("one.csv: found rows of one class alone");
  }

  @Test
  void predictsAndEvaluatesNumbersInTheirOwnUnits() throws IOException {
    StringBuilder text = new StringBuilder("price,x,y\n");
    for (int i = 0; i < 60; i++) {
      text.append(1000 + 10 * i).append(',').append(i / 30.0).append(",0\n");
    }
    data.write("train.csv", text.toString());
    String column = "{type: csv, header: true, label: price}";
    data.train("task=regression", "data.test=null", "data.train.format=" + column).assertDone();
    JsonNode regression =
        new ObjectMapper()
            .readTree(data.score("evaluate", "train.csv", "--json").assertDone().out())
            .get("regression");
    assertThat(regression.get("rmse").asDouble()).isBetween(0.0, 30.0);
    assertThat(regression.get("mae").asDouble())
        .isLessThanOrEqualTo(regression.get("rmse").asDouble());
    assertThat(regression.get("r2").asDouble()).isBetween(0.95, 1.0);
    data.score("predict", "train.csv", "--output", data.path("out.csv")).assertDone();
    List<String> lines = lines("out.csv");
    assertThat(lines.get(0)).isEqualTo("row,prediction");
    assertThat(Double.parseDouble(lines.get(31).split(",")[1])).isCloseTo(1300, within(30.0));
  }

  @Test
  void logarithmsAreLearnedAndTheirExponentialsShown() throws IOException {
    StringBuilder prices = new StringBuilder("price,x,y\n");
    StringBuilder logarithms = new StringBuilder("price,x,y\n");
    Random random = new Random(3);
    for (int i = 0; i < 400; i++) {
      double x = random.nextDouble();
      double price = StrictMath.exp(3 * x + 5 + 0.2 * random.nextGaussian());
      prices.append(price).append(',').append(x).append(",0\n");
      logarithms.append(StrictMath.log(price)).append(',').append(x).append(",0\n");
    }
    data.write("logarithms.csv", logarithms.toString());
    data.write("train.csv", prices.toString());
    String[] settings = {
      "task=regression",
      "data.test=null",
      "data.validationFraction=0.5",
      "data.train.format={type: csv, header: true, label: price}"
    };
    data.train(with(settings, "data.train.path=" + data.path("logarithms.csv"))).assertDone();
    data.score("predict", "train.csv", "--output", data.path("logarithms.out.csv")).assertDone();
    data.trainInto("log", Stream.of(with(settings, "objective.target=log"))).assertDone();
    JsonNode summary = new ObjectMapper().readTree(directory.resolve("log/summary.json").toFile());
    data.score("predict", "train.csv", "--interval", "0.9", "--output", data.path("out.csv"))
        .assertDone();
    List<String> learned = lines("logarithms.out.csv");
    List<String> shown = lines("out.csv");
    for (int i = 1; i <= 400; i++) { // other rows are held out, as rows are known by their bytes
      double[] row =
          Arrays.stream(shown.get(i).split(",")).mapToDouble(Double::parseDouble).toArray();
      double exponential = StrictMath.exp(Double.parseDouble(learned.get(i).split(",")[1]));
      assertThat(row[1]).isCloseTo(exponential, within(0.3 * exponential));
      assertThat(row[1] / row[2]).isCloseTo(row[3] / row[1], within(1e-9)).isGreaterThan(1.1);
    }
    JsonNode regression =
        new ObjectMapper()
            .readTree(
                data.score("evaluate", "train.csv", "--interval", "0.9", "--json")
                    .assertDone()
                    .out())
            .get("regression");
    assertThat(regression.get("coverage").get(0).asDouble()).isBetween(0.85, 0.97);
    assertThat(regression.get("rmse").asDouble()).isBetween(100.0, 400.0);
    assertThat(summary.get("validationRmse").asDouble()).isBetween(100.0, 400.0);

    data.write(
        "train.csv", prices.toString().replaceFirst("(?m)^(\\S+\\n\\S+\\n)[0-9.]+", "$10.0"));
    data.trainInto("refused", Stream.of(with(settings, "objective.target=log")))
        .assertRefused(
            "train.csv:3, column price: found 0.0 as the target, allowed a number above 0, as its"
                + " logarithm is learned");
  }

  private static String[] with(String[] settings, String further) {
    return Stream.concat(Arrays.stream(settings), Stream.of(further)).toArray(String[]::new);
  }

  @Test
  void intervalsOfNumbersCoverWhatTheySay() throws IOException {
    StringBuilder text = new StringBuilder("price,x,y\n");
    Random random = new Random(3);
    for (int i = 0; i < 400; i++) {
      double x = random.nextDouble();
      text.append(100 * x + random.nextGaussian()).append(',').append(x).append(",0\n");
    }
    data.write("train.csv", text.toString());
    String column = "{type: csv, header: true, label: price}";
    data.train(
            "task=regression",
            "data.test=null",
            "data.validationFraction=0.5",
            "data.train.format=" + column)
        .assertDone();
    data.score("predict", "train.csv", "--interval", "0.9", "--output", data.path("out.csv"))
        .assertDone();
    List<String> lines = lines("out.csv");
    assertThat(lines.get(0)).isEqualTo("row,prediction,lower,upper");
    double[] first =
        Arrays.stream(lines.get(1).split(",")).mapToDouble(Double::parseDouble).toArray();
    assertThat(first[1] - first[2]).isCloseTo(first[3] - first[1], within(1e-9)).isPositive();
    JsonNode regression =
        new ObjectMapper()
            .readTree(
                data.score("evaluate", "train.csv", "--interval", "0.9", "--json")
                    .assertDone()
                    .out())
            .get("regression");
    assertThat(regression.get("coverage").get(0).asDouble()).isBetween(0.85, 0.97);
    assertThat(regression.get("intervalWidth").get(0).asDouble())
        .isCloseTo(first[3] - first[2], within(1e-9));
    data.score("evaluate", "train.csv", "--interval", "0.9999")
        .assertRefused(
            "--interval: an interval of level 0.9999, which needs 9999 validation rows or more;");
    data.score("predict", "train.csv", "--probabilities", "--output", data.path("out.csv"))
        .assertRefused(
            "--probabilities: the model predicts numbers, only classes have probabilities");
  }

  @Test
  void predictsAndEvaluatesSeveralTargets() throws IOException {
    StringBuilder text = new StringBuilder("a,x,b\n");
    for (int i = 0; i < 60; i++) {
      text.append(i).append(',').append(i / 30.0).append(',').append(1000 - 10 * i).append('\n');
    }
    data.write("train.csv", text.toString());
    String format = "{type: csv, header: true, targets: [a, b]}";
    data.train("task=regression", "data.test=null", "data.train.format=" + format).assertDone();
    JsonNode regression =
        new ObjectMapper()
            .readTree(data.score("evaluate", "train.csv", "--json").assertDone().out())
            .get("regression");
    JsonNode byTarget = regression.get("rmseByTarget");
    assertThat(byTarget).hasSize(2);
    assertThat(Math.hypot(byTarget.get(0).asDouble(), byTarget.get(1).asDouble()) / Math.sqrt(2))
        .isCloseTo(regression.get("rmse").asDouble(), within(1e-9));
    assertThat(data.score("evaluate", "train.csv").assertDone().out()).contains("of each");
    data.write("bare.csv", "x\n1\n");
    data.score("predict", "bare.csv", "--output", data.path("out.csv")).assertDone();
    List<String> lines = lines("out.csv");
    assertThat(lines.get(0)).isEqualTo("row,prediction_1,prediction_2");
    assertThat(Double.parseDouble(lines.get(1).split(",")[1])).isCloseTo(30, within(3.0));
    assertThat(Double.parseDouble(lines.get(1).split(",")[2])).isCloseTo(700, within(30.0));
  }

  @Test
  void showsModels() throws IOException {
    assertThat(
            CommandLineRun.of("models", "list", "--store", data.path("store")).assertDone().out())
        .startsWith("no models in ");
    data.train().assertDone();
    assertThat(
            CommandLineRun.of("models", "list", "--store", data.path("store")).assertDone().out())
        .containsPattern("tiny@1 +60 +2 +3 +Gaussian\\[sigma=1.0\\]");
    String[] show = {"models", "show", "tiny", "--store", data.path("store")};
    assertThat(CommandLineRun.of(show).assertDone().out())
        .contains("tiny@1", "alpha.matrix", "blockSize: 20");
    JsonNode json =
        new ObjectMapper()
            .readTree(
                CommandLineRun.of(
                        "models", "show", "tiny@1", "--json", "--store", data.path("store"))
                    .assertDone()
                    .out());
    assertThat(json.at("/manifest/summary/n").asInt()).isEqualTo(60);
    assertThat(json.at("/provenance/curve").size()).isEqualTo(2);
    CommandLineRun verified =
        CommandLineRun.of("models", "verify", "tiny", "--store", data.path("store")).assertDone();
    assertThat(verified.out()).contains("tiny@1 is complete");
  }

  @Test
  void readsCategoriesAsTheTrainingData() throws IOException {
    String rows = "A,plain,1\nB,\"s, m\",1\nC,\"s, m\",2\n";
    data.write("train.csv", "class,kind,x\n" + rows.repeat(20));
    data.train(
            "data.test=null",
            "data.train.format.categories={kind: [plain, \"s, m\"]}",
            "objective.ridge=1e-3")
        .assertDone();
    data.write("rows.csv", "kind,x\n\"s, m\",2\nplain,1\n\"s, m\",1\n");
    data.score("predict", "rows.csv", "--output", data.path("out.csv"), "--no-label").assertDone();
    assertThat(lines("out.csv")).containsExactly("row,prediction", "1,C", "2,A", "3,B");
  }

  @Test
  void rowsBeyondTheModelsReachAreCounted() throws IOException {
    data.train().assertDone();
    data.replaceLine("test.csv", 3, "middle,1e6,0.5");
    data.replaceLine("test.csv", 7, "middle,0.5,-17");
    assertThat(data.score("predict", "test.csv", "--output", data.path("p.csv")).assertDone().out())
        .contains("2 rows are beyond what the model has learned from");
    assertThat(data.score("evaluate", "test.csv").assertDone().out())
        .contains("far rows   2, beyond what the model has learned from");
    JsonNode json =
        new ObjectMapper()
            .readTree(data.score("evaluate", "test.csv", "--json").assertDone().out());
    assertThat(json.get("farRows").asInt()).isEqualTo(2);
    assertThat(json.get("rows").asInt()).isEqualTo(20);
    assertThat(data.score("evaluate", "train.csv").assertDone().out()).doesNotContain("far rows");
  }

  @Test
  void scoresThatAreNoNumbersEndIt() throws IOException {
    data.train("kernel={type: polynomial, degree: 3}").assertDone();
    data.replaceLine("test.csv", 3, "middle,1e30,0.5");
    CommandLineRun refused = data.score("predict", "test.csv", "--output", data.path("p.csv"));
    refused.assertRefused("test.csv:3: the score is ");
    refused.assertRefused("must be finite: feature 1 is 1.0");
    assertThat(directory.resolve("p.csv")).doesNotExist();
    assertThat(
            data.score(
                    "predict",
                    "test.csv",
                    "--output",
                    data.path("p.csv"),
                    "--on-bad-record",
                    "quarantine")
                .assertDone()
                .out())
        .contains("19 rows predicted", "1 bad records");
    assertThat(lines("p.csv.quarantine.jsonl"))
        .singleElement()
        .asString()
        .contains("test.csv:3", "the score is ", "[1.0E30, 0.5]");
  }
}
