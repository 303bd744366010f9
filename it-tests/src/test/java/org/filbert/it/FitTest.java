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
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.store.Manifest;
import org.filbert.store.ModelStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From a raw table to a model, without settings. */
class FitTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  @TempDir Path directory;

  private String path(String file) {
    return directory.resolve(file).toString();
  }

  private void write(String file, Stream<String> lines) throws IOException {
    Files.write(directory.resolve(file), lines.toList());
  }

  /** Prices that follow two of three columns, with noise of a standard deviation of 50. */
  private void houses(String file, int count, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    write(
        file,
        Stream.concat(
            Stream.of("age,city,room,price"),
            IntStream.range(0, count)
                .mapToObj(
                    i -> {
                      double age = 4 * random.nextDouble();
                      String city = random.nextBoolean() ? "north" : "south";
                      double price =
                          1000 * Math.sin(2 * age)
                              + (city.equals("north") ? 800 : 0)
                              + 50 * random.nextGaussian();
                      return String.format(
                          Locale.ROOT, "%.4f,%s,%d,%.2f", age, city, random.nextInt(9), price);
                    })));
  }

  private CommandLineRun fit(String table, String label, String run, String... more) {
    List<String> args =
        new ArrayList<>(
            List.of("fit", path(table), "--label", label, "--out", path(run), "--store"));
    args.add(path("store"));
    args.addAll(List.of(more));
    return CommandLineRun.of(args.toArray(String[]::new));
  }

  private JsonNode json(String file) throws IOException {
    return new ObjectMapper().readTree(directory.resolve(file).toFile());
  }

  private JsonNode summary(String run) throws IOException {
    return json(run + "/summary.json");
  }

  /** SHA-256 of all parts of a model except its provenance. */
  private Map<String, String> parts(int version) throws IOException {
    ModelStore store = ModelStore.open(new org.apache.flink.core.fs.Path(path("store")));
    return store.manifest(store.version("houses", version)).parts().stream()
        .filter(part -> !part.file().equals("provenance.json"))
        .collect(Collectors.toMap(Manifest.Part::file, Manifest.Part::sha256));
  }

  @Test
  void theConfigurationThatItUsedRepeatsTheModel() throws IOException {
    houses("houses.csv", 300, 1);
    String out = fit("houses.csv", "price", "first").assertDone().out();
    assertThat(out)
        .contains(
            "regression of price, from 3 columns and 300 rows",
            "chosen by the plan: full-kernel; block-coordinate-descent, blocks of ",
            "reading the rows, then choosing by up to 2,000 of them",
            "chosen by leaving out one row of a sample at a time",
            "last solution, with a ",
            " s left",
            "seconds: reading ",
            "chosen, as in " + path("first") + "/chosen.yaml, which train repeats:",
            "  system:\n    type: full-kernel\n",
            "expected RMSE, by leaving out one row of ");
    JsonNode summary = summary("first");
    assertThat(summary.get("n").asInt()).isEqualTo(300);
    assertThat(summary.get("selection").get(0).get("error").asDouble()).isBetween(30.0, 90.0);
    assertThat(json("first/plan.json").get("selection").size()).isGreaterThan(24);
    assertThat(summary.get("selection").size()).isGreaterThan(5); // of the metric that was kept
    assertThat(summary.get("solver").asText()).isEqualTo("block-coordinate-descent/full-kernel");
    assertThat(directory.resolve("first/report.html"))
        .content()
        .contains("Choice of kernel", "Choice of metric");
    assertThat(summary.get("metrics").get(0).get("form").asText()).isEqualTo("none");
    assertThat(summary.get("metrics").findValuesAsText("chosen")).containsOnlyOnce("true");
    assertThat(summary.get("choiceSeconds").asDouble()).isPositive();
    assertThat(summary.get("seconds").fieldNames())
        .toIterable()
        .contains("reading", "choice", "solutions", "metrics", "scoring");
    CommandLineRun.of("train", path("first/chosen.yaml"), "--out", path("again")).assertDone();
    assertThat(parts(2)).isNotEmpty().isEqualTo(parts(1));
    assertThat(summary("again").get("kernel")).isEqualTo(summary.get("kernel"));
    assertThat(summary("again").get("selection").get(0)).isEqualTo(summary.get("selection").get(0));
    assertThat(directory.resolve("first/chosen.yaml"))
        .content()
        .doesNotContain("auto", "seed:", "checkpoint:", "backend:", "cache:")
        .contains("  metric:\n    learn: ", "    solutions:\n    - kernel:\n        type: ")
        .contains("calibration: left-out\n");
    assertThat(directory.resolve("again/chosen.yaml")).doesNotExist(); // nothing was left open
  }

  /** A code, whose effect follows no order, and a grade, whose effect does. */
  private void codes(String file, int count, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    double[] effects = {3, -1, 2, -3, 1, 0.5, -2, 2.5};
    write(
        file,
        Stream.concat(
            Stream.of("code,grade,x,price"),
            IntStream.range(0, count)
                .mapToObj(
                    i -> {
                      int code = random.nextInt(effects.length);
                      int grade = random.nextInt(5);
                      double x = random.nextGaussian();
                      double price = effects[code] + grade + x + 0.2 * random.nextGaussian();
                      return String.format(Locale.ROOT, "%d,%d,%.3f,%.3f", code, grade, x, price);
                    })));
  }

  @Test
  void wholeNumbersAreCategoriesWhereLeftOutRowsSaySo() throws IOException {
    codes("codes.csv", 1000, 1);
    codes("test.csv", 200, 2);
    assertThat(
            fit("codes.csv", "price", "first", "--name", "houses", "--test", path("test.csv"))
                .assertDone()
                .out())
        .contains("whole numbers that are taken as categories: code: a mean square of ")
        .contains("whole numbers that are no better as categories, and stay numbers: grade");
    assertThat(directory.resolve("first/chosen.yaml"))
        .content()
        .contains("    code:\n      type: category\n", "    grade:\n      type: number\n");
    CommandLineRun.of("train", path("first/chosen.yaml"), "--out", path("again")).assertDone();
    assertThat(parts(2)).isNotEmpty().isEqualTo(parts(1));
    assertThat(summary("again").get("testRmse")).isEqualTo(summary("first").get("testRmse"));
  }

  @Test
  void targetsOfClassesAreFoundAgain() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    write(
        "houses.csv",
        Stream.concat(
            Stream.of("a,b,c,d,e,f,shell"),
            IntStream.range(0, 400)
                .mapToObj(
                    i -> {
                      double[] x = random.doubles(6, -1.7, 1.7).toArray();
                      double square = Arrays.stream(x).map(value -> value * value).sum();
                      return Arrays.stream(x)
                              .mapToObj(value -> String.format(Locale.ROOT, "%.4f,", value))
                              .collect(Collectors.joining())
                          + (square < 4.7 ? "in" : square < 6.7 ? "mid" : "out");
                    })));
    String[] plain = {"--set", "kernel.metric=null"};
    fit("houses.csv", "shell", "first", plain).assertDone();
    assertThat(directory.resolve("first/chosen.yaml")).content().contains("ridge: auto");
    CommandLineRun.of("train", path("first/chosen.yaml"), "--out", path("again")).assertDone();
    assertThat(parts(2)).isNotEmpty().isEqualTo(parts(1));
  }

  /** One row of twenty is of a class that two of three columns tell, with noise. */
  @Test
  void aRareClassIsRankedAndTheModelIsRepeated() throws IOException {
    SplittableRandom random = new SplittableRandom(8);
    write(
        "houses.csv",
        Stream.concat(
            Stream.of("a,b,c,sold"),
            IntStream.range(0, 500)
                .mapToObj(
                    i -> {
                      double[] x = random.doubles(3, -1, 1).toArray();
                      boolean rare = x[0] * x[1] + 0.1 * random.nextGaussian() > 0.5;
                      return String.format(
                          Locale.ROOT, "%.4f,%.4f,%.4f,%s", x[0], x[1], x[2], rare ? "y" : "n");
                    })));
    String out = fit("houses.csv", "sold", "first", "--by", "auc").assertDone().out();
    assertThat(out)
        .contains(
            "others in what is learned (objective.classWeights: auto)",
            "class y is rare, ",
            "from a probability of ");
    assertThat(out.indexOf("class y is rare")).isLessThan(out.indexOf("expected error"));
    JsonNode leftOut = summary("first").get("leftOut").get("classification");
    assertThat(leftOut.get("rocAuc").asDouble()).isGreaterThan(0.9);
    assertThat(leftOut.get("error").asDouble()).isLessThan(0.06);
    assertThat(directory.resolve("first/chosen.yaml"))
        .content()
        .contains("classWeights: auto\n", "by: auc\n")
        .doesNotContain("ridge: auto", "sigma: auto");
    CommandLineRun.of("train", path("first/chosen.yaml"), "--out", path("again")).assertDone();
    assertThat(parts(2)).isNotEmpty().isEqualTo(parts(1));
  }

  @Test
  void testRowsTellTheErrorOfAModelOfAllRows() throws IOException {
    houses("houses.csv", 300, 1);
    houses("others.csv", 200, 2);
    String out =
        fit("houses.csv", "price", "run", "--test", path("others.csv"), "--time", "10m")
            .assertDone()
            .out();
    assertThat(out).contains("RMSE of 200 test rows: ");
    assertThat(summary("run").get("n").asInt()).isEqualTo(300);
    assertThat(summary("run").get("testRmse").asDouble()).isBetween(30.0, 90.0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gaussian", "exponential"})
  void effectsOfTheInputsAddUpToThePrediction(String kernel) throws IOException {
    houses("houses.csv", 300, 1);
    String set = "kernel={type: " + kernel + ", sigma: auto}";
    fit("houses.csv", "price", "run", "--set", set).assertDone();
    CommandLineRun.of(
            "predict",
            "--store",
            path("store"),
            "--model",
            "houses",
            "--input",
            path("houses.csv"),
            "--explain",
            "--output",
            path("out.jsonl"))
        .assertDone();
    List<String> lines = Files.readAllLines(directory.resolve("out.jsonl"));
    assertThat(lines).hasSize(300);
    double[] largest = new double[3];
    for (String line : lines) {
      JsonNode row = new ObjectMapper().readTree(line);
      JsonNode effects = row.get("effects");
      double sum = row.get("baseline").asDouble();
      String[] inputs = {"age", "city", "room"};
      for (int j = 0; j < 3; j++) {
        double effect = effects.get(inputs[j]).asDouble();
        sum += effect;
        largest[j] = Math.max(largest[j], Math.abs(effect));
      }
      assertThat(sum).isCloseTo(row.get("prediction").asDouble(), within(0.5));
      assertThat(row.has("effectError")).isEqualTo(kernel.equals("exponential"));
    }
    assertThat(largest[2]).isLessThan(Math.max(largest[0], largest[1]));
  }

  @Test
  void classesHaveErrorAndLogLoss() throws IOException {
    write(
        "t.csv",
        Stream.concat(
            Stream.of("a,b,c"),
            IntStream.range(0, 120)
                .mapToObj(i -> "%d,%d,%s".formatted(i % 12, i % 7, i % 12 < 6 ? "p" : "q"))));
    fit("t.csv", "c", "run").assertDone();
    assertThat(summary("run").get("selection").get(0).get("logLoss").asDouble())
        .isBetween(0.0, 0.7);
    assertThat(summary("run").get("selection").get(0).get("error").asDouble()).isLessThan(0.1);
    CommandLineRun.of(
            "predict",
            "--store",
            path("store"),
            "--model",
            "t",
            "--input",
            path("t.csv"),
            "--probabilities",
            "--output",
            path("out.csv"))
        .assertDone();
    assertThat(Files.readAllLines(directory.resolve("out.csv"))).hasSize(121);
  }

  @Test
  void refusesTablesThatCannotBeLearned() throws IOException {
    write("one.csv", Stream.of("a,b", "1,2.5"));
    fit("one.csv", "b", "run").assertRefused("found \"2.5\" in all 1 rows of the label column b");
    write("alike.csv", Stream.of("a,b", "1,x", "2,x", "3,x"));
    fit("alike.csv", "b", "run").assertRefused("found \"x\" in all 3 rows of the label column b");
    fit("alike.csv", "c", "run").assertRefused("found no label column c");
    write("constant.csv", Stream.of("a,b", "1,2.5", "1,3.5", "1,4.5"));
    fit("constant.csv", "b", "run")
        .assertRefused("found no column besides the label that could be a feature");
    fit("gone.csv", "b", "run").assertRefused("gone.csv");
    write("empty.csv", Stream.of());
    fit("empty.csv", "b", "run").assertRefused("found an empty file, allowed one or more records");
    write("header.csv", Stream.of("a,b"));
    fit("header.csv", "b", "run")
        .assertRefused("found no value in all 0 rows of the label column b");
    write("nan.csv", Stream.of("a,b", "1,NaN", "2,NaN", "3,"));
    fit("nan.csv", "b", "run").assertRefused("found no value in all 3 rows of the label column b");
    write("rows.csv", Stream.of("a,b", "1,2.5", "2,3.5", "3,1.5"));
    fit("rows.csv", "b", "run", "--set", "kernel.metric.iterations=0")
        .assertRefused("kernel.metric: iterations is 0, must be 1 or more");
    fit("rows.csv", "b", "run", "--set", "system={type: random-binning, grids: 10}")
        .assertRefused("kernel.metric.learn is auto, which needs system: {type: full-kernel}, ");
    fit("rows.csv", "b", "run", "--set", "calibration={folds: 7}")
        .assertRefused("calibration.folds is 7, of which fold ");
    fit("rows.csv", "b", "run", "--cluster-directory", path("none"))
        .assertRefused("no cluster runs in " + path("none"));
    assertThat(directory.resolve("store/rows")).doesNotExist();
  }

  @Test
  void whereNoMetricHelpsTheConfigurationHasNone() throws IOException {
    houses("houses.csv", 300, 1);
    fit("houses.csv", "price", "first", "--set", "kernel.metric=null").assertDone();
    assertThat(directory.resolve("first/chosen.yaml")).content().doesNotContain("auto", "metric");
    CommandLineRun.of("train", path("first/chosen.yaml"), "--out", path("again")).assertDone();
    assertThat(parts(2)).isNotEmpty().isEqualTo(parts(1));
  }

  @Test
  void tablesOfWhichLittleCanBeLearnedHaveAModel() throws IOException {
    write("two.csv", Stream.of("a,b,y", "1,2,3.5", "2,1,4.5"));
    fit("two.csv", "y", "two").assertDone();
    write(
        "rare.csv",
        Stream.concat(
            Stream.of("a,b,y"),
            IntStream.range(0, 60)
                .mapToObj(i -> "%d,%d,%s".formatted(i % 12, i % 7, i < 3 ? "p" : "q"))));
    fit("rare.csv", "y", "rare").assertDone();
    write(
        "alike.csv",
        Stream.concat(
            Stream.of("a,b,y"),
            IntStream.range(0, 50)
                .mapToObj(i -> "%s,5,%s".formatted(i == 0 ? "2" : "1", i % 7 + 0.5))));
    fit("alike.csv", "y", "alike").assertDone();
    write(
        "holes.csv",
        Stream.concat(
            Stream.of("a,b,y"),
            IntStream.range(0, 80)
                .mapToObj(i -> "%d,%d,%s".formatted(i, i % 7, i % 9 == 0 ? "NaN" : i + 0.5))));
    String out = fit("holes.csv", "y", "holes").assertDone().out();
    assertThat(out).contains("expected RMSE, by leaving out one row of ");
    assertThat(summary("holes").get("n").asInt()).isEqualTo(71);
  }

  @Test
  void aLabelOfManyNumbersIsRegressionAndOneOfManyTextsIsRefused() throws IOException {
    write(
        "many.csv",
        Stream.concat(
            Stream.of("a,number,text"),
            IntStream.range(0, 100_000).mapToObj(i -> "%s,%s,t%s".formatted(i % 977, i, i))));
    fit("many.csv", "number", "run", "--task", "classification")
        .assertRefused("found more than 1000 different values in the label column number");
    fit("many.csv", "text", "run")
        .assertRefused("found more than 1000 distinct texts in the label column text");
  }
}
