package org.filbert.estimators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.ml.linalg.DenseVector;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.table.api.Table;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.util.CollectionUtil;
import org.filbert.data.Rows;
import org.filbert.model.KernelExpansion;
import org.filbert.operators.scoring.SharedModel;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class KernelRidgeClassifierTest {
  @RegisterExtension
  static final MiniClusterExtension FLINK =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(2)
              .build());

  /** Rows are scored in batches of those that have arrived, which changes the last digits. */
  private static final double ROUNDING = 1e-4;

  @TempDir static Path directory;

  private static LetterTables tables;
  private static KernelRidgeClassifierModel model;

  @BeforeAll
  static void fit() {
    tables = LetterTables.of(2000, 500);
    model = classifier().fit(tables.train());
  }

  private static KernelRidgeClassifier classifier() {
    return new KernelRidgeClassifier()
        .setIdCol("id")
        .setSigma(3)
        .setRidge(0.1)
        .setBlockSize(500)
        .setEpochs(3)
        .setSeed(7)
        .setModelDirectory(directory.resolve("models").toString());
  }

  @Test
  void learnsLetters() throws Exception {
    List<Row> rows = collect(model.transform(tables.test())[0]);
    long correct =
        rows.stream()
            .filter(row -> row.getField("label").equals(row.getField("prediction")))
            .count();
    assertThat(rows).hasSize(500);
    assertThat(correct / 500.0).isGreaterThan(0.8);
    assertThat(rows.get(0).getFieldNames(true))
        .containsExactly("id", "features", "label", "prediction", "rawPrediction");
    assertThat(((DenseVector) rows.get(0).getField("rawPrediction")).size()).isEqualTo(26);
  }

  @Test
  void probabilitiesAreThoseOfTheModel() throws Exception {
    assertThatThrownBy(
            () -> classifier().fit(tables.train()).setProbabilityCol("p").transform(tables.test()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "probabilityCol is given, but the model has scores and no probabilities: fit it with"
                + " validationFraction or the loss logistic");
    KernelRidgeClassifierModel calibrated =
        classifier().setValidationFraction(0.2).setProbabilityCol("p").fit(tables.train());
    List<Row> rows = collect(calibrated.transform(tables.test())[0]);
    try (SharedModel shared = stored(calibrated, "calibrated")) {
      for (Row row : rows) {
        double[] p = ((DenseVector) row.getField("p")).toArray();
        assertThat(p)
            .containsExactly(shared.model().requireProbabilities().of(scores(row)), within(1e-12));
        assertThat(Arrays.stream(p).sum()).isCloseTo(1, within(1e-12));
      }
    }
  }

  @Test
  void idsMakeTrainingRepeatable() throws Exception {
    KernelRidgeClassifierModel again = classifier().fit(tables.train());
    try (SharedModel first = stored(model, "first");
        SharedModel second = stored(again, "second")) {
      KernelExpansion expected = (KernelExpansion) first.model().model();
      KernelExpansion found = (KernelExpansion) second.model().model();
      assertThat(found.alpha().toArray()).isEqualTo(expected.alpha().toArray());
      assertThat(rows(found.centres())).isDeepEqualTo(rows(expected.centres()));
    }
  }

  private static SharedModel stored(KernelRidgeClassifierModel fitted, String name)
      throws IOException {
    String path = directory.resolve(name).toString();
    fitted.save(path);
    return StoredModel.savedIn(path).acquire();
  }

  private static double[][] rows(Rows rows) {
    return IntStream.range(0, rows.count()).mapToObj(rows::row).toArray(double[][]::new);
  }

  @Test
  void sparseVectorsGiveTheSameModel() throws Exception {
    KernelRidgeClassifierModel sparse = classifier().fit(tables.sparseTrain());
    assertThat(predictions(collect(sparse.transform(tables.sparseTest())[0])))
        .isEqualTo(predictions(collect(model.transform(tables.test())[0])));
  }

  @Test
  void aSavedModelPredictsTheSame() throws Exception {
    String path = directory.resolve("saved-model").toString();
    model.save(path);
    KernelRidgeClassifierModel loaded = KernelRidgeClassifierModel.load(tables.environment(), path);
    List<Row> expected = collect(model.transform(tables.test())[0]);
    List<Row> found = collect(loaded.transform(tables.test())[0]);
    assertThat(predictions(found)).isEqualTo(predictions(expected));
    for (int i = 0; i < expected.size(); i++) {
      assertThat(scores(found.get(i))).containsExactly(scores(expected.get(i)), within(ROUNDING));
    }
  }

  private static double[] scores(Row row) {
    return ((DenseVector) row.getField("rawPrediction")).toArray();
  }

  @Test
  void savedParametersComeBack() throws Exception {
    String path = directory.resolve("saved-estimator").toString();
    KernelRidgeClassifier classifier =
        classifier().setKernel("cauchy").setParallelism(1).setSolverOptions("directions=2");
    classifier.save(path);
    assertThat(KernelRidgeClassifier.load(tables.environment(), path).getParamMap())
        .usingRecursiveComparison()
        .isEqualTo(classifier.getParamMap());
  }

  @Test
  void absentParametersComeBackAbsent() throws Exception {
    String path = directory.resolve("saved-defaults").toString();
    new KernelRidgeClassifier().save(path);
    KernelRidgeClassifier loaded = KernelRidgeClassifier.load(tables.environment(), path);
    assertThat(loaded.getSigma()).isNull();
    assertThat(loaded.getIdCol()).isNull();
    assertThat(loaded.getParallelism()).isNull();
  }

  @Test
  void sigmaAndIdsMayBeAbsent() throws Exception {
    KernelRidgeClassifierModel fitted =
        new KernelRidgeClassifier()
            .setModelDirectory(directory.resolve("defaults").toString())
            .fit(LetterTables.of(300, 0).train());
    assertThat(collect(fitted.transform(tables.test())[0])).hasSize(500);
  }

  @Test
  void twoClassesHaveOppositeScores() throws Exception {
    List<Row> rows = new ArrayList<>();
    for (long i = 0; i < 20; i++) {
      rows.add(Row.of(i, new DenseVector(new double[] {i}), i < 10 ? "low" : "high"));
    }
    Table table = tables.table(rows);
    for (Row row : collect(classifier().fit(table).transform(table)[0])) {
      DenseVector scores = (DenseVector) row.getField("rawPrediction");
      assertThat(scores.get(0)).isEqualTo(-scores.get(1));
      assertThat(row.getField("prediction")).isEqualTo(row.getField("label"));
    }
  }

  @Test
  void columnsThatAreNotThereAreNamed() {
    assertThatThrownBy(() -> classifier().setLabelCol("letter").fit(tables.train()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "labelCol is 'letter', must be a column of the table, which has [id, features, label]");
    assertThatThrownBy(() -> classifier().setFeaturesCol("x").fit(tables.train()))
        .hasMessageContaining("featuresCol is 'x'");
    assertThatThrownBy(() -> classifier().setIdCol("key").fit(tables.train()))
        .hasMessageContaining("idCol is 'key'");
    assertThatThrownBy(() -> model.transform(tables.environment().fromValues(1)))
        .hasMessageContaining("featuresCol is 'features'");
    assertThatThrownBy(() -> model.transform(model.transform(tables.test())))
        .hasMessageContaining("predictionCol is 'prediction', must not be");
  }

  @Test
  void valuesThatDoNotFitAreShown() {
    assertThatThrownBy(() -> classifier().setFeaturesCol("label").fit(tables.train()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "column 'label' holds a String, must be a DenseVector or a SparseVector");
    Table noLabel = tables.table(List.of(Row.of(1L, new DenseVector(3), null)));
    assertThatThrownBy(() -> classifier().fit(noLabel))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("column 'label' holds null, must be a class");
    Table narrow =
        tables.table(
            List.of(Row.of(1L, new DenseVector(3), "a"), Row.of(2L, new DenseVector(2), "b")));
    assertThatThrownBy(() -> classifier().fit(narrow))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row ")
        .hasMessageContaining("features");
  }

  @Test
  void aModelThatWasNeverFittedSaysSo() {
    assertThatThrownBy(() -> new KernelRidgeClassifierModel().transform(tables.test()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("neither fitted nor loaded");
  }

  @Test
  void parametersAreChecked() {
    assertThatThrownBy(() -> new KernelRidgeClassifier().setSigma(-1))
        .hasMessageContaining("sigma");
    assertThatThrownBy(() -> new KernelRidgeClassifier().setKernel("gauss"))
        .hasMessageContaining("kernel");
  }

  private static List<Object> predictions(List<Row> rows) {
    return rows.stream().map(row -> row.getField("prediction")).toList();
  }

  /** The rows by their ids. */
  private static List<Row> collect(Table table) throws Exception {
    List<Row> rows = new ArrayList<>(CollectionUtil.iteratorToList(table.execute().collect()));
    rows.sort(Comparator.comparingLong(row -> (Long) row.getField("id")));
    return rows;
  }
}
