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
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.model.TextPreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelVersion;
import org.filbert.testing.Reviews;
import org.filbert.text.Vocabulary;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Documents from files to models to predictions, by the command line on Flink. */
class TextTest {
  @RegisterExtension static final SharedFlink FLINK = SharedFlink.ofTwo();

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String HASHED =
      "preprocessing.text={columns: hashed, weights: binary, normalise: true}";
  private static final String HASHING =
      "system={type: random-features, map: hashing, features: 300}";
  private static final String THREE_BLOCKS =
      "solver={type: block-coordinate-descent, blockSize: 100, epochs: 3}";

  @TempDir Path directory;
  private final List<Instance> train = Reviews.of(Role.TRAIN, 300);
  private final List<Instance> test = Reviews.of(Role.TEST, 100);

  @BeforeEach
  void write() throws IOException {
    write("train.jsonl", train);
    write("test.jsonl", test);
    Files.writeString(
        directory.resolve("reviews.yaml"),
        """
        name: reviews
        parallelism: 2
        task: regression
        data:
          train:
            path: DIRECTORY/train.jsonl
            format: {type: jsonlines, label: rating, text: review}
          test:
            path: DIRECTORY/test.jsonl
            format: {type: jsonlines, label: rating, text: review}
        preprocessing:
          text: {nGrams: 2}
        kernel: {type: linear}
        objective: {ridge: 0.1}
        solver:
          type: block-coordinate-descent
          blockSize: 300
          epochs: 1
        store: DIRECTORY/store
        """
            .replace("DIRECTORY", directory.toString()));
  }

  private void write(String file, List<Instance> reviews) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Instance instance : reviews) {
      Instance.Example review = (Instance.Example) instance;
      lines.add(
          JSON.createObjectNode()
              .put("review", ((Features.Text) review.features()).document())
              .put("rating", ((Target.Values) review.target()).values()[0])
              .toString());
    }
    Files.write(directory.resolve(file), lines);
  }

  private CommandLineRun train(String... overrides) {
    List<String> args =
        new ArrayList<>(
            List.of("train", path("reviews.yaml"), "--out", path("run" + overrides.length)));
    Arrays.stream(overrides).forEach(override -> args.addAll(List.of("--set", override)));
    return CommandLineRun.of(args.toArray(String[]::new));
  }

  private CommandLineRun score(String command, String model, String input, String... more) {
    List<String> args =
        new ArrayList<>(
            List.of(command, "--store", path("store"), "--model", model, "--input", path(input)));
    args.addAll(List.of(more));
    return CommandLineRun.of(args.toArray(String[]::new));
  }

  private String path(String file) {
    return directory.resolve(file).toString();
  }

  private TrainedModel model(int version) throws IOException {
    return ModelStore.open(new org.apache.flink.core.fs.Path(path("store")))
        .load(new ModelVersion("reviews", version));
  }

  private JsonNode summary(String run) throws IOException {
    return JSON.readTree(directory.resolve(run + "/summary.json").toFile());
  }

  private double rmseOfTheMean() {
    double mean = ratings(train).stream().mapToDouble(r -> r).average().orElseThrow();
    return Math.sqrt(
        ratings(test).stream().mapToDouble(r -> (r - mean) * (r - mean)).average().orElseThrow());
  }

  private static List<Double> ratings(List<Instance> reviews) {
    return reviews.stream()
        .map(review -> ((Target.Values) ((Instance.Example) review).target()).values()[0])
        .toList();
  }

  @Test
  void learnsRatingsByTheStringKernelAndByHashing() throws IOException {
    List<Instance> withUnknown = new ArrayList<>(test);
    withUnknown.add(Reviews.review(Role.TEST, 0, "acorn film", 0)); // acorn, acorn film
    write("test.jsonl", withUnknown);
    train().assertDone();
    train(HASHED, HASHING, THREE_BLOCKS).assertDone();
    double kernel = summary("run0").get("testRmse").asDouble();
    double hashing = summary("run3").get("testRmse").asDouble();
    assertThat(kernel).isLessThan(0.5 * rmseOfTheMean());
    assertThat(hashing).isLessThan(0.8 * rmseOfTheMean());
    assertThat(summary("run3").get("d").asInt()).isEqualTo(Integer.MAX_VALUE);
    assertThat(summary("run0").get("text").get("train").get("documents").asInt()).isEqualTo(300);
    assertThat(summary("run0").get("text").get("heldOut").get("unknown").asInt()).isEqualTo(2);

    JsonNode evaluation =
        JSON.readTree(score("evaluate", "reviews", "test.jsonl", "--json").assertDone().out());
    assertThat(evaluation.get("regression").get("rmse").asDouble())
        .isCloseTo(hashing, within(1e-4));
    assertThat(evaluation.get("text").get("unknown").asInt()).isZero();
    evaluation =
        JSON.readTree(score("evaluate", "reviews@1", "test.jsonl", "--json").assertDone().out());
    assertThat(evaluation.get("regression").get("rmse").asDouble()).isCloseTo(kernel, within(1e-4));
    assertThat(evaluation.get("text")).isEqualTo(summary("run0").get("text").get("heldOut"));
  }

  @Test
  void theVocabularyIsTheSameWhateverTheParallelism() throws IOException {
    train("parallelism=1").assertDone();
    train("parallelism=4", "seed=9").assertDone();
    Vocabulary one = vocabulary(model(1));
    Vocabulary four = vocabulary(model(2));
    assertThat(one.nGrams()).isEqualTo(four.nGrams());
    assertThat(one.frequencies()).isEqualTo(four.frequencies());
  }

  private static Vocabulary vocabulary(TrainedModel model) {
    return ((TextPreprocessing) model.preprocessing()).encoding().vocabulary();
  }

  @Test
  void predictsPlainDocuments() throws IOException {
    train().assertDone();
    Files.writeString(
        directory.resolve("new.txt"), "a splendid film\n\nthe of\nthe squirrel was tedious\n");
    assertThat(
            score(
                    "predict",
                    "reviews",
                    "new.txt",
                    "--format=documents",
                    "--output",
                    path("out.csv"))
                .assertDone()
                .out())
        .contains("3 rows predicted", "6 n-grams, 0 not in the vocabulary", "1 empty documents");
    List<String> lines = Files.readAllLines(directory.resolve("out.csv"));
    try (Matrix expected =
        model(1)
            .scores(
                List.of(
                    new Features.Text("a splendid film"),
                    new Features.Text("the of"),
                    new Features.Text("the squirrel was tedious")),
                Backends.choose("auto"))) {
      for (int i = 0; i < 3; i++) {
        assertThat(Double.parseDouble(lines.get(i + 1).split(",")[1]))
            .isCloseTo(expected.get(i, 0), within(1e-6));
      }
      double mean = ratings(train).stream().mapToDouble(r -> r).average().orElseThrow();
      assertThat(expected.get(1, 0)).isCloseTo(mean, within(1e-9));
    }
  }

  @Test
  void emptyDocumentsEndTheRunOrGoIntoQuarantine() throws IOException {
    List<Instance> withEmpty = new ArrayList<>(train);
    withEmpty.add(4, Reviews.review(Role.TRAIN, 0, "The...", 3));
    write("train.jsonl", withEmpty);
    train("preprocessing.text.emptyDocuments=fail")
        .assertRefused(
            "/train.jsonl:5: found a document without words that count, allowed one or more");
    train("preprocessing.text.emptyDocuments=quarantine", "seed=2").assertDone();
    assertThat(Files.readAllLines(directory.resolve("run2/quarantine.jsonl")))
        .singleElement()
        .asString()
        .contains("/train.jsonl:5", "The...");
    train("preprocessing.text.emptyDocuments=zeros", "seed=2", "name=zeros").assertDone();
    assertThat(summary("run3").get("text").get("train").get("empty").asInt()).isEqualTo(1);
  }

  @Test
  void whatDoesNotFitIsRefused() throws IOException {
    train("preprocessing.text=null")
        .assertRefused("preprocessing.text is missing, data.train.format names text");
    train("data.train.format={type: jsonlines, label: rating, fields: [id]}")
        .assertRefused("preprocessing.text is given, which needs documents");
    train("kernel={type: gaussian, sigma: 1}", HASHED, HASHING)
        .assertRefused("system.map is hashing, which needs kernel: {type: linear}");
    train("preprocessing.text.nGrams=4").assertRefused("nGrams is 4, must be from 1 to 3 words");
    train("preprocessing.text.columns=hashed")
        .assertRefused("weights is tf-idf, which needs a vocabulary");
    train("preprocessing.text={columns: hashed, weights: counts, minDocuments: 2}")
        .assertRefused("minDocuments is given, which only columns: vocabulary has");
    train("preprocessing.text.minDocuments=301")
        .assertRefused("found no n-gram that is in 301 or more of 300 training documents");
    train("data.train.format.text=words", "seed=3")
        .assertRefused("/train.jsonl:1: found no field words, allowed text");

    train("name=reviews", "seed=1", "data.test=null").assertDone();
    Files.writeString(directory.resolve("numbers.csv"), "1,2\n");
    score("predict", "reviews", "numbers.csv", "--format={type: csv}", "--output", path("out.csv"))
        .assertRefused("/numbers.csv:1: found numbers, the model was trained on text");
  }
}
