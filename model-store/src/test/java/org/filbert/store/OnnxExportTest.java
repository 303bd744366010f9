package org.filbert.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.calibration.Calibration;
import org.filbert.calibration.NormalisedSigmoids;
import org.filbert.calibration.Sigmoid;
import org.filbert.calibration.Softmax;
import org.filbert.data.DenseRows;
import org.filbert.data.Features;
import org.filbert.data.Outputs;
import org.filbert.features.Hashing;
import org.filbert.features.RandomBinning;
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
import org.filbert.model.RandomBins;
import org.filbert.model.RandomFeatures;
import org.filbert.model.RobustScaling;
import org.filbert.model.RowEncoder;
import org.filbert.model.ScaledRows;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.store.onnx.OnnxExport;
import org.filbert.table.CategoryColumn;
import org.filbert.table.CellKind;
import org.filbert.table.DateColumn;
import org.filbert.table.DatePart;
import org.filbert.table.NumberColumn;
import org.filbert.table.TableColumn;
import org.filbert.table.TableEncoder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Exported models that ONNX Runtime serves. */
class OnnxExportTest {
  private static final int ROWS = 1000;
  private static final double TOLERANCE = 1e-5;
  private static final ModelVersion VERSION = new ModelVersion("m", 3);

  @TempDir Path directory;

  static Stream<Arguments> models() {
    Outputs numbers = new Outputs.Targets(new double[] {2.5, -1}, new double[] {3, 0.5});
    Stream<Arguments> kernels =
        Stream.<Kernel>of(
                new Gaussian(0.7),
                new Laplacian(1.5),
                new Exponential(2),
                new Cauchy(3),
                new Matern(0.5, 1),
                new Matern(1.5, 0.5),
                new Matern(2.5, 0.5),
                new PoweredExponential(1.5, 0.8, 2),
                new PoweredExponential(2, 1.5, 2),
                new Polynomial(3, 0.5, 1),
                new Linear())
            .map(
                kernel ->
                    Arguments.argumentSet(
                        kernel.toString(),
                        Models.of(kernel, Precision.DOUBLE, false, Models.classes())));
    return Stream.concat(
        kernels,
        Stream.of(
            Arguments.argumentSet(
                "sparse", Models.of(new Gaussian(0.7), Precision.DOUBLE, true, numbers)),
            Arguments.argumentSet(
                "sparse laplacian", Models.of(new Laplacian(2), Precision.SINGLE, true, numbers)),
            Arguments.argumentSet(
                "single precision", Models.of(new Gaussian(2), Precision.SINGLE, false, numbers)),
            Arguments.argumentSet("two classes", Models.withSigmoid()),
            Arguments.argumentSet("fourier", Models.joined()),
            Arguments.argumentSet("fourier of pairs of inputs", Models.additive()),
            Arguments.argumentSet("doubly stochastic", Models.doublyStochastic()),
            Arguments.argumentSet("tensor sketch", Models.sketch()),
            Arguments.argumentSet("random bins", randomBins()),
            Arguments.argumentSet("logarithms", Models.withLogarithms()),
            Arguments.argumentSet("learned metric", Models.learnedMetric()),
            Arguments.argumentSet("normal scores", Models.normalScores())));
  }

  @ParameterizedTest
  @MethodSource("models")
  void onnxRuntimeGivesTheSameScores(TrainedModel model) throws Exception {
    double[][] rows = rows(model.model().features());
    Map<String, Object> answers = run(model, OptionalDouble.empty(), Map.of("features", rows));
    assertSame(
        model,
        Arrays.stream(rows).map(row -> (Features) new Features.Dense(row)).toList(),
        answers);
  }

  /** The scores, and classes, of some records. */
  private static void assertSame(
      TrainedModel model, List<Features> records, Map<String, Object> answers) {
    boolean classes = model.outputs() instanceof Outputs.Classes;
    double[][] found = (double[][]) answers.get(classes ? "scores" : "number");
    try (Matrix scores = model.scores(records, Backends.choose("java"))) {
      assertThat(found).hasDimensions(records.size(), scores.cols());
      double near = TOLERANCE * scores.largest();
      for (int i = 0; i < records.size(); i++) {
        assertThat(found[i]).as("row %s", i).containsExactly(scores.row(i), within(near));
        if (classes) {
          assertClass(
              ((Outputs.Classes) model.outputs()).names(),
              ((String[]) answers.get("class"))[i],
              scores.row(i),
              near);
        }
      }
    }
  }

  /** The class of the highest score, or one as high but for a small difference. */
  private static void assertClass(
      List<String> names, String found, double[] scores, double tolerance) {
    int place = names.indexOf(found);
    double best = Arrays.stream(scores).max().orElseThrow();
    double margin =
        scores.length == 1 ? (place == 1 ? scores[0] : -scores[0]) : scores[place] - best;
    assertThat(margin).isGreaterThanOrEqualTo(-tolerance);
  }

  /** Rows that models tell apart: some fall on each other, some are far away. */
  private static double[][] rows() {
    return rows(Models.FEATURES);
  }

  private static double[][] rows(int features) {
    Random random = new Random(7);
    double[][] rows = new double[ROWS][features];
    for (double[] row : rows) {
      row[0] = random.nextInt(16);
      for (int j = 1; j < row.length; j++) {
        row[j] = random.nextGaussian();
      }
    }
    rows[1] = rows[0].clone();
    rows[2] = new double[features];
    Arrays.setAll(rows[3], j -> j % 2 == 0 ? 1e6 : -1e3);
    return rows;
  }

  /** The bins of half of the rows in fifty grids. */
  private static TrainedModel randomBins() {
    int features = 7;
    RandomBinning map = new RandomBinning(new Laplacian(4), 2, features, 50, 42);
    Preprocessing preprocessing =
        new Preprocessing(features, false, Precision.SINGLE, new double[0], new double[] {0.1});
    List<Features> half =
        Arrays.stream(rows(features))
            .limit(ROWS / 2)
            .map(row -> (Features) new Features.Dense(row))
            .toList();
    List<long[]> names = new ArrayList<>();
    map.forEach(
        preprocessing.apply(half),
        0,
        map.grids(),
        (grid, from, count, found) ->
            names.add(Arrays.stream(found, 0, count).sorted().distinct().toArray()));
    int[] starts = new int[map.grids() + 1];
    Arrays.setAll(starts, grid -> names.stream().limit(grid).mapToInt(each -> each.length).sum());
    long[] all = names.stream().flatMapToLong(Arrays::stream).toArray();
    double[] w = new Random(7).doubles(all.length * 3L, -1, 1).toArray();
    return new TrainedModel(
        preprocessing,
        Models.classes(),
        new RandomBins(map, all, starts, Matrix.of(Precision.DOUBLE, all.length, 3, w)),
        new Provenance("", "", 1, new TreeMap<>(), List.of()));
  }

  @Test
  void columnsAreInputsAsTheyAreInTheTable() throws Exception {
    TrainedModel model =
        table(
            new TableColumn("age", false, new NumberColumn(40, 38, 0.1, true)),
            new TableColumn("far", false, new NumberColumn(-1, 2, 0.5, true, 1e4)),
            new TableColumn("class", true, new NumberColumn(0, 0, 1, false)),
            new TableColumn(
                "job", false, new CategoryColumn(List.of("clerk", "søren"), 0, "søren", true)),
            new TableColumn(
                "town", false, new CategoryColumn(List.of("A", "B", "C"), 0, null, false)));
    Random random = new Random(7);
    double[][] numbers = new double[3][ROWS];
    String[] jobs = new String[ROWS];
    String[] towns = new String[ROWS];
    List<Features> records = new ArrayList<>();
    List<String> kinds = List.of("", "clerk", "søren", "?", "none of them", "A", "B");
    for (int i = 0; i < ROWS; i++) {
      numbers[0][i] = i % 5 == 0 ? Double.NaN : i % 5 == 1 ? -999 : 80 * random.nextDouble();
      numbers[1][i] = i % 7 == 0 ? -1e4 : i % 7 == 1 ? 1e9 : random.nextGaussian();
      numbers[2][i] = random.nextGaussian();
      jobs[i] = kinds.get(random.nextInt(kinds.size()));
      towns[i] = kinds.get(random.nextInt(kinds.size()));
      List<@Nullable String> cells = new ArrayList<>();
      cells.add(i % 5 < 2 ? null : String.valueOf(numbers[0][i]));
      cells.add(String.valueOf(numbers[1][i]));
      cells.add(String.valueOf(numbers[2][i]));
      cells.add(cell(jobs[i]));
      cells.add(cell(towns[i]));
      records.add(Features.Cells.of(cells));
    }
    Map<String, Object> answers =
        run(
            model,
            OptionalDouble.empty(),
            Map.of(
                "age", numbers[0],
                "far", numbers[1],
                "class", numbers[2],
                "job", jobs,
                "town", towns));
    answers.put("class", answers.get("class_")); // as a column has that name
    assertSame(model, records, answers);
  }

  private static @Nullable String cell(String text) {
    return text.isEmpty() || text.equals("?") ? null : text;
  }

  private static TrainedModel table(TableColumn... columns) {
    TableEncoder table = new TableEncoder(List.of(columns), List.of("?", "-999"));
    int d = table.features();
    RobustScaling none = RobustScaling.none(d);
    double[] offset = IntStream.range(0, d).mapToDouble(j -> j / 10.0).toArray();
    RowEncoder rows =
        new ScaledRows(
            new TablePreprocessing(
                table, new Preprocessing(d, false, Precision.SINGLE, offset, new double[] {0.5})),
            new RobustScaling(none.centre(), none.factor(), 1.5));
    double[] centres = new Random(7).doubles(3L * d, -1, 1).toArray();
    return new TrainedModel(
        rows,
        Models.classes(),
        new KernelExpansion(
            new Gaussian(1),
            new DenseRows(Matrix.of(Precision.SINGLE, 3, d, centres)),
            Matrix.of(Precision.DOUBLE, 3, 3, 1, -2, 3, 0.5, 1, 2, -1, 1, 1)),
        new Provenance("", "", 1, new TreeMap<>(), List.of()));
  }

  static Stream<Calibration> probabilities() {
    return Stream.of(new Sigmoid(-2.5, 0.25), new Softmax(3.5), new NormalisedSigmoids());
  }

  @ParameterizedTest
  @MethodSource("probabilities")
  void probabilitiesAreTheSame(Calibration calibration) throws Exception {
    TrainedModel model =
        Models.calibrated(
            calibration instanceof Sigmoid
                ? new Outputs.Classes(List.of("ham", "spam"))
                : Models.classes(),
            calibration);
    double[][] rows = rows();
    double[][] found =
        (double[][])
            run(model, OptionalDouble.empty(), Map.of("features", rows)).get("probabilities");
    List<Features> records =
        Arrays.stream(rows).map(row -> (Features) new Features.Dense(row)).toList();
    try (Matrix p = model.probabilities(records, Backends.choose("java"))) {
      assertThat(found).hasDimensions(ROWS, p.cols());
      for (int i = 0; i < ROWS; i++) {
        assertThat(found[i]).as("row %s", i).containsExactly(p.row(i), within(TOLERANCE));
      }
    }
  }

  static Stream<TrainedModel> intervals() {
    return Stream.of(Models.withIntervals(), Models.withLogarithms());
  }

  @ParameterizedTest
  @MethodSource("intervals")
  void intervalsAreTheSame(TrainedModel model) throws Exception {
    double[][] rows = rows();
    Map<String, Object> answers = run(model, OptionalDouble.of(0.5), Map.of("features", rows));
    double[][] numbers = (double[][]) answers.get("number");
    double[][] lower = (double[][]) answers.get("lower");
    double[][] upper = (double[][]) answers.get("upper");
    var margins = model.margins(0.5);
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < 2; j++) {
        double size = Math.abs(upper[i][j]) + 1;
        assertThat(lower[i][j]).isCloseTo(margins.lower(numbers[i][j], j), within(1e-12 * size));
        assertThat(upper[i][j]).isCloseTo(margins.upper(numbers[i][j], j), within(1e-12 * size));
      }
    }
    assertThatThrownBy(() -> export(model, OptionalDouble.of(0.99)))
        .hasMessageContaining("which needs 99 validation rows or more");
    assertThatThrownBy(() -> export(Models.gaussian(), OptionalDouble.of(0.5)))
        .hasMessageContaining("the model predicts classes, only numbers have intervals");
  }

  static Stream<Arguments> refused() {
    List<DatePart> parts = List.of(DatePart.YEAR);
    double[] one = {1};
    return Stream.of(
        Arguments.argumentSet("text", Models.text(), "the model reads text"),
        Arguments.argumentSet("hashed text", Models.hashedText(), "the model reads text"),
        Arguments.argumentSet("hashed features", hashed(), "the model hashes its features"),
        Arguments.argumentSet(
            "hashed categories",
            table(new TableColumn("code", false, new CategoryColumn(List.of(), 3, null, false))),
            "column code has hashed categories"),
        Arguments.argumentSet(
            "dates",
            table(
                new TableColumn(
                    "day", false, new DateColumn(CellKind.ISO_DATE, parts, true, one, one, false))),
            "column day has dates"),
        Arguments.argumentSet(
            "dates in a notation",
            table(
                new TableColumn(
                    "day",
                    false,
                    new DateColumn(CellKind.ISO_DATE, parts, true, one, one, false),
                    "d.M.yyyy",
                    null)),
            "column day has dates"),
        Arguments.argumentSet(
            "numbers with groups",
            table(
                new TableColumn(
                    "price", false, new NumberColumn(0, 0, 1, false), "comma-groups", null)),
            "column price has numbers written as comma-groups"));
  }

  private static TrainedModel hashed() {
    TrainedModel model = Models.sketch();
    return new TrainedModel(
        model.preprocessing(),
        new Outputs.Targets(new double[] {0}),
        new RandomFeatures(
            new Hashing(Models.FEATURES, 2, 7),
            Precision.DOUBLE,
            Matrix.of(Precision.DOUBLE, 2, 1, 1, 2)),
        model.provenance());
  }

  @ParameterizedTest
  @MethodSource("refused")
  void whatOnnxCannotDoIsRefused(TrainedModel model, String reason) {
    assertThatThrownBy(() -> export(model, OptionalDouble.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("no export to ONNX: ")
        .hasMessageContaining(reason);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void theFileSaysWhatItHas() throws Exception {
    export(Models.withSoftmax(), OptionalDouble.empty());
    try (OrtSession session = session()) {
      assertThat(session.getInputNames()).containsExactly("features");
      assertThat(session.getOutputNames()).containsExactly("class", "scores", "probabilities");
      var metadata = session.getMetadata();
      assertThat(metadata.getProducerName()).isEqualTo("filbert");
      assertThat(metadata.getVersion()).isEqualTo(3);
      assertThat(metadata.getCustomMetadataValue("model")).contains("m@3");
      assertThat(metadata.getCustomMetadataValue("classes")).contains("[\"A\",\"B\",\"søren\"]");
    }
  }

  @Test
  void aFileIsLeftAsItIs() throws Exception {
    export(Models.gaussian(), OptionalDouble.empty());
    assertThatThrownBy(() -> export(Models.gaussian(), OptionalDouble.empty()))
        .isInstanceOf(ModelStoreException.class)
        .hasMessageContaining("found a file, allowed a new one");
  }

  private void export(TrainedModel model, OptionalDouble level) throws IOException {
    OnnxExport.write(VERSION, model, level, new org.apache.flink.core.fs.Path(file().toUri()));
  }

  private Path file() {
    return directory.resolve("m.onnx");
  }

  private OrtSession session() throws OrtException {
    return OrtEnvironment.getEnvironment().createSession(file().toString());
  }

  /** The outputs of a model that is exported, by name. */
  private Map<String, Object> run(
      TrainedModel model, OptionalDouble level, Map<String, Object> inputs) throws Exception {
    export(model, level);
    Map<String, OnnxTensor> tensors = new HashMap<>();
    Map<String, Object> answers = new HashMap<>();
    try (OrtSession session = session()) {
      for (Map.Entry<String, Object> input : inputs.entrySet()) {
        tensors.put(
            input.getKey(),
            OnnxTensor.createTensor(OrtEnvironment.getEnvironment(), input.getValue()));
      }
      try (OrtSession.Result result = session.run(tensors)) {
        for (var entry : result) {
          answers.put(entry.getKey(), entry.getValue().getValue());
        }
      }
    } finally {
      tensors.values().forEach(OnnxTensor::close);
    }
    return answers;
  }
}
