package org.filbert.estimators;

import static org.apache.flink.table.api.Expressions.$;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.ml.linalg.DenseVector;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.util.CollectionUtil;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.file.DataSet;
import org.filbert.connectors.read.LocalReader;
import org.filbert.connectors.text.Csv;
import org.filbert.connectors.text.JsonLines;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.model.TablePreprocessing;
import org.filbert.operators.scoring.SharedModel;
import org.filbert.operators.training.PublishedTraining;
import org.filbert.table.CategoryColumn;
import org.filbert.table.CellKind;
import org.filbert.table.ColumnEncoder;
import org.filbert.table.DateColumn;
import org.filbert.table.NumberColumn;
import org.filbert.table.TableColumn;
import org.filbert.table.TextColumn;
import org.filbert.testing.Shards;
import org.filbert.train.Training;
import org.filbert.train.TrainingSpec;
import org.filbert.train.columns.ColumnKind;
import org.filbert.train.columns.TableOptions;
import org.filbert.workers.LocalWorkers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables of Flink SQL with columns of its types as features. */
class InputColumnsTest {
  @RegisterExtension
  static final MiniClusterExtension FLINK =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(2)
              .build());

  private static final String TYPES =
      "CAST(id AS BIGINT) AS id, CAST(age AS INT) AS age, CAST(pay AS DECIMAL(9, 2)) AS pay, job,"
          + " CAST(owner AS BOOLEAN) AS owner, CAST(hired AS DATE) AS hired,"
          + " CAST(seen AS TIMESTAMP(3)) AS seen, note, CAST(w AS DOUBLE) AS w,"
          + " CAST(y AS DOUBLE) AS y, label";

  private static final String NAMES = "id, age, pay, job, owner, hired, seen, note, w, y, label";

  @TempDir Path directory;

  private StreamExecutionEnvironment env;
  private StreamTableEnvironment tableEnv;

  @BeforeEach
  void start() {
    env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(2);
    tableEnv = StreamTableEnvironment.create(env);
  }

  /** A row as text; the label is "rich" above an age of 45, or for cooks. */
  private static List<@Nullable String> cells(int id, SplittableRandom random, int weight) {
    int age = random.nextInt(18, 80);
    int job = random.nextInt(3);
    return Arrays.asList(
        Integer.toString(id),
        id % 11 == 0 ? null : Integer.toString(age),
        id % 13 == 0 ? null : age + ".50",
        id % 17 == 0 ? null : new String[] {"clerk", "smith", "cook"}[job],
        Boolean.toString(id % 2 == 0),
        id % 19 == 0 ? null : "20%02d-03-01".formatted(id % 20),
        "2026-01-31 08:%02d:00".formatted(id % 60),
        id % 3 == 0 ? "likes walnuts" : "likes squirrels",
        Integer.toString(weight),
        Double.toString(age / 10.0 + job),
        age > 45 || job == 2 ? "rich" : "poor");
  }

  private Table table(List<List<@Nullable String>> rows) {
    String[] names = NAMES.split(", ");
    TypeInformation<?>[] texts = new TypeInformation<?>[names.length];
    Arrays.fill(texts, Types.STRING);
    List<Row> cells = rows.stream().map(row -> Row.of(row.toArray())).toList();
    Table table = tableEnv.fromDataStream(env.fromData(cells, Types.ROW_NAMED(names, texts)));
    return tableEnv.sqlQuery("SELECT %s FROM %s".formatted(TYPES, table));
  }

  private static List<List<@Nullable String>> rows(long seed, int from, int to) {
    SplittableRandom random = new SplittableRandom(seed);
    return IntStream.range(from, to).mapToObj(i -> cells(i, random, 1)).toList();
  }

  private KernelRidgeClassifier classifier() {
    return new KernelRidgeClassifier()
        .setInputCols("age", "pay", "job", "owner", "hired", "seen", "note")
        .setColumnOptions(
            "age.missing=median",
            "age.indicator=true",
            "hired.parts=year, month",
            "seen.parts=hour",
            "note.type=text",
            "note.nGrams=1",
            "note.weights=counts")
        .setIdCol("id")
        .setSigma(2)
        .setRidge(0.1)
        .setModelDirectory(directory.resolve("models").toString());
  }

  private static List<ColumnEncoder> encoders(SharedModel shared) {
    return ((TablePreprocessing) shared.model().preprocessing())
        .table().columns().stream().map(TableColumn::encoder).toList();
  }

  @Test
  void columnsBecomeFeaturesByTheirTypes() throws Exception {
    KernelRidgeClassifierModel model = classifier().fit(table(rows(1, 1, 120)));
    String path = directory.resolve("saved").toString();
    model.save(path);
    try (SharedModel shared = StoredModel.savedIn(path).acquire()) {
      List<ColumnEncoder> encoders = encoders(shared);
      assertThat(encoders.get(0)).isInstanceOf(NumberColumn.class);
      assertThat(encoders.get(0).features()).isEqualTo(2);
      assertThat(encoders.get(2))
          .isEqualTo(new CategoryColumn(List.of("clerk", "cook", "smith"), 0, null, false));
      assertThat(encoders.get(3))
          .isEqualTo(new CategoryColumn(List.of("false", "true"), 0, null, false));
      assertThat(encoders.get(4).features()).isEqualTo(3);
      assertThat(encoders.get(5)).isInstanceOf(DateColumn.class);
      assertThat(encoders.get(5).cells()).isEqualTo(CellKind.ISO_DATE);
      assertThat(encoders.get(6)).isInstanceOf(TextColumn.class);
    }
    List<List<@Nullable String>> asked = new ArrayList<>(rows(2, 200, 300));
    asked.add(Arrays.asList("300", null, null, "astronaut", null, null, null, null, "1", "0", "?"));
    Table test = table(asked);
    List<Row> found =
        CollectionUtil.iteratorToList(
            KernelRidgeClassifierModel.load(tableEnv, path).transform(test)[0].execute().collect());
    assertThat(found).hasSize(101);
    long right =
        found.stream()
            .filter(row -> row.getField("prediction").equals(row.getField("label")))
            .count();
    assertThat(right).isGreaterThan(85);
    assertThatThrownBy(() -> model.transform(test.dropColumns($("job"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "inputCols is 'job', must be a column of the table, which has [id,");
    assertThatThrownBy(() -> model.setInputCols("age", "job").transform(test))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "inputCols is [age, job], the model was trained on the columns [age, pay, job, owner,"
                + " hired, seen, note]");
  }

  private List<Instance> read(String file, DataFormat format, TableOptions columns)
      throws IOException {
    List<Instance> rows = new ArrayList<>();
    try (LocalReader reader =
        LocalReader.open(
            new DataSet(
                List.of(directory.resolve(file).toString()),
                format,
                null,
                Role.TRAIN,
                OnBadRecord.FAIL,
                TaskKind.CLASSIFICATION,
                true,
                columns.cells()))) {
      for (Instance row = reader.next(); row != null; row = reader.next()) {
        Instance.Example read = (Instance.Example) row;
        rows.add(
            new Instance.Example(Role.TRAIN, rows.size() + 1L, read.features(), read.target()));
      }
    }
    return rows;
  }

  private static double[] coefficients(TrainingSpec spec, List<Instance> rows) {
    try (LocalWorkers workers =
        Shards.local(rows, new Placement(spec.seed(), 2), PublishedTraining.shared(2))) {
      return new Training(spec).run(workers).model().model().coefficients().toArray();
    }
  }

  @Test
  void filesOfTheSameRowsGiveTheSameModel() throws Exception {
    KernelRidgeClassifier classifier = classifier().setWeightCol("w").setParallelism(2);
    SplittableRandom random = new SplittableRandom(4);
    List<List<@Nullable String>> rows = new ArrayList<>();
    List<String> csv = new ArrayList<>(List.of(NAMES.replace(", ", ",")));
    List<String> json = new ArrayList<>();
    for (int i = 1; i <= 150; i++) {
      List<@Nullable String> cells = cells(i, random.split(), 1 + i % 3);
      rows.add(cells);
      csv.add(
          cells.stream().map(cell -> cell == null ? "?" : cell).collect(Collectors.joining(",")));
      String[] names = NAMES.split(", ");
      json.add(
          IntStream.range(0, names.length)
              .filter(j -> cells.get(j) != null)
              .mapToObj(j -> "\"%s\": \"%s\"".formatted(names[j], cells.get(j)))
              .collect(Collectors.joining(", ", "{", "}")));
    }
    Files.write(directory.resolve("rows.csv"), csv);
    Files.write(directory.resolve("rows.jsonl"), json);
    Table table = table(rows);
    TableOptions columns = InputColumns.of(classifier, InputTable.only(table));
    TrainingSpec spec = RidgeOptions.of(classifier, columns);
    List<TableOptions.Column> all = new ArrayList<>(columns.columns());
    all.add(new TableOptions.Column("id", new ColumnKind.Ignore()));
    all.add(new TableOptions.Column("y", new ColumnKind.Ignore()));
    TableOptions ofFile = new TableOptions(all, columns.missing());

    String path = directory.resolve("same").toString();
    classifier.fit(table).save(path);
    try (SharedModel shared = StoredModel.savedIn(path).acquire()) {
      double[] expected = shared.model().model().coefficients().toArray();
      assertThat(
              coefficients(spec, read("rows.csv", new Csv(",", true, "label", List.of()), ofFile)))
          .containsExactly(expected);
      List<String> fields =
          Arrays.stream(NAMES.split(", ")).filter(n -> !n.equals("label")).toList();
      assertThat(
              coefficients(spec, read("rows.jsonl", new JsonLines("label", null, fields), ofFile)))
          .containsExactly(expected);
    }
  }

  private KernelRidgeRegressor regressor() {
    return new KernelRidgeRegressor()
        .setInputCols("age", "job")
        .setColumnOptions("age.standardise=false", "age.missing=zero")
        .setLabelCol("y")
        .setWeightCol("w")
        .setIdCol("id")
        .setSigma(8)
        .setRidge(0.5)
        .setEpochs(1)
        .setModelDirectory(directory.resolve("models").toString());
  }

  /** In the order of the ids. */
  private static List<Row> predicted(KernelRidgeRegressorModel model, Table table) {
    return CollectionUtil.iteratorToList(model.transform(table)[0].execute().collect()).stream()
        .sorted(Comparator.comparing(row -> (Long) row.getField("id")))
        .toList();
  }

  @Test
  void aWholeWeightIsTheRowSoManyTimes() {
    List<List<@Nullable String>> weighted = new ArrayList<>();
    List<List<@Nullable String>> repeated = new ArrayList<>();
    for (int i = 1; i < 60; i++) {
      int weight = i % 4;
      weighted.add(cells(i, new SplittableRandom(i), weight));
      for (int t = 0; t < weight; t++) {
        List<@Nullable String> once = cells(i, new SplittableRandom(i), 1);
        once.set(0, Integer.toString(1000 * t + i));
        repeated.add(once);
      }
    }
    Table test = table(rows(5, 1, 30));
    List<Row> expected = predicted(regressor().fit(table(repeated)), test);
    List<Row> found = predicted(regressor().fit(table(weighted)), test);
    for (int i = 0; i < expected.size(); i++) {
      assertThat((Double) found.get(i).getField("prediction"))
          .isCloseTo((Double) expected.get(i).getField("prediction"), within(1e-4));
    }
  }

  @Test
  void intervalsContainTheLabel() {
    KernelRidgeRegressor regressor =
        regressor().setIntervalCol("range").setCoverage(0.8).setValidationFraction(0.5);
    List<Row> found = predicted(regressor.fit(table(rows(1, 1, 201))), table(rows(6, 1, 101)));
    long within = 0;
    for (Row row : found) {
      DenseVector range = (DenseVector) row.getField("range");
      double y = (Double) row.getField("y");
      assertThat((range.get(0) + range.get(1)) / 2)
          .isCloseTo((Double) row.getField("prediction"), within(1e-9));
      within += range.get(0) <= y && y <= range.get(1) ? 1 : 0;
    }
    assertThat(within).isBetween(65L, 95L);
    assertThatThrownBy(
            () ->
                predicted(
                    regressor().fit(table(rows(1, 1, 30))).setIntervalCol("range"),
                    table(rows(6, 1, 3))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "intervalCol is given, but the model has no intervals: fit it with validationFraction");
  }

  /** A change of the classifier. */
  private interface Choice extends UnaryOperator<KernelRidgeClassifier> {}

  private static Arguments refusal(String message, Choice choice) {
    return Arguments.of(message, choice);
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        refusal(
            "inputCols is 'town', must be a column of the table",
            fit -> fit.setInputCols("town").setColumnOptions()),
        refusal(
            "inputCols has 'label', which is labelCol",
            fit -> fit.setInputCols("label").setColumnOptions()),
        refusal(
            "weightCol is given, which needs inputCols in place of featuresCol",
            fit -> fit.setInputCols().setColumnOptions().setWeightCol("w")),
        refusal(
            "columnOptions has \"pay\", must be COLUMN.KEY=VALUE with a column of inputCols: age",
            fit -> fit.setColumnOptions("pay")),
        refusal(
            "columnOptions has \"w.type=text\", must be COLUMN.KEY=VALUE",
            fit -> fit.setColumnOptions("w.type=text")),
        refusal(
            "column 'age' of type number has no parts, allowed are notation, missing, indicator,"
                + " standardise",
            fit -> fit.setColumnOptions("age.parts=year")),
        refusal(
            "column 'age': type is \"integer\", allowed are number, category, date, text",
            fit -> fit.setColumnOptions("age.type=integer")),
        refusal(
            "columns has w twice",
            fit -> fit.setInputCols("age", "w").setColumnOptions().setWeightCol("w")),
        refusal(
            "in column 'job', allowed a finite number; in the row",
            fit -> fit.setInputCols("job").setColumnOptions("job.type=number")),
        refusal(
            "found no value in column 'age', allowed a finite number; in the row",
            fit -> fit.setInputCols("age").setColumnOptions("age.missing=refuse")),
        refusal(
            "found \"-1.0\" in column 'negative', allowed a number of 0 or more; in the row",
            fit -> fit.setWeightCol("negative")),
        refusal(
            "found no value in column 'lost', allowed a number of 0 or more; in the row",
            fit -> fit.setWeightCol("lost")),
        refusal(
            "column nothing has the weight 0 in all 29 training rows, allowed a weight above 0",
            fit -> fit.setWeightCol("nothing")),
        refusal(
            "inputCols has 'vector' of the type ARRAY<INT NOT NULL> NOT NULL, must be numbers,"
                + " STRING, BOOLEAN, DATE or TIMESTAMP",
            fit -> fit.setInputCols("vector").setColumnOptions()));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void namesWhatDoesNotFit(String message, Choice choice) {
    tableEnv.createTemporaryView("t", table(rows(1, 1, 30)));
    Table table =
        tableEnv.sqlQuery(
            "SELECT t.*, -w AS negative, w * 0 AS nothing, CAST('NaN' AS DOUBLE) AS lost,"
                + " ARRAY[1, 2] AS vector FROM t");
    KernelRidgeClassifier classifier = choice.apply(classifier());
    assertThatThrownBy(() -> classifier.fit(table))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
