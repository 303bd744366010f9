package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs over a stream whose targets are numbers. */
class OnlineRegressionTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String[] REGRESSION = {
    "task=regression", "progressive.baselines=[linear-regression, mean, no-change]"
  };

  @TempDir Path directory;
  private TinyStream stream;

  @BeforeEach
  void prepare() throws IOException {
    stream = TinyStream.in(directory);
    stream.write("rows.csv", rows());
  }

  /** A curve that no line fits, with noise, and two rows whose targets are no numbers. */
  private static String rows() {
    return rows(1);
  }

  private static String rows(double scale) {
    Random random = new Random(3);
    StringBuilder rows = new StringBuilder("class,x,y\n");
    for (int i = 0; i < 1000; i++) {
      double x = 4 * random.nextDouble();
      double target = 5000 * Math.cos(2 * x) + 100 * random.nextGaussian();
      rows.append(i == 3 ? "NaN" : i == 7 ? "1e999" : Double.toString(scale * target));
      rows.append(',').append(x).append(",0.5\n");
    }
    return rows.toString();
  }

  private CommandLineRun train(String run, String... more) {
    return stream.train(
        run, Stream.concat(Arrays.stream(REGRESSION), Arrays.stream(more)).toArray(String[]::new));
  }

  @Test
  void learnsNumbersAndComparesItselfWithOtherLearners() throws IOException {
    CommandLineRun run = train("run", "input.file.onBadRecord=quarantine").assertDone();
    assertThat(run.out()).contains("RMSE", "linear-regression", "4 records rejected");
    JsonNode finished =
        JSON.readTree(stream.run("run").resolve("summary.json").toFile()).get("finished");
    double error = finished.get("error").asDouble();
    assertThat(error).isCloseTo(rootMeanSquare("run"), Offset.offset(1e-6 * error));
    assertThat(finished.get("errorInWindow").asDouble()).isLessThan(500);
    assertThat(finished.at("/baselines/mean/errorInWindow").asDouble()).isBetween(3000., 4000.);
    assertThat(finished.at("/baselines/linear-regression/errorInWindow").asDouble())
        .isBetween(3000., 4000.);
    assertThat(finished.at("/baselines/no-change/errorInWindow").asDouble()).isGreaterThan(4000);
    assertThat(stream.run("run").resolve("report.html"))
        .content()
        .contains("progressive RMSE", "root mean squared error");
  }

  private double rootMeanSquare(String run) throws IOException {
    List<Double> squares = new ArrayList<>();
    for (String line : stream.lines(run, "predictions")) {
      JsonNode prediction = JSON.readTree(line);
      assertThat(prediction.has("prediction")).isFalse();
      assertThat(prediction.get("scores")).hasSize(1);
      double difference =
          prediction.at("/scores/0").asDouble() - prediction.at("/label/0").asDouble();
      squares.add(difference * difference);
    }
    assertThat(squares).hasSize(2 * 998);
    return Math.sqrt(squares.stream().mapToDouble(Double::doubleValue).average().orElseThrow());
  }

  /** Single precision has no numbers below 1e-45, and the table none below 0.00001 by places. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-11, 1e-50, 1e25})
  void targetsOfAnyMagnitudeAreLearnedTheSame(double scale) throws IOException {
    train("run", "input.file.onBadRecord=quarantine").assertDone();
    stream.write("rows.csv", rows(scale));
    CommandLineRun run = train("scaled", "input.file.onBadRecord=quarantine").assertDone();
    double expected = scale * error("run");
    assertThat(error("scaled")).isCloseTo(expected, Offset.offset(expected / 1000));
    assertThat(run.out())
        .contains("RMSE " + String.format(Locale.ROOT, "%.3e", error("scaled")))
        .doesNotContain(" 0.00000");
  }

  private double error(String run) throws IOException {
    return JSON.readTree(stream.run(run).resolve("summary.json").toFile())
        .at("/finished/error")
        .asDouble();
  }

  @Test
  void targetsThatAreNoNumbersArePutAside() throws IOException {
    train("failed").assertRefused("/rows.csv:5: found the label \"NaN\"");
    train("run", "input.file.onBadRecord=quarantine", "input.file.passes=1").assertDone();
    assertThat(stream.lines("run", "dead-letters"))
        .hasSize(2)
        .anySatisfy(
            line -> assertThat(line).contains("rows.csv:5: found the label \\\"NaN\\\"", "NaN,"))
        .anySatisfy(line -> assertThat(line).contains("rows.csv:9: found", "1e999,"));
  }

  @Test
  void modelsOnTheWayAreJudgedByTheRootMeanSquare() throws IOException {
    String[] good = {"input.file.onBadRecord=quarantine", "snapshots={every: 100, maxError: 1000}"};
    train("run", good).assertDone();
    try (Stream<Path> versions = Files.list(directory.resolve("store/tiny"))) {
      assertThat(versions.filter(path -> path.getFileName().toString().startsWith("0")))
          .hasSizeGreaterThan(2);
    }
  }

  @Test
  void itsModelScoresOtherRows() throws IOException {
    train("run", "input.file.onBadRecord=quarantine").assertDone();
    stream.write("other.csv", "class,x,y\n5000,0,0.5\n-5000,1.5708,0.5\n");
    assertThat(stream.evaluate("tiny", "other.csv").assertDone().out())
        .containsIgnoringCase("RMSE");
  }

  @Test
  void baselinesAreThoseOfTheTask() {
    stream
        .train("a", "task=regression")
        .assertRefused(
            "progressive.baselines has logistic-regression, which is not for task: regression;"
                + " allowed: linear-regression, mean, no-change");
    stream
        .train("b", "progressive.baselines=[mean]")
        .assertRefused(
            "progressive.baselines has mean, which is not for task: classification; allowed:"
                + " logistic-regression, majority, no-change");
    train("c", "drift.detector={type: adwin}").assertRefused("drift.detector is given, which only");
    train("d", "learner.loss=logistic").assertRefused("learner.loss is not square, which only");
  }
}
