package org.filbert.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.types.DataType;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.util.CollectionUtil;
import org.filbert.calibration.Margins;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.data.TargetTransform;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelStore;
import org.filbert.testing.LetterData;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.testing.Trainings;
import org.filbert.train.TrainingSpec;
import org.filbert.train.columns.Scaling;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MlPredictTest {
  private static final int TEST = 150;

  @RegisterExtension
  static final MiniClusterExtension FLINK =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(2)
              .build());

  @TempDir static Path directory;

  private static TrainedModel model;
  private static List<Features> rows;

  private StreamTableEnvironment env;

  @BeforeAll
  static void train() throws Exception {
    List<Instance> letters = LetterData.instances(600, TEST);
    Backend backend = Backends.best();
    RunOptions run = RunOptions.of(new Gaussian(0.5), 600, 1).withPrecision(Precision.DOUBLE);
    try (LocalWorkers workers = Shards.local(letters, new Placement(7, 1), backend)) {
      model = Trainings.of(run, new Scaling.Divide(15)).run(workers).model();
    }
    publish(directory.resolve("store"));
    rows =
        letters.stream()
            .map(Instance.Example.class::cast)
            .filter(row -> row.role() == Role.TEST)
            .map(Instance.Example::features)
            .toList();
  }

  private static void publish(Path store) throws IOException {
    ModelStore.open(new org.apache.flink.core.fs.Path(store.toString()))
        .publish("letter", "run-" + System.nanoTime(), Instant.now(), model);
  }

  @BeforeEach
  void environment() {
    StreamExecutionEnvironment flink = StreamExecutionEnvironment.getExecutionEnvironment();
    flink.setParallelism(2);
    env = StreamTableEnvironment.create(flink);
  }

  private static String inputs(String type) {
    return IntStream.rangeClosed(1, 16)
        .mapToObj(j -> "x" + j + " " + type)
        .collect(Collectors.joining(", "));
  }

  private static String names() {
    return IntStream.rangeClosed(1, 16).mapToObj(j -> "x" + j).collect(Collectors.joining(", "));
  }

  private void createModel(String inputs, String outputs, String options) {
    env.executeSql(
        "CREATE MODEL m INPUT (%s) OUTPUT (%s) WITH ('provider' = 'filbert', 'store' = '%s', 'model' = 'letter'%s)"
            .formatted(inputs, outputs, directory.resolve("store"), options));
  }

  /** Rows of an id and 16 numbers. */
  private void createNumbers(DataType type) {
    List<Row> table = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      Row row = new Row(17);
      row.setField(0, i);
      double[] values = ((Features.Dense) rows.get(i)).values();
      for (int j = 0; j < 16; j++) {
        row.setField(
            j + 1, type.equals(DataTypes.INT()) ? (Object) (int) values[j] : (Object) values[j]);
      }
      table.add(row);
    }
    List<DataTypes.Field> fields = new ArrayList<>(List.of(DataTypes.FIELD("id", DataTypes.INT())));
    for (int j = 1; j <= 16; j++) {
      fields.add(DataTypes.FIELD("x" + j, type));
    }
    env.createTemporaryView("letters", env.fromValues(DataTypes.ROW(fields), table));
  }

  private List<Row> collect(String sql) throws Exception {
    return CollectionUtil.iteratorToList(env.executeSql(sql).collect());
  }

  private static double[][] scores() {
    try (Matrix scores = model.scores(rows, Backends.best())) {
      return IntStream.range(0, rows.size()).mapToObj(scores::row).toArray(double[][]::new);
    }
  }

  private static void assertScores(List<Row> answers) {
    double[][] expected = scores();
    List<String> classes =
        model.predict(rows).stream().map(target -> ((Target.ClassName) target).name()).toList();
    assertThat(answers).hasSize(TEST);
    for (Row answer : answers) {
      int id = answer.getFieldAs("id");
      assertThat(answer.<String>getFieldAs("prediction")).isEqualTo(classes.get(id));
      Double[] found = answer.getFieldAs("scores");
      for (int j = 0; j < 26; j++) {
        assertThat(found[j]).isCloseTo(expected[id][j], within(1e-9));
      }
      assertThat(answer.<Integer>getFieldAs("model_version")).isEqualTo(1);
    }
  }

  @Test
  void predictsInBatchesOfColumnsOfNumbers() throws Exception {
    createNumbers(DataTypes.DOUBLE());
    createModel(inputs("DOUBLE"), "prediction STRING, scores ARRAY<DOUBLE>, model_version INT", "");
    assertScores(
        collect(
            "SELECT id, prediction, scores, model_version FROM ML_PREDICT(TABLE letters, MODEL m, DESCRIPTOR(%s), MAP['async', 'true', 'max-concurrent-operations', '128'])"
                .formatted(names())));
  }

  @Test
  void predictsRowByRow() throws Exception {
    createNumbers(DataTypes.INT());
    createModel(inputs("INT"), "prediction STRING, scores ARRAY<DOUBLE>, model_version INT", "");
    assertScores(
        collect(
            "SELECT id, prediction, scores, model_version FROM ML_PREDICT(TABLE letters, MODEL m, DESCRIPTOR(%s), MAP['async', 'false'])"
                .formatted(names())));
  }

  @Test
  void takesColumnsOfOtherTypesThanTheModelNames() throws Exception {
    createNumbers(DataTypes.INT());
    createModel(inputs("DOUBLE"), "prediction STRING, scores ARRAY<DOUBLE>, model_version INT", "");
    assertScores(
        collect(
            "SELECT id, prediction, scores, model_version FROM ML_PREDICT(TABLE letters, MODEL m, DESCRIPTOR(%s))"
                .formatted(names())));
  }

  /** Rows of an id and an array of 16 numbers. */
  private void createArrays() {
    List<Row> table = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      double[] values = ((Features.Dense) rows.get(i)).values();
      table.add(Row.of(i, Arrays.stream(values).boxed().toArray(Double[]::new)));
    }
    env.createTemporaryView(
        "letters",
        env.fromValues(
            DataTypes.ROW(
                DataTypes.FIELD("id", DataTypes.INT()),
                DataTypes.FIELD("x", DataTypes.ARRAY(DataTypes.DOUBLE()))),
            table));
  }

  @Test
  void takesAnArray() throws Exception {
    createArrays();
    createModel(
        "x ARRAY<DOUBLE>", "prediction STRING, scores ARRAY<DOUBLE>, model_version INT", "");
    assertScores(
        collect(
            "SELECT id, prediction, scores, model_version FROM ML_PREDICT(TABLE letters, MODEL m,"
                + " DESCRIPTOR(x))"));
  }

  @Test
  void theCatalogHasTheModels() throws Exception {
    createArrays();
    env.executeSql(
        "CREATE CATALOG stored WITH ('type' = 'filbert', 'store' = '%s')"
            .formatted(directory.resolve("store")));
    assertThat(collect("SHOW MODELS FROM stored.`default`")).containsExactly(Row.of("letter"));
    assertThat(collect("DESCRIBE MODEL stored.`default`.letter").toString())
        .contains("features, ARRAY<DOUBLE>")
        .contains("prediction, STRING");
    assertScores(
        collect(
            "SELECT id, prediction, scores, model_version FROM ML_PREDICT(TABLE letters, MODEL"
                + " stored.`default`.`letter@1`, DESCRIPTOR(x))"));
  }

  @Test
  void refusesWhatDoesNotFitTheModel() {
    assertRefused(
        "x DOUBLE",
        "label STRING",
        "",
        "INPUT has 1 columns of numbers, the model was trained on 16 features");
    assertRefused(
        "x STRING",
        "label STRING",
        "",
        "INPUT is (x STRING), the model was trained on numbers: 16 columns of them");
    assertRefused(
        "x DATE", "label STRING", "", "INPUT is (x DATE), the model was trained on numbers");
    assertRefused(inputs("DOUBLE"), "y DOUBLE", "", "OUTPUT column y is DOUBLE, must be STRING");
    assertRefused(
        inputs("DOUBLE"),
        "prediction STRING, p DOUBLE",
        "",
        "OUTPUT has the column p, allowed are");
    assertRefused(
        inputs("DOUBLE"), "probability DOUBLE", "", "the model has scores and no probabilities");
    assertRefused(inputs("DOUBLE"), "l STRING", ", 'version' = '7'", "found no model letter@7");
    assertRefused(inputs("DOUBLE"), "l STRING", ", 'version' = 'x'", "version is 'x'");
    assertRefused(inputs("DOUBLE"), "l STRING", ", 'batch.size' = '0'", "batch.size is 0");
  }

  private void assertRefused(String inputs, String outputs, String options, String message) {
    createModel(inputs, outputs, options);
    String columns =
        Arrays.stream(inputs.split(", "))
            .map(column -> column.split(" ")[0])
            .collect(Collectors.joining(", "));
    String select = inputs.replaceAll("(\\w+) (\\w+)", "CAST(NULL AS $2) AS $1");
    env.createTemporaryView("unfit", env.sqlQuery("SELECT " + select));
    assertThatThrownBy(
            () ->
                env.explainSql(
                    "SELECT * FROM ML_PREDICT(TABLE unfit, MODEL m, DESCRIPTOR(%s))"
                        .formatted(columns)))
        .hasStackTraceContaining(message);
    env.executeSql("DROP MODEL m");
    env.dropTemporaryView("unfit");
  }

  @Test
  void aNullIsRefusedWithItsColumn() {
    env.createTemporaryView(
        "letters",
        env.fromValues(
            DataTypes.ROW(DataTypes.FIELD("x", DataTypes.ARRAY(DataTypes.DOUBLE()))),
            Row.of((Object) null)));
    createModel("x ARRAY<DOUBLE>", "label STRING", "");
    assertThatThrownBy(
            () -> collect("SELECT * FROM ML_PREDICT(TABLE letters, MODEL m, DESCRIPTOR(x))"))
        .hasStackTraceContaining("column x has null, must be ARRAY<DOUBLE>; in the row (x: null)");
  }

  /** Rows of 16 numbers, of no array, of a number that is missing, and of 2 numbers. */
  private void createBadRows() {
    Double[] row =
        Arrays.stream(((Features.Dense) rows.get(0)).values()).boxed().toArray(Double[]::new);
    Double[] missing = row.clone();
    missing[1] = null;
    env.createTemporaryView(
        "letters",
        env.fromValues(
            DataTypes.ROW(
                DataTypes.FIELD("id", DataTypes.INT()),
                DataTypes.FIELD("x", DataTypes.ARRAY(DataTypes.DOUBLE()))),
            Row.of(1, row),
            Row.of(2, null),
            Row.of(3, missing),
            Row.of(4, new Double[] {1.5, 2.0}),
            Row.of(5, row)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void badRowsAreNullOrLeftOut(String async) {
    createBadRows();
    String select =
        "SELECT id, label FROM ML_PREDICT(TABLE letters, MODEL m, DESCRIPTOR(x), MAP['async', '%s'])"
            .formatted(async);
    createModel("x ARRAY<DOUBLE>", "label STRING", ", 'on.bad.row' = 'null'");
    Map<Object, Boolean> known =
        CollectionUtil.iteratorToList(env.executeSql(select).collect()).stream()
            .collect(Collectors.toMap(row -> row.getField(0), row -> row.getField(1) != null));
    assertThat(known).isEqualTo(Map.of(1, true, 2, false, 3, false, 4, false, 5, true));
    env.executeSql("DROP MODEL m");
    createModel("x ARRAY<DOUBLE>", "label STRING", ", 'on.bad.row' = 'skip'");
    assertThat(CollectionUtil.iteratorToList(env.executeSql(select).collect()))
        .extracting(row -> row.getField(0))
        .containsExactlyInAnyOrder(1, 5);
    env.executeSql("DROP MODEL m");
    createModel("x ARRAY<DOUBLE>", "label STRING", "");
    env.createTemporaryView("short", env.sqlQuery("SELECT * FROM letters WHERE id = 4"));
    assertThatThrownBy(() -> collect(select.replace("TABLE letters", "TABLE short")))
        .hasStackTraceContaining("; in the row (x: [1.5, 2.0])");
  }

  @Test
  void anExponentialHasItsInterval() throws Exception {
    double[][] x = new double[40][1];
    double[] y = new double[40];
    for (int i = 0; i < 40; i++) {
      x[i][0] = i / 10.0;
      y[i] = Math.exp(3 + Math.sin(x[i][0]) + 0.1 * (i % 3));
    }
    TrainedModel prices =
        TrainingSpec.of(new Gaussian(1))
            .target(TargetTransform.LOG)
            .validationFraction(OptionalDouble.of(0.4))
            .train(x, y);
    ModelStore.open(new org.apache.flink.core.fs.Path(directory.resolve("numbers").toString()))
        .publish("prices", "run-prices", Instant.now(), prices);
    env.executeSql(
        "CREATE MODEL p INPUT (x DOUBLE) OUTPUT (prediction DOUBLE, `lower` DOUBLE, `upper` DOUBLE) WITH ('provider' = 'filbert', 'store' = '%s', 'model' = 'prices', 'interval' = '0.8')"
            .formatted(directory.resolve("numbers")));
    env.createTemporaryView(
        "points",
        env.fromValues(DataTypes.ROW(DataTypes.FIELD("x", DataTypes.DOUBLE())), Row.of(1.5)));
    Row row =
        collect(
                "SELECT prediction, `lower`, `upper` FROM ML_PREDICT(TABLE points, MODEL p,"
                    + " DESCRIPTOR(x))")
            .get(0);
    double predicted = prices.predictValue(1.5);
    Margins margins = prices.margins(0.8);
    assertThat((Double) row.getField(0)).isCloseTo(predicted, within(1e-12 * predicted));
    assertThat((Double) row.getField(1)).isCloseTo(margins.lower(predicted, 0), within(1e-9));
    assertThat((Double) row.getField(2)).isCloseTo(margins.upper(predicted, 0), within(1e-9));
    assertThat((Double) row.getField(1)).isLessThan(predicted);
  }

  private List<Row> call(String procedure) {
    return CollectionUtil.iteratorToList(env.executeSql("CALL stored.sys." + procedure).collect());
  }

  @Test
  void proceduresShowAndMoveModels(@TempDir Path own) throws IOException {
    publish(own);
    publish(own);
    env.executeSql(
        "CREATE CATALOG stored WITH ('type' = 'filbert', 'store' = '%s')".formatted(own));
    assertThat(
            CollectionUtil.iteratorToList(
                env.executeSql("SHOW PROCEDURES FROM stored.sys").collect()))
        .contains(Row.of("versions"), Row.of("promote"), Row.of("revert"));
    List<Row> models = call("versions()");
    assertThat(models).hasSize(2);
    assertThat(models.get(1).getField(1)).isEqualTo(2);
    assertThat(models.get(1).getField(2)).isEqualTo(600L);
    assertThat(call("promote('letter@1', 'trial')")).containsExactly(Row.of("trial", 1));
    assertThat(call("promote(source => 'letter@1')")).containsExactly(Row.of("letter", 3));
    assertThat(call("revert('letter')")).containsExactly(Row.of("letter", 4));
    assertThat(call("versions(name => 'trial')")).hasSize(1);
    assertThatThrownBy(() -> call("revert('trial')"))
        .hasStackTraceContaining("found trial@1 alone, a rollback needs a version before it");
    assertThatThrownBy(() -> call("promote('none')"))
        .hasStackTraceContaining("found no model none");
    assertThatThrownBy(() -> call("forget('letter')")).hasStackTraceContaining("forget");
  }
}
