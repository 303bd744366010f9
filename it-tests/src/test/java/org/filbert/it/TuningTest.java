package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Settings that a run chooses by itself, from the command line to its files. */
class TuningTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  private static final String SPLIT = "data.validationFraction=0.3";
  private static final String OVER =
      "tuning.over={kernel.sigma: [0.05, 1], objective.ridge: [0.1, 10]}";

  @TempDir Path directory;
  private TinyData data;

  @BeforeEach
  void prepare() throws IOException {
    data = TinyData.in(directory);
  }

  private JsonNode summary() throws IOException {
    return new ObjectMapper().readTree(data.run().resolve("summary.json").toFile());
  }

  private List<String> table() throws IOException {
    return Files.readAllLines(data.run().resolve("tuning.csv"));
  }

  private TrainedModel model(int version) throws IOException {
    ModelStore store = ModelStore.open(new org.apache.flink.core.fs.Path(data.path("store")));
    return store.load(store.version("tiny", version));
  }

  @Test
  void aGridIsOneTrainingIfItIsOfRidgesAndWidths() throws IOException {
    String out = data.train(SPLIT, OVER).assertDone().out();
    assertThat(out)
        .contains("tiny: 4 trials, chosen by error of validation rows")
        .containsPattern("trial 4: kernel.sigma 1, objective.ridge 10: error [0-9.]+, epoch 1")
        .containsPattern("(?m)chosen$")
        .contains("on all rows, validation rows too", "60 rows of 2 features");
    assertThat(data.run().resolve("trials/0001/result.json")).exists();
    assertThat(data.run().resolve("trials/0002")).doesNotExist();
    assertThat(data.run().resolve("trials/0001/models")).doesNotExist();
    assertThat(table()).hasSize(5);
    assertThat(table().get(0))
        .isEqualTo(
            "trial,kernel.sigma,objective.ridge,budget,error,validationError,epochs,failure,chosen");
    JsonNode summary = summary();
    assertThat(summary.get("n").asInt()).isEqualTo(60);
    assertThat(summary.get("tuning")).hasSize(4);
    assertThat(summary.get("tuning").findValuesAsText("chosen")).containsOnlyOnce("true");
    assertThat(summary.get("validationError")).isEqualTo(chosen(summary).get("validationError"));
    assertThat(summary.has("path")).isFalse();
    assertThat(model(1).calibration()).isNotNull(); // of the validation rows, before the refit
    assertThat(Files.readString(data.run().resolve("report.html")))
        .contains("Choice of settings", "Best by kernel.sigma");
  }

  @Test
  void theLastTrainingIsThatOfTheChosenSettingsWithoutValidationRows() throws IOException {
    data.train(SPLIT, OVER, "calibration=none").assertDone();
    JsonNode chosen = chosen(summary());
    data.trainInto(
            "alone",
            Stream.of(
                "calibration=none",
                "solver.epochs=" + chosen.get("epochs").asInt(),
                "kernel.sigma=" + chosen.get("settings").get("kernel.sigma").asText(),
                "objective.ridge=" + chosen.get("settings").get("objective.ridge").asText()))
        .assertDone();
    LoopTest.assertSameBits(model(1), model(2));
  }

  private static JsonNode chosen(JsonNode summary) {
    for (JsonNode trial : summary.get("tuning")) {
      if (trial.get("chosen").asBoolean()) {
        return trial;
      }
    }
    throw new AssertionError("none is chosen");
  }

  @Test
  void validationRowsOfAFileAreLearnedToo() throws IOException {
    data.write("validation.csv", TinyData.rows(30, 3));
    String validation =
        "data.validation={path: "
            + data.path("validation.csv")
            + ", format: {type: csv, header: true, label: class}}";
    data.train(validation, OVER, "evaluation.every=1").assertDone();
    assertThat(summary().get("n").asInt()).isEqualTo(90);
    assertThat(model(1).model().toString()).contains("Gaussian");
    JsonNode chosen = chosen(summary());
    data.trainInto("kept", Stream.of(validation, OVER, "evaluation.every=1", "choose.refit=false"))
        .assertDone();
    data.trainInto(
            "alone",
            Stream.of(
                validation,
                "evaluation.every=1",
                "kernel.sigma=" + chosen.get("settings").get("kernel.sigma").asText(),
                "objective.ridge=" + chosen.get("settings").get("objective.ridge").asText()))
        .assertDone();
    LoopTest.assertSameBits(model(2), model(3));
  }

  @Test
  void randomTrialsOfFoldsAreTheSameAfterAKill() throws Exception {
    data.write("train.csv", TinyData.rows(300, 1));
    List<String> settings =
        List.of(
            "tuning={search: random, trials: 2, seed: 3, folds: 2, over: {kernel: {sigma: {from:"
                + " 0.05, to: 5, scale: log}}, solver.blockSize: {from: 10, to: 60}}}",
            "choose.by=log-loss",
            "checkpoint.interval=50ms");
    List<String> command =
        new ArrayList<>(List.of("train", data.path("tiny.yaml"), "--out", data.run().toString()));
    settings.forEach(setting -> command.addAll(List.of("--set", setting)));
    Path second = data.run().resolve("trials/0002/result.json");
    try (ChildRun child = ChildRun.start(command, directory.resolve("killed.log"))) {
      child.awaitFile(second);
    }
    assertThat(data.run().resolve("summary.json")).doesNotExist();
    String out = CommandLineRun.of("train", "--resume", data.run().toString()).assertDone().out();
    assertThat(out).contains("(kept)", "model tiny@1");

    data.trainInto("calm", settings.stream()).assertDone();
    assertThat(Files.readString(directory.resolve("calm/tuning.csv")))
        .isEqualTo(Files.readString(data.run().resolve("tuning.csv")));
    assertThat(table()).hasSize(3).anyMatch(line -> line.endsWith(",true"));
    LoopTest.assertSameBits(model(1), model(2));
    assertThat(summary().get("n").asInt()).isEqualTo(300);
  }

  @Test
  void halvingKeepsTheBestOfEachRound() throws IOException {
    data.write("train.csv", TinyData.rows(300, 1));
    data.train(
            SPLIT,
            "tuning={search: halving, trials: 6, factor: 2, least: 0.2, over: {kernel.sigma: {from:"
                + " 0.01, to: 10, scale: log}}}")
        .assertDone();
    assertThat(table().stream().skip(1).map(line -> line.split(",", -1)[2]))
        .containsExactly(
            "0.25", "0.25", "0.25", "0.25", "0.25", "0.25", "0.5", "0.5", "0.5", "1.0", "1.0");
    assertThat(table().stream().filter(line -> line.endsWith(",true")))
        .singleElement()
        .asString()
        .contains(",1.0,");
  }

  @Test
  void aListIsExtendedWhereItsEdgeIsTheBest() throws IOException {
    data.write("train.csv", TinyData.rows(120, 1));
    String out =
        data.train(SPLIT, "kernel.sigma=[0.01, 0.02]", "choose.by=log-loss").assertDone().out();
    assertThat(out)
        .containsPattern(
            "the best trial, kernel.sigma [0-9.]+, lies on the edge of kernel.sigma: the list goes"
                + " on with");
    assertThat(table().size()).isBetween(4, 6);
  }

  @Test
  void whatCannotBeSearchedIsRefused() {
    data.train(OVER)
        .assertRefused(
            "tuning needs validation rows: data.validation, data.validationFraction or"
                + " tuning.folds");
    data.train(SPLIT, "tuning.over={kernel.sigm: [1, 2]}")
        .assertRefused("tuning.over.kernel.sigm: kernel.sigm: unknown key (did you mean 'sigma'");
    data.train(SPLIT, "tuning.over={kernel.sigma: [1, -2]}")
        .assertRefused("trial 2 (kernel.sigma -2): kernel.sigma: ");
    data.train(SPLIT, "tuning.over={kernel.sigma: {from: 2, to: 1}}")
        .assertRefused("over: kernel.sigma: is empty: from is 2.0 and to is 1.0, must ascend");
    data.train(SPLIT, "tuning.over={kernel.sigma: {from: -1, to: 1, scale: log}}")
        .assertRefused("kernel.sigma: from is -1.0, must be above 0 on a logarithmic scale");
    data.train(SPLIT, "tuning.over={kernel.sigma: []}").assertRefused("found an empty list");
    data.train(SPLIT, "tuning.over={name: [a, b]}").assertRefused("name cannot be searched");
    data.train(SPLIT, OVER, "tuning.folds=3").assertRefused("tuning.folds is given");
    data.train(SPLIT, OVER, "choose.by=mae")
        .assertRefused("choose.by is mae, which only task: regression has");
    assertThat(data.run()).doesNotExist();
    data.train(OVER, "tuning.folds=500").assertRefused("tuning.folds is 500, of which fold ");
  }
}
