package org.filbert.estimators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.ml.builder.Pipeline;
import org.apache.flink.ml.builder.PipelineModel;
import org.apache.flink.ml.linalg.DenseVector;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.Expressions;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.util.CollectionUtil;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class KernelRidgeRegressorTest {
  @RegisterExtension
  static final MiniClusterExtension FLINK =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(1)
              .build());

  /** Rows are scored in batches of those that have arrived, which changes the last digits. */
  private static final double ROUNDING = 1e-4;

  @TempDir Path directory;

  private StreamExecutionEnvironment env;
  private StreamTableEnvironment tableEnv;

  @BeforeEach
  void environment() {
    env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(1);
    tableEnv = StreamTableEnvironment.create(env);
  }

  private KernelRidgeRegressor regressor() {
    return new KernelRidgeRegressor()
        .setFeaturesCol("x")
        .setLabelCol("y")
        .setSigma(0.5)
        .setRidge(1e-3)
        .setModelDirectory(directory.resolve("models").toString());
  }

  @Test
  void learnsASineAroundItsMean() {
    Table sine = sine();
    List<Row> rows = collect(regressor().fit(sine).transform(sine)[0]);
    assertThat(rows).hasSize(60);
    for (Row row : rows) {
      assertThat((Double) row.getField("prediction"))
          .isCloseTo((Double) row.getField("y"), within(0.05));
    }
  }

  @Test
  void learnsLogarithms() {
    Table exponential = sine().select(Expressions.$("x"), Expressions.$("y").exp().as("y"));
    KernelRidgeRegressor regressor =
        regressor().setTarget("log").setValidationFraction(0.3).setIntervalCol("range");
    List<Row> rows = collect(regressor.fit(exponential).transform(exponential)[0]);
    for (Row row : rows) {
      double predicted = (Double) row.getField("prediction");
      DenseVector range = (DenseVector) row.getField("range");
      assertThat(predicted).isCloseTo((Double) row.getField("y"), within(0.05 * predicted));
      assertThat(predicted * predicted)
          .isCloseTo(range.get(0) * range.get(1), within(1e-9 * predicted * predicted));
    }
    Table around0 = sine().select(Expressions.$("x"), Expressions.$("y").minus(5).as("y"));
    assertThatThrownBy(() -> regressor().setTarget("log").fit(around0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("as the target, allowed a number above 0");
  }

  @Test
  void isAStageOfAPipeline() throws Exception {
    PipelineModel fitted = new Pipeline(List.of(regressor())).fit(sine());
    String path = directory.resolve("pipeline").toString();
    fitted.save(path);
    assertThat(predictions(PipelineModel.load(tableEnv, path).transform(sine())[0]))
        .containsExactly(predictions(fitted.transform(sine())[0]), within(ROUNDING));
  }

  /** In the order of x. */
  private static double[] predictions(Table table) {
    return collect(table).stream()
        .sorted(Comparator.comparingDouble(row -> ((DenseVector) row.getField("x")).get(0)))
        .mapToDouble(row -> (Double) row.getField("prediction"))
        .toArray();
  }

  @Test
  void labelsAreNumbers() {
    assertThatThrownBy(() -> regressor().setLabelCol("x").fit(sine()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("column 'x' holds")
        .hasMessageContaining("must be a finite number");
  }

  @Test
  void batchModeIsRefused() {
    tableEnv = StreamTableEnvironment.create(env, EnvironmentSettings.inBatchMode());
    assertThatThrownBy(() -> regressor().fit(sine()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("found a table environment in batch mode, allowed is streaming mode");
  }

  @Test
  void aModelDirectoryThatIsAFileIsNamed() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    assertThatThrownBy(() -> regressor().setModelDirectory(file.toString()).fit(sine()))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(file + ": found a file");
  }

  @Test
  void theSettingsOfTheEnvironmentAreLeftAsTheyWere() {
    env.setBufferTimeout(42);
    regressor().fit(sine());
    assertThat(env.getBufferTimeout()).isEqualTo(42);
  }

  private Table sine() {
    List<Row> rows =
        IntStream.range(0, 60)
            .mapToObj(i -> Row.of(new DenseVector(new double[] {i / 10.0}), 5 + Math.sin(i / 10.0)))
            .toList();
    return tableEnv.fromDataStream(
        env.fromData(
            rows, Types.ROW_NAMED(new String[] {"x", "y"}, VectorTypes.DENSE, Types.DOUBLE)));
  }

  private static List<Row> collect(Table table) {
    return CollectionUtil.iteratorToList(table.execute().collect());
  }
}
