package org.filbert.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.types.DataType;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.ColumnList;
import org.apache.flink.types.Row;
import org.apache.flink.util.CollectionUtil;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.file.DataSet;
import org.filbert.connectors.text.JsonLines;
import org.filbert.connectors.text.RecordParser;
import org.filbert.data.DenseRows;
import org.filbert.data.Features;
import org.filbert.data.Outputs;
import org.filbert.data.Role;
import org.filbert.data.SparseRows;
import org.filbert.features.JoinedFourier;
import org.filbert.features.RandomBinning;
import org.filbert.features.RandomFourier;
import org.filbert.features.TensorSketch;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.Linear;
import org.filbert.kernel.Polynomial;
import org.filbert.kernel.PoweredExponential;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.DoublyStochastic;
import org.filbert.model.KernelExpansion;
import org.filbert.model.LearnedMetric;
import org.filbert.model.Model;
import org.filbert.model.Preprocessing;
import org.filbert.model.Provenance;
import org.filbert.model.RandomBins;
import org.filbert.model.RandomFeatures;
import org.filbert.model.RobustScaling;
import org.filbert.model.RowEncoder;
import org.filbert.model.ScaledRows;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TextPreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.operators.scoring.Scoring;
import org.filbert.operators.scoring.StreamPredictor;
import org.filbert.store.ModelFiles;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelVersion;
import org.filbert.store.NumpyExport;
import org.filbert.table.CategoryColumn;
import org.filbert.table.CellColumns;
import org.filbert.table.NumberColumn;
import org.filbert.table.TableColumn;
import org.filbert.table.TableEncoder;
import org.filbert.text.Analyser;
import org.filbert.text.Analysis;
import org.filbert.text.DocumentCounter;
import org.filbert.text.Encoding;
import org.filbert.text.NGramCounts;
import org.filbert.text.Vocabulary;
import org.filbert.text.Weights;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A model of each type gives the same two numbers by every way to predict. */
@Timeout(300)
class SameScoresTest {
  @RegisterExtension
  static final MiniClusterExtension FLINK =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(2)
              .build());

  /** The records of a test, in the process of its job. */
  private static volatile List<Features> inFlight = List.of();

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int D = 3;
  private static final int K = 2;
  private static final int ROWS = 40;
  private static final Random RANDOM = new Random(7);
  private static final List<String> NOTES =
      List.of("nuts and more nuts", "a hazel bush", "", "more nuts for a squirrel");

  @TempDir Path directory;

  /** What a user has: rows as JSON, as features and as cells of a table. */
  private record Input(
      DataFormat format,
      @Nullable CellColumns cells,
      List<String> lines,
      List<Features> features,
      List<Row> rows,
      DataType type) {
    List<String> columns() {
      return DataType.getFieldNames(type).stream().skip(1).toList();
    }

    boolean isText() {
      return format.ofText();
    }
  }

  static Stream<Arguments> models() {
    RandomBinning grids = new RandomBinning(new Laplacian(4), 2, D, 8, 42);
    RandomFourier fourier =
        new RandomFourier(new Gaussian(0.7), D, 6, 42, RandomFourier.Form.COSINE_SINE);
    return Stream.of(
        of(
            "full kernel",
            numbers(),
            new KernelExpansion(
                new PoweredExponential(1.5, 0.8, 2), new DenseRows(matrix(9, D)), matrix(9, K))),
        of(
            "full kernel of sparse rows",
            new Preprocessing(D, true, Precision.DOUBLE, new double[0], new double[] {0.5}),
            new KernelExpansion(
                new Gaussian(1),
                new SparseRows(
                    Precision.DOUBLE,
                    D,
                    new int[] {0, 1, 3},
                    new int[] {0, 1, 2},
                    new double[] {0.5, -1, 1}),
                matrix(2, K))),
        of(
            "random features of experts, with a metric",
            new LearnedMetric(
                new ScaledRows(
                    numbers(), new RobustScaling(new double[D], new double[] {2, 1, 0.5}, 1.5)),
                new double[] {1, 0.5, 2},
                List.of()),
            new RandomFeatures(
                new JoinedFourier(
                    List.of(
                        fourier,
                        new RandomFourier(new Laplacian(2), D, 4, 43, RandomFourier.Form.COSINE))),
                Precision.DOUBLE,
                matrix(10, K))),
        of(
            "tensor sketch",
            numbers(),
            new RandomFeatures(
                new TensorSketch(new Polynomial(2, 0.5, 1), D, 130, 42),
                Precision.DOUBLE,
                matrix(130, K))),
        of(
            "doubly stochastic",
            numbers(),
            new DoublyStochastic(fourier, Precision.DOUBLE, new int[] {2, 5}, matrix(12, K))),
        of("random bins", numbers(), bins(grids)),
        columns(),
        documents());
  }

  private static RowEncoder numbers() {
    return new Preprocessing(
        D, false, Precision.DOUBLE, new double[] {0.5, 0, -1}, new double[] {1, 2, 0.5});
  }

  private static Matrix matrix(int rows, int columns) {
    return Matrix.of(
        Precision.DOUBLE, rows, columns, RANDOM.doubles((long) rows * columns, -1, 1).toArray());
  }

  /** Every second of the bins that the rows fall into. */
  private static Model bins(RandomBinning grids) {
    List<long[]> names = new ArrayList<>();
    grids.forEach(
        numbers().apply(numbersInput().features),
        0,
        grids.grids(),
        (grid, from, count, found) ->
            names.add(Arrays.stream(found).limit(count).sorted().distinct().limit(10).toArray()));
    int[] starts = new int[grids.grids() + 1];
    for (int grid = 0; grid < grids.grids(); grid++) {
      starts[grid + 1] = starts[grid] + names.get(grid).length;
    }
    long[] all = names.stream().flatMapToLong(Arrays::stream).toArray();
    return new RandomBins(grids, all, starts, matrix(all.length, K));
  }

  private static Arguments of(String name, RowEncoder rows, Model model) {
    return Arguments.argumentSet(name, trained(rows, model), numbersInput());
  }

  private static TrainedModel trained(RowEncoder rows, Model model) {
    return new TrainedModel(
        rows,
        new Outputs.Targets(new double[] {2.5, -1}, new double[] {3, 0.5}),
        model,
        new Provenance("", "", 1, new TreeMap<>(), List.of()));
  }

  private static Input numbersInput() {
    Random random = new Random(8);
    List<String> lines = new ArrayList<>();
    List<Features> features = new ArrayList<>();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      double[] x = random.doubles(D, -2, 2).toArray();
      lines.add("{\"x\": " + Arrays.toString(x) + "}");
      features.add(new Features.Dense(x));
      rows.add(Row.of(i, Arrays.stream(x).boxed().toArray(Double[]::new)));
    }
    return new Input(
        new JsonLines(null, "x", List.of()),
        null,
        lines,
        features,
        rows,
        DataTypes.ROW(
            DataTypes.FIELD("id", DataTypes.INT()),
            DataTypes.FIELD("x", DataTypes.ARRAY(DataTypes.DOUBLE()))));
  }

  private static Arguments columns() {
    TableEncoder table =
        new TableEncoder(
            List.of(
                new TableColumn("age", false, new NumberColumn(40, 38, 0.1, true)),
                new TableColumn(
                    "job", false, new CategoryColumn(List.of("clerk", "smed"), 0, null, true))),
            List.of());
    int d = table.features();
    List<String> lines = new ArrayList<>();
    List<Features> features = new ArrayList<>();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      Double age = i % 7 == 0 ? null : 20 + 1.5 * i;
      String job = i % 3 == 0 ? null : i % 3 == 1 ? "clerk" : "smed";
      lines.add("{\"age\": %s, \"job\": %s}".formatted(age, job == null ? null : '"' + job + '"'));
      features.add(Features.Cells.of(Arrays.asList(age == null ? null : age.toString(), job)));
      rows.add(Row.of(i, age, job));
    }
    return Arguments.argumentSet(
        "columns",
        trained(
            new TablePreprocessing(
                table, new Preprocessing(d, false, Precision.DOUBLE, new double[0], new double[0])),
            new KernelExpansion(new Gaussian(2), new DenseRows(matrix(5, d)), matrix(5, K))),
        new Input(
            new JsonLines(null, null, List.of("age", "job")),
            table.cells(),
            lines,
            features,
            rows,
            DataTypes.ROW(
                DataTypes.FIELD("id", DataTypes.INT()),
                DataTypes.FIELD("age", DataTypes.DOUBLE()),
                DataTypes.FIELD("job", DataTypes.STRING()))));
  }

  private static Arguments documents() {
    Analysis analysis = new Analysis(2, false, false);
    DocumentCounter counter = new DocumentCounter();
    try (Analyser analyser = new Analyser(analysis)) {
      NOTES.forEach(note -> counter.add(analyser.nGrams(note)));
    }
    NGramCounts counts = counter.counts();
    TextPreprocessing rows =
        new TextPreprocessing(
            new Encoding(
                analysis,
                Weights.TF_IDF,
                true,
                new Vocabulary(NOTES.size(), counts.nGrams(), counts.documents())),
            Precision.DOUBLE);
    List<Features> features =
        NOTES.stream().map(note -> (Features) new Features.Text(note)).toList();
    List<Row> table = new ArrayList<>();
    NOTES.forEach(note -> table.add(Row.of(table.size(), note)));
    return Arguments.argumentSet(
        "documents",
        trained(
            rows, new KernelExpansion(new Linear(), rows.apply(features), matrix(NOTES.size(), K))),
        new Input(
            new JsonLines(null, null, List.of(), List.of(), "note"),
            null,
            NOTES.stream().map(note -> "{\"note\": \"" + note + "\"}").toList(),
            features,
            table,
            DataTypes.ROW(
                DataTypes.FIELD("id", DataTypes.INT()),
                DataTypes.FIELD("note", DataTypes.STRING()))));
  }

  @ParameterizedTest
  @MethodSource("models")
  void everyWayGivesTheSame(TrainedModel model, Input input) throws Exception {
    ModelStore.open(new org.apache.flink.core.fs.Path(store()))
        .publish("m", "run", Instant.EPOCH, model);
    double[][] expected = plain(input);
    assertSame("file", file(input), expected);
    assertSame("SQL", sql(input, false), expected);
    assertSame("Table API", sql(input, true), expected);
    if (!input.isText()) {
      assertSame("topic", topic(input), expected);
    }
    assumeTrue(numpyIsHere(), "python3 with numpy is not installed: the last way is not compared");
    assertSame("NumPy", numpy(model, input), expected);
  }

  private static void assertSame(String way, double[][] found, double[][] expected) {
    assertThat(found).as(way).hasDimensions(expected.length, K);
    for (int i = 0; i < expected.length; i++) {
      assertThat(found[i]).as("%s, row %s", way, i).containsExactly(expected[i], within(1e-9));
    }
  }

  private String store() {
    return directory.resolve("store").toString();
  }

  private double[][] plain(Input input) throws IOException {
    TrainedModel model = ModelFiles.latest(Path.of(store()), "m");
    double[][] all = new double[input.features.size()][];
    try (Matrix scores = model.scores(input.features, Backends.best())) {
      Arrays.setAll(all, scores::row);
    }
    return all;
  }

  private static double[] numbers(JsonNode array) {
    double[] numbers = new double[array.size()];
    Arrays.setAll(numbers, j -> array.get(j).asDouble());
    return numbers;
  }

  /** The job of {@code predict}. */
  @SuppressWarnings("try") // of a close() that may be interrupted
  private double[][] file(Input input) throws Exception {
    Path rows = Files.write(directory.resolve("rows.jsonl"), input.lines);
    DataSet data =
        new DataSet(
                List.of(rows.toString()),
                input.format,
                null,
                Role.TEST,
                OnBadRecord.FAIL,
                TaskKind.REGRESSION,
                false)
            .withColumns(input.cells);
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    double[][] all = new double[input.lines.size()][];
    try (var batches =
        new Scoring(org.filbert.connectors.read.Input.of(data), store(), "m", 1, false)
            .build(env, 2)
            .executeAndCollect()) {
      batches.forEachRemaining(
          batch -> {
            for (int i = 0; i < batch.count(); i++) {
              all[(int) batch.rows()[i] - 1] =
                  Arrays.copyOfRange(batch.scores(), i * K, (i + 1) * K);
            }
          });
    }
    return all;
  }

  private double[][] sql(Input input, boolean tableApi) {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(2);
    StreamTableEnvironment tables = StreamTableEnvironment.create(env);
    tables.createTemporaryView("points", tables.fromValues(input.type, input.rows));
    tables.executeSql(
        "CREATE CATALOG stored WITH ('type' = 'filbert', 'store' = '%s')".formatted(store()));
    Table predicted =
        tableApi
            ? tables
                .fromModel("stored.`default`.m")
                .predict(tables.from("points"), ColumnList.of(input.columns()))
            : tables.sqlQuery(
                "SELECT * FROM ML_PREDICT(TABLE points, MODEL stored.`default`.m, DESCRIPTOR(%s))"
                    .formatted(String.join(", ", input.columns())));
    double[][] all = new double[input.rows.size()][];
    for (Row row : CollectionUtil.iteratorToList(predicted.execute().collect())) {
      Double[] numbers = row.getFieldAs("prediction");
      all[row.<Integer>getFieldAs("id")] =
          Arrays.stream(numbers).mapToDouble(Double::doubleValue).toArray();
    }
    return all;
  }

  /** Records as a topic has them, by the operator of {@code predict --topic}. */
  @SuppressWarnings("try") // of a close() that may be interrupted
  private double[][] topic(Input input) throws Exception {
    RecordParser parser =
        new RecordParser(
            input.format, input.cells == null ? D : null, TaskKind.REGRESSION, input.cells);
    List<Features> records = new ArrayList<>();
    for (String line : input.lines) {
      records.add(parser.parse(line.getBytes(StandardCharsets.UTF_8)).features());
    }
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(2);
    double[][] all = new double[records.size()][];
    inFlight = records;
    try (var answers =
        StreamPredictor.latest(store(), "m")
            .predict(
                env.fromSequence(0, records.size() - 1),
                id -> inFlight.get(id.intValue()),
                (id, scored) -> Tuple2.of(id, scored.scores()),
                Types.TUPLE(Types.LONG, Types.PRIMITIVE_ARRAY(Types.DOUBLE)))
            .executeAndCollect()) {
      answers.forEachRemaining(answer -> all[answer.f0.intValue()] = answer.f1);
    }
    return all;
  }

  private double[][] numpy(TrainedModel model, Input input) throws Exception {
    Path arrays = directory.resolve("arrays");
    NumpyExport.write(
        new ModelVersion("m", 1), model, new org.apache.flink.core.fs.Path(arrays.toUri()));
    StringBuilder records = new StringBuilder();
    for (String line : input.lines) {
      JsonNode record = JSON.readTree(line);
      JsonNode whole = record.size() == 1 ? record.elements().next() : record;
      records.append(whole).append('\n');
    }
    Process process =
        new ProcessBuilder("python3", "../docs/numpy_model.py", arrays.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var in = process.getOutputStream()) {
      in.write(records.toString().getBytes(StandardCharsets.UTF_8));
    }
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    List<double[]> all = new ArrayList<>();
    for (String line : out.lines().toList()) {
      all.add(numbers(JSON.readTree(line)));
    }
    return all.toArray(double[][]::new);
  }

  private static boolean numpyIsHere() {
    try {
      return new ProcessBuilder("python3", "-c", "import numpy").start().waitFor() == 0;
    } catch (IOException | InterruptedException e) {
      return false;
    }
  }
}
