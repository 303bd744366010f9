package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.filbert.store.ModelStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The user's mistakes are reported in one line, and no model is stored. */
class BadInputTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  private static final String LIBSVM = "data.train.format={type: libsvm}";
  private static final String NO_TEST = "data.test=null";

  @TempDir Path directory;
  private TinyData data;

  @BeforeEach
  void prepare() throws IOException {
    data = TinyData.in(directory);
  }

  /** Damages the input of a training and runs it. */
  interface Spoiled {
    CommandLineRun run(TinyData data) throws IOException;
  }

  private static Arguments bad(String name, String message, Spoiled spoiled) {
    return argumentSet(name, message, spoiled);
  }

  private static Arguments line(String name, String line, String message) {
    return bad(
        name,
        "/train.csv:3: " + message,
        data -> {
          data.replaceLine("train.csv", 3, line);
          return data.train();
        });
  }

  private static Arguments libsvm(String name, String line, String message) {
    return bad(
        name,
        "/train.csv:2: " + message,
        data -> {
          data.write("train.csv", "1 1:1 2:2\n" + line + "\n");
          return data.train(LIBSVM, NO_TEST);
        });
  }

  private static Arguments setting(String name, String override, String message) {
    return bad(name, "--set " + override + ": " + message, data -> data.train(override));
  }

  private static Arguments configuration(String name, String from, String to, String message) {
    return bad(
        name,
        message,
        data -> {
          String yaml = Files.readString(data.directory().resolve("tiny.yaml"));
          data.write("tiny.yaml", yaml.replace(from, to));
          return data.train();
        });
  }

  static Stream<Arguments> trainings() {
    return Stream.of(
        bad(
            "missing file",
            "/train.csv: found no such file",
            data -> {
              Files.delete(data.directory().resolve("train.csv"));
              return data.train();
            }),
        bad(
            "empty file",
            "/train.csv: found an empty file",
            data -> {
              data.write("train.csv", "");
              return data.train();
            }),
        line("ragged line", "middle,1", "found 2 columns, allowed 3"),
        line("text for a number", "middle,1,two", "found \"two\" in column 3 (y), allowed"),
        line("NaN", "middle,1,NaN", "found \"NaN\" in column 3 (y), allowed a finite number"),
        line("infinity", "middle,-inf,1", "found \"-inf\" in column 2 (x), allowed a finite"),
        line("no label", ",1,2", "found no label, allowed a class name"),
        bad(
            "no label column",
            "/train.csv: found no label column kind, allowed",
            data -> data.train("data.train.format.label=kind")),
        libsvm("LIBSVM index 0", "1 0:1 2:2", "found index 0, allowed 1 or more"),
        libsvm("LIBSVM indices", "1 2:2 1:1", "found index 1 after 2, allowed strictly ascending"),
        bad(
            "one class",
            "[middle], at least 2 are needed",
            data -> {
              data.write("train.csv", "class,x,y\nmiddle,1,2\nmiddle,2,3\n");
              return data.train(NO_TEST);
            }),
        bad(
            "only unknown classes in the test data",
            "found test rows of the classes [up] alone, which no training row has",
            data -> {
              data.write("test.csv", "class,x,y\nup,1,1\n");
              return data.train();
            }),
        bad(
            "fewer features in the test data",
            "/test.csv: found no feature column y, allowed column numbers 1 to 2 or one of class,"
                + " x",
            data -> {
              data.write("test.csv", "class,x\nmiddle,1\n");
              return data.train();
            }),
        configuration("unknown key", "  epochs:", "  epoch:", "/tiny.yaml:16: solver.epoch"),
        configuration("mistyped value", "epochs: 2", "epochs: two", "/tiny.yaml:16: solver.epochs"),
        setting("sigma 0", "kernel.sigma=0", "kernel.sigma"),
        setting("negative sigma", "kernel.sigma=-1", "kernel.sigma"),
        setting("ridge 0", "objective.ridge=0", "objective.ridge: must be a number above 0"),
        setting(
            "ridges that descend", "objective.ridge=[1, 0.1]", "objective.ridge: must be a number"),
        setting(
            "no validation rows", "objective.ridge=[0.1, 1]", "objective.ridge needs validation"),
        bad(
            "weight of an unknown class",
            "found a weight for class \"up\", training has only",
            data -> data.train("objective.classWeights={up: 2}")),
        setting("ridge and lambda", "objective.lambda=0.1", "objective: "),
        setting("block size 0", "solver.blockSize=0", "solver: blockSize is 0, must be at least 1"),
        bad(
            "store that cannot be written",
            "the model store cannot be written",
            data -> data.train("store=" + data.path("train.csv") + "/store")),
        bad(
            "run directory that cannot be written",
            "cannot be created",
            data ->
                CommandLineRun.of(
                    "train", data.path("tiny.yaml"), "--out", data.path("train.csv/run"))),
        bad(
            "too little memory",
            "what helps",
            data -> {
              data.write("train.csv", TinyData.rows(1000, 1));
              return data.train("memory=1m");
            }));
  }

  @ParameterizedTest
  @MethodSource("trainings")
  void refusesToTrain(String message, Spoiled spoiled) throws IOException {
    spoiled.run(data).assertRefused(message);
    assertThat(store().list()).isEmpty();
    assertThat(data.run().resolve("summary.json")).doesNotExist();
  }

  private ModelStore store() throws IOException {
    return ModelStore.open(new org.apache.flink.core.fs.Path(data.path("store")));
  }

  @Test
  void aTestRowOfAnUnknownClassIsMisclassified() throws IOException {
    data.replaceLine("test.csv", 4, "up,1,1");
    assertThat(data.train().assertDone().out())
        .contains("warning: 1 of ", " test rows have classes that no training row has, [up]: they");
  }

  @Test
  void refusesRowsThatDoNotFitTheModel() throws IOException {
    data.train().assertDone();
    data.write("wide.csv", "middle,1,2,3\n");
    String bare = "--format={type: csv, label: \"1\"}";
    data.score("predict", "wide.csv", bare, "--output", data.path("out.csv"))
        .assertRefused("/wide.csv:1: found 3 features, the model was trained on 2");
    data.write("sparse.txt", "1 1:1\n1 3:1\n");
    data.score("predict", "sparse.txt", "--format=libsvm", "--output", data.path("out.csv"))
        .assertRefused("/sparse.txt:2: found 3 features, the model was trained on 2; fewer are");
    data.score("predict", "absent.csv", "--output", data.path("out.csv"))
        .assertRefused("/absent.csv: found no such file");
    data.replaceLine("test.csv", 21, "middle,1,x");
    data.score("predict", "test.csv", "--output", data.path("out.csv"))
        .assertRefused("/test.csv:21: found \"x\" in column 3 (y), allowed a finite number");
    data.replaceLine("test.csv", 21, "up,1,1");
    assertThat(data.score("evaluate", "test.csv").assertDone().out())
        .contains("classes    1 rows of classes that the model does not have, [up]: they count")
        .contains("(not learned)");
    data.score("predict", "test.csv", "--output", data.path("absent/out.csv"))
        .assertRefused("/absent/out.csv cannot be written: its directory does not exist");
    data.score("predict", "test.csv", "--output", data.path("out.txt"))
        .assertRefused("allowed names that end in .csv, .jsonl or .json");
    data.score("evaluate", "test.csv", "--rows", "5-1").assertRefused("rows: found 5-1, allowed");
    data.score("evaluate", "test.csv", "--format", "table").assertRefused("--format");
    data.score("evaluate", "test.csv", "--no-label").assertRefused("--no-label");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).noneMatch(file -> file.getFileName().toString().contains("out."));
    }
  }

  @Test
  void refusesModelsThatAreNotThere() {
    data.score("evaluate", "test.csv").assertRefused("/store: found no model tiny, there are none");
    data.train().assertDone();
    CommandLineRun.of("models", "show", "tiny@7", "--store", data.path("store"))
        .assertRefused("found no model tiny@7");
    CommandLineRun.of("models", "show", "tiny@x", "--store", data.path("store"))
        .assertRefused("allowed NAME or NAME@VERSION");
  }

  @Test
  void refusesDamagedModels() throws IOException {
    data.train().assertDone();
    Path version = directory.resolve("store/tiny/000001");
    Path alpha = version.resolve("alpha.matrix");
    byte[] bytes = Files.readAllBytes(alpha);

    byte[] corrupt = bytes.clone();
    corrupt[corrupt.length / 2] ^= 1;
    Files.write(alpha, corrupt);
    assertDamaged("alpha.matrix");
    Files.write(alpha, Arrays.copyOf(bytes, bytes.length - 8));
    assertDamaged("alpha.matrix");
    Files.write(alpha, bytes);
    data.score("evaluate", "test.csv").assertDone();

    Path manifest = version.resolve("manifest.json");
    String text = Files.readString(manifest);
    String future = text.replaceFirst("\"formatVersion\" : 1", "\"formatVersion\" : 999");
    assertThat(future).isNotEqualTo(text);
    Files.writeString(manifest, future);
    assertDamaged("manifest.json");
  }

  private void assertDamaged(String file) {
    data.score("evaluate", "test.csv").assertRefused(file);
    data.score("predict", "test.csv", "--output", data.path("out.csv")).assertRefused(file);
    assertThat(directory.resolve("out.csv")).doesNotExist();
    CommandLineRun verified =
        CommandLineRun.of("models", "verify", "tiny", "--store", data.path("store"));
    assertThat(verified.exitCode()).isEqualTo(2);
    assertThat(verified.out()).contains(file).contains("must not be used");
    assertThat(CommandLineRun.of("models", "list", "--store", data.path("store")).exitCode())
        .isZero();
  }

  @Test
  void setsBadRecordsAsideWhereThatIsAskedFor() throws IOException {
    data.replaceLine("train.csv", 3, "middle,1");
    data.replaceLine("train.csv", 9, "middle,NaN,1");
    data.replaceLine("test.csv", 5, "middle,1,2,3");
    CommandLineRun run = data.train("data.onBadRecord=quarantine").assertDone();
    assertThat(run.out()).contains("3 records were left out");
    assertThat(data.run().resolve("summary.json")).content().contains("\"quarantined\" : 3");
    assertThat(Files.readAllLines(data.run().resolve("quarantine.jsonl")))
        .hasSize(3)
        .anyMatch(bad -> bad.contains("/train.csv:3") && bad.contains("found 2 columns"))
        .anyMatch(bad -> bad.contains("/train.csv:9") && bad.contains("NaN"))
        .anyMatch(bad -> bad.contains("/test.csv:5") && bad.contains("found 4 columns"));
  }
}
