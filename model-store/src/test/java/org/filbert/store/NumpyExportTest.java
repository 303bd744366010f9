package org.filbert.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.filbert.data.DenseRows;
import org.filbert.data.Features;
import org.filbert.data.Outputs;
import org.filbert.kernel.Cauchy;
import org.filbert.kernel.Exponential;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.Linear;
import org.filbert.kernel.Matern;
import org.filbert.kernel.Polynomial;
import org.filbert.kernel.PoweredExponential;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.KernelExpansion;
import org.filbert.model.Preprocessing;
import org.filbert.model.Provenance;
import org.filbert.model.RobustScaling;
import org.filbert.model.ScaledRows;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TextPreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.table.CategoryColumn;
import org.filbert.table.CellKind;
import org.filbert.table.DateColumn;
import org.filbert.table.DatePart;
import org.filbert.table.NumberColumn;
import org.filbert.table.TableColumn;
import org.filbert.table.TableEncoder;
import org.filbert.text.Analysis;
import org.filbert.text.Encoding;
import org.filbert.text.Weights;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Exported models that {@code docs/numpy_model.py} scores with. */
class NumpyExportTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path SCRIPT = Path.of("../docs/numpy_model.py").toAbsolutePath().normalize();
  private static final List<String> NAMES = List.of("age", "job", "code", "day", "at");

  @TempDir Path directory;

  static Stream<Arguments> models() {
    Stream<Arguments> kernels =
        Stream.<Kernel>of(
                new Gaussian(0.2),
                new Laplacian(1.5),
                new Exponential(2),
                new Cauchy(3),
                new Matern(0.5, 1),
                new Matern(1.5, 0.5),
                new Matern(2.5, 0.5),
                new PoweredExponential(1.5, 0.8, 2),
                new Polynomial(3, 0.5, 1),
                new Linear())
            .map(
                kernel ->
                    Arguments.argumentSet(
                        kernel.toString(),
                        Models.of(kernel, Precision.DOUBLE, false, Models.classes()),
                        Models.inputs()));
    Outputs numbers = new Outputs.Targets(new double[] {2.5, -1}, new double[] {3, 0.5});
    return Stream.concat(
        kernels,
        Stream.of(
            of("sparse", Models.of(new Gaussian(0.7), Precision.DOUBLE, true, numbers)),
            of("sparse laplacian", Models.of(new Laplacian(2), Precision.DOUBLE, true, numbers)),
            of("single precision", Models.of(new Gaussian(2), Precision.SINGLE, false, numbers)),
            of("fourier", Models.joined()),
            of("tensor sketch", Models.sketch()),
            of("doubly stochastic", Models.doublyStochastic()),
            of("random bins", Models.randomBins()),
            of("logarithms", Models.withLogarithms()),
            of("learned metric", Models.learnedMetric()),
            of("normal scores", Models.normalScores()),
            Arguments.argumentSet("columns", columns(), rows()),
            Arguments.argumentSet("documents", documents(), Models.documents()),
            Arguments.argumentSet("hashed words", Models.hashedText(), Models.documents())));
  }

  private static Arguments of(String name, TrainedModel model) {
    return Arguments.argumentSet(name, model, Models.inputs());
  }

  /** Cells of all kinds, and rows that are scaled and clipped. */
  private static TrainedModel columns() {
    TableEncoder table =
        new TableEncoder(
            List.of(
                new TableColumn("age", false, new NumberColumn(40, 38, 0.1, true)),
                new TableColumn(
                    "job", false, new CategoryColumn(List.of("clerk", "smed"), 0, "smed", true)),
                new TableColumn("code", false, new CategoryColumn(List.of(), 3, null, false)),
                new TableColumn(
                    "day",
                    false,
                    new DateColumn(
                        CellKind.ISO_DATE,
                        List.of(DatePart.YEAR, DatePart.MONTH, DatePart.WEEKDAY, DatePart.HOUR),
                        true,
                        new double[] {2020, 0, 0, 0},
                        new double[] {0.25, 1, 1, 1},
                        true)),
                new TableColumn(
                    "at",
                    false,
                    new DateColumn(
                        CellKind.EPOCH_SECONDS,
                        List.of(DatePart.HOUR),
                        false,
                        new double[] {12},
                        new double[] {0.1},
                        false))),
            List.of("?"));
    int d = table.features();
    RobustScaling scaling = RobustScaling.none(d);
    double[] centres = new Random(7).doubles(3L * d, -1, 1).toArray();
    return new TrainedModel(
        new ScaledRows(
            new TablePreprocessing(
                table, new Preprocessing(d, false, Precision.DOUBLE, new double[0], new double[0])),
            new RobustScaling(scaling.centre(), scaling.factor(), 1.5)),
        Models.classes(),
        new KernelExpansion(
            new PoweredExponential(1.5, 1, 2),
            new DenseRows(Matrix.of(Precision.DOUBLE, 3, d, centres)),
            Matrix.of(Precision.DOUBLE, 3, 3, 1, -2, 3, 0.5, 1, 2, -1, 1, 1)),
        new Provenance("", "", 1, new TreeMap<>(), List.of()));
  }

  private static List<Features> rows() {
    List<List<@Nullable String>> rows = new ArrayList<>();
    rows.add(List.of("41.5", "clerk", "ab", "2026-03-01T08:30:15", "1700000000"));
    rows.add(List.of("1e3", "none of them", "søren", "1999-12-31", "-0.5"));
    List<@Nullable String> empty = new ArrayList<>();
    NAMES.forEach(name -> empty.add(null));
    rows.add(empty);
    return rows.stream().map(cells -> (Features) Features.Cells.of(cells)).toList();
  }

  /** Weighted n-grams of documents, whose words stay as they are. */
  private static TrainedModel documents() {
    TrainedModel text = Models.text();
    Encoding stemmed = ((TextPreprocessing) text.preprocessing()).encoding();
    TextPreprocessing plain =
        new TextPreprocessing(
            new Encoding(new Analysis(3, false, false), Weights.TF_IDF, true, stemmed.vocabulary()),
            Precision.DOUBLE);
    return new TrainedModel(
        plain,
        text.outputs(),
        new KernelExpansion(
            new Linear(),
            plain.apply(Models.documents()),
            Matrix.of(Precision.DOUBLE, 3, 1, new double[] {-2, 0.5, 1.5})),
        text.provenance());
  }

  private static Object json(Features record) {
    if (record instanceof Features.Dense dense) {
      return dense.values();
    }
    Map<String, @Nullable Object> cells = new LinkedHashMap<>();
    if (record instanceof Features.Sparse sparse) {
      for (int t = 0; t < sparse.indices().length; t++) {
        cells.put(String.valueOf(sparse.indices()[t]), sparse.values()[t]);
      }
      return cells;
    }
    if (record instanceof Features.Cells row) {
      for (int j = 0; j < NAMES.size(); j++) {
        cells.put(NAMES.get(j), row.cell(j));
      }
      return cells;
    }
    return ((Features.Text) record).document();
  }

  @ParameterizedTest
  @MethodSource("models")
  void numpyGivesTheSameScores(TrainedModel model, List<Features> records) throws Exception {
    NumpyExport.write(new ModelVersion("m", 3), model, path());
    JsonNode answers = numpy().value(directory, "m.scores(records).tolist()", json(records));
    assertScores(model, records, JSON.convertValue(answers, double[][].class));
  }

  private static void assertScores(TrainedModel model, List<Features> records, double[][] answers) {
    double tolerance = model.preprocessing().precision() == Precision.DOUBLE ? 1e-9 : 1e-5;
    try (Matrix scores = model.scores(records, Backends.choose("java"))) {
      assertThat(answers).hasNumberOfRows(records.size());
      for (int i = 0; i < records.size(); i++) {
        assertThat(answers[i]).as("record %s", i).containsExactly(scores.row(i), within(tolerance));
      }
    }
  }

  @Test
  void theProgramScoresLines() throws Exception {
    TrainedModel model = Models.gaussian();
    NumpyExport.write(new ModelVersion("m", 3), model, path());
    numpy();
    StringBuilder lines = new StringBuilder();
    for (Object record : json(Models.inputs())) {
      lines.append(JSON.writeValueAsString(record)).append('\n');
    }
    Process process = Numpy.start(SCRIPT.toString(), directory.toString());
    try (var in = process.getOutputStream()) {
      in.write(lines.toString().getBytes(StandardCharsets.UTF_8));
    }
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    assertScores(
        model,
        Models.inputs(),
        JSON.readValue("[" + String.join(",", out.lines().toList()) + "]", double[][].class));
  }

  private static List<Object> json(List<Features> records) {
    return records.stream().map(NumpyExportTest::json).toList();
  }

  private org.apache.flink.core.fs.Path path() {
    return new org.apache.flink.core.fs.Path(directory.toUri());
  }

  /** A process that imports the program once, and answers expressions of exported models. */
  private record Numpy(Process process, BufferedReader answers) {
    private static final String PROGRAM =
        """
        import json, sys
        sys.path.insert(0, sys.argv[1])
        import numpy_model
        print(flush=True)
        for line in sys.stdin:
            model, expression, records = json.loads(line)
            value = eval(expression, {"m": numpy_model.Model(model), "records": records})
            print(json.dumps(value), flush=True)
        """;

    static Process start(String... arguments) throws IOException {
      List<String> command = new ArrayList<>(List.of("python3"));
      command.addAll(List.of(arguments));
      return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    /** Null if Python or numpy is not installed. */
    static @Nullable Numpy start() {
      try {
        Process process = start("-c", PROGRAM, SCRIPT.getParent().toString());
        BufferedReader answers = process.inputReader(StandardCharsets.UTF_8);
        return answers.readLine() == null ? null : new Numpy(process, answers);
      } catch (IOException e) {
        return null;
      }
    }

    /** Of an exported model m, and of records. */
    JsonNode value(Path model, String expression, List<Object> records) throws IOException {
      Writer requests = process.outputWriter(StandardCharsets.UTF_8);
      requests.write(
          JSON.writeValueAsString(List.of(model.toString(), expression, records)) + "\n");
      requests.flush();
      return JSON.readTree(answers.readLine());
    }
  }

  private static @Nullable Numpy started;

  @BeforeAll
  static void start() {
    started = Numpy.start();
  }

  @AfterAll
  static void stop() {
    if (started != null) {
      started.process().destroy();
    }
  }

  private static Numpy numpy() {
    assumeTrue(started != null, "python3 with numpy is not installed: nothing is compared");
    return Objects.requireNonNull(started);
  }

  @Test
  void calibrationsAreTheSame() throws Exception {
    List<Object> scores = List.of(List.of(15, 1, 0.5, -0.5));
    int at = 0;
    for (TrainedModel model :
        List.of(Models.withSigmoid(), Models.withSoftmax(), Models.withNormalisedSigmoids())) {
      Path own = directory.resolve("p" + at++);
      NumpyExport.write(
          new ModelVersion("m", 3), model, new org.apache.flink.core.fs.Path(own.toUri()));
      JsonNode p = numpy().value(own, "m.probabilities(records)[0].tolist()", scores);
      assertThat(JSON.convertValue(p, double[].class))
          .containsExactly(model.requireProbabilities().of(scores(model)), within(1e-5));
    }
    Path own = directory.resolve("intervals");
    TrainedModel model = Models.withIntervals();
    NumpyExport.write(
        new ModelVersion("m", 3), model, new org.apache.flink.core.fs.Path(own.toUri()));
    JsonNode half = numpy().value(own, "m.half_widths(0.5).tolist()", List.of());
    assertThat(JSON.convertValue(half, double[].class))
        .containsExactly(model.requireIntervals().halfWidths(0.5));
  }

  private static double[] scores(TrainedModel model) {
    try (Matrix scores =
        model.scores(
            List.of(new Features.Dense(new double[] {15, 1, 0.5, -0.5})),
            Backends.choose("java"))) {
      return scores.row(0);
    }
  }

  @Test
  void aDirectoryWithAModelIsLeftAsItIs() throws Exception {
    NumpyExport.write(new ModelVersion("m", 1), Models.gaussian(), path());
    assertThatThrownBy(() -> NumpyExport.write(new ModelVersion("m", 1), Models.gaussian(), path()))
        .isInstanceOf(ModelStoreException.class)
        .hasMessageContaining("found a model, allowed a new directory");
  }
}
