package org.filbert.examples;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.ml.builder.Pipeline;
import org.apache.flink.ml.builder.PipelineModel;
import org.apache.flink.ml.linalg.DenseVector;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.filbert.estimators.KernelRidgeClassifier;
import org.filbert.estimators.VectorTypes;

/** Trains and predicts as a stage of a Flink ML pipeline, and stores the pipeline. */
public final class FlinkMlPipeline {
  private FlinkMlPipeline() {}

  public static void main(String[] args) throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    StreamTableEnvironment tables = StreamTableEnvironment.create(env);
    env.setParallelism(2);

    KernelRidgeClassifier classifier =
        new KernelRidgeClassifier()
            .setIdCol("id")
            .setSigma(3)
            .setRidge(0.01)
            .setBlockSize(1000)
            .setEpochs(5)
            .setModelDirectory(args[1]);
    PipelineModel fitted =
        new Pipeline(List.of(classifier)).fit(table(env, tables, Path.of(args[0]), 0, 3000));
    fitted.save(args[1] + "/pipeline");

    PipelineModel loaded = PipelineModel.load(tables, args[1] + "/pipeline");
    Table scored = loaded.transform(table(env, tables, Path.of(args[0]), 3000, 1000))[0];
    List<Row> rows = tables.toDataStream(scored).executeAndCollect(1001);
    long right =
        rows.stream()
            .filter(row -> String.valueOf(row.getField("prediction")).equals(row.getField("label")))
            .count();
    System.out.printf("%s of %s letters are right%n", right, rows.size());
  }

  private static Table table(
      StreamExecutionEnvironment env,
      StreamTableEnvironment tables,
      Path file,
      int first,
      int count)
      throws Exception {
    List<Row> rows = new ArrayList<>();
    for (Letters letter : Letters.rows(file, first, count)) {
      rows.add(Row.of((long) rows.size(), new DenseVector(letter.features()), letter.name()));
    }
    return tables.fromDataStream(
        env.fromData(
            rows,
            Types.ROW_NAMED(
                new String[] {"id", "features", "label"},
                Types.LONG,
                VectorTypes.DENSE,
                Types.STRING)));
  }
}
