package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.filbert.calibration.Intervals;
import org.filbert.calibration.Softmax;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Probabilities and intervals of a training without validation rows. */
class CalibrationByFoldsTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  private static final String FOLDS = "calibration={folds: 3}";

  @TempDir Path directory;
  private TinyData data;

  @BeforeEach
  void prepare() throws IOException {
    data = TinyData.in(directory);
  }

  private TrainedModel model(int version) throws IOException {
    ModelStore store = ModelStore.open(new org.apache.flink.core.fs.Path(data.path("store")));
    return store.load(store.version("tiny", version));
  }

  private static TrainedModel withoutCalibration(TrainedModel model) {
    return new TrainedModel(
        model.preprocessing(), model.outputs(), model.model(), model.provenance());
  }

  private double quality(String run, String group, String figure) throws IOException {
    JsonNode found =
        new ObjectMapper()
            .readTree(directory.resolve(run).resolve("summary.json").toFile())
            .get("heldOut")
            .get(group)
            .findValue(figure);
    return (found.isArray() ? found.get(0) : found).asDouble();
  }

  @Test
  void probabilitiesAreThoseOfAllTrainingRows() throws IOException {
    data.write("train.csv", TinyData.rows(150, 1));
    data.write("test.csv", TinyData.rows(300, 2));
    String out = data.train("calibration={folds: 5}").assertDone().out();
    assertThat(out)
        .contains(
            "calibration: 5 trainings, each without one of 5 parts of the training rows, then the"
                + " model",
            "fold 1 of 5: ",
            "fold 5 of 5: ",
            "calibration: fitted to 150 rows; training the model with all rows",
            "150 rows of 2 features")
        .doesNotContain("no checkpoint");
    assertThat(model(1).calibration()).isInstanceOf(Softmax.class);
    assertThat(data.run().resolve("trials/0005/result.json")).exists();
    assertThat(data.run().resolve("trials/0001/models")).doesNotExist();

    data.write("validation.csv", TinyData.rows(300, 3));
    String validation =
        "data.validation={path: "
            + data.path("validation.csv")
            + ", format: {type: csv, header: true, label: class}}";
    data.trainInto("validated", Stream.of(validation)).assertDone();
    assertThat(quality("run", "classification", "logLoss"))
        .isCloseTo(quality("validated", "classification", "logLoss"), within(0.03));

    data.trainInto("bare", Stream.of("calibration=none")).assertDone();
    assertThat(model(3).calibration()).isNull();
    LoopTest.assertSameBits(withoutCalibration(model(1)), model(3));
  }

  @Test
  void intervalsCoverAsManyRowsAsTheySay() throws IOException {
    data.write("train.csv", numbers(200, 1));
    data.write("test.csv", numbers(400, 2));
    data.train(
            "calibration.folds=4",
            "task=regression",
            "data.train.format={type: csv, header: true, label: y}",
            "data.test.format={type: csv, header: true, label: y}")
        .assertDone();
    assertThat(model(1).calibration()).isInstanceOf(Intervals.class);
    assertThat(quality("run", "regression", "coverage")).isCloseTo(0.9, within(0.06));
  }

  private static String numbers(int count, long seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder("x,y\n");
    for (int i = 0; i < count; i++) {
      double x = 6 * random.nextDouble();
      text.append(
          String.format(
              Locale.ROOT, "%.6f,%.6f%n", x, 100 * Math.sin(x) + 10 * random.nextGaussian()));
    }
    return text.toString();
  }

  @Test
  void aKilledRunGoesOnToTheSameBits() throws Exception {
    data.write("train.csv", TinyData.rows(300, 1));
    List<String> command =
        new ArrayList<>(List.of("train", data.path("tiny.yaml"), "--out", data.run().toString()));
    command.addAll(List.of("--set", FOLDS, "--set", "checkpoint.interval=50ms"));
    try (ChildRun child = ChildRun.start(command, directory.resolve("killed.log"))) {
      child.awaitFile(data.run().resolve("trials/0001/result.json"));
    }
    assertThat(data.run().resolve("summary.json")).doesNotExist();
    String out = CommandLineRun.of("train", "--resume", data.run().toString()).assertDone().out();
    assertThat(out).contains("fold 1 of 3: ", "(kept)", "model tiny@1");

    data.trainInto("calm", Stream.of(FOLDS)).assertDone();
    assertThat(Files.readString(directory.resolve("calm/scores.json")))
        .isEqualTo(Files.readString(data.run().resolve("scores.json")));
    LoopTest.assertSameBits(model(1), model(2));
  }

  @Test
  void whatCalibratesAlreadyOrCannotIsRefused() {
    data.train(FOLDS, "data.validationFraction=0.2")
        .assertRefused(
            "calibration.folds is given beside validation rows of data, which calibrate already");
    data.train(FOLDS, "data.validationFold=1/3")
        .assertRefused(
            "calibration.folds is given beside validation rows of data, which calibrate already");
    data.train(FOLDS, "tuning={folds: 2, over: {kernel.sigma: [1, 2]}}")
        .assertRefused(
            "calibration.folds and tuning are both given: the validation rows of the search"
                + " calibrate already");
    data.train(FOLDS, "kernel.sigma=[1, 2]").assertRefused("kernel.sigma needs validation rows");
    data.train(FOLDS, "from={name: tiny}")
        .assertRefused("calibration.folds and from are both given");
    data.train("calibration={folds: 1}")
        .assertRefused(
            "calibration: must be auto, fitted, left-out or none, or {folds: k} with k from 2 on,"
                + " found {\"folds\":1}");
    data.train("calibration=platt")
        .assertRefused(
            "must be auto, fitted, left-out or none, or {folds: k} with k from 2 on, found ");
    data.train("calibration={fold: 5}").assertRefused("found {\"fold\":5}");
    assertThat(data.run()).doesNotExist();
    data.train("calibration={folds: 500}")
        .assertRefused("calibration.folds is 500, of which fold ");
  }
}
