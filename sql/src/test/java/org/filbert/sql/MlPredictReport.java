package org.filbert.sql;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.kernel.Gaussian;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelStore;
import org.filbert.testing.LetterData;
import org.filbert.train.TrainingSpec;

/**
 * Prints rows per second of {@code ML_PREDICT} with a full kernel on UCI Letter, in batches and row
 * by row, on one slot: of the second half of the rows, when all is warm. Run in {@code sql}; the
 * first argument is the number of training rows, the second that of rows predicted in batches.
 */
final class MlPredictReport {
  private MlPredictReport() {}

  public static void main(String[] args) throws Exception {
    int train = args.length > 0 ? Integer.parseInt(args[0]) : LetterData.TRAIN_ROWS;
    int rows = args.length > 1 ? Integer.parseInt(args[1]) : 400_000;
    Path store = Files.createTempDirectory("filbert-report");
    List<Instance.Example> letters =
        LetterData.instances(train, LetterData.TEST_ROWS).stream()
            .map(Instance.Example.class::cast)
            .toList();
    double[][] x =
        letters.stream()
            .filter(MlPredictReport::trains)
            .map(row -> values(row))
            .toArray(double[][]::new);
    String[] y =
        letters.stream()
            .filter(MlPredictReport::trains)
            .map(row -> ((Target.ClassName) row.target()).name())
            .toArray(String[]::new);
    TrainedModel model = TrainingSpec.of(new Gaussian(3)).ridge(0.01).train(x, y);
    ModelStore.open(new org.apache.flink.core.fs.Path(store.toString()))
        .publish("letter", "report", Instant.EPOCH, model);
    double[][] test =
        letters.stream()
            .filter(row -> !trains(row))
            .map(row -> values(row))
            .toArray(double[][]::new);
    double single = rate(store, test, rows / 40, "'async', 'false'");
    double batch = rate(store, test, rows, "'async', 'true', 'max-concurrent-operations', '4096'");
    System.out.printf(
        Locale.ROOT,
        "full kernel of %,d rows: %,.0f rows/s in batches, %,.0f row by row, %.1f times%n",
        train,
        batch,
        single,
        batch / single);
  }

  private static boolean trains(Instance.Example row) {
    return row.role() == Role.TRAIN;
  }

  private static double[] values(Instance.Example row) {
    return ((Features.Dense) row.features()).values();
  }

  @SuppressWarnings("try") // of a close() that may be interrupted
  private static double rate(Path store, double[][] test, int rows, String options)
      throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(1);
    StreamTableEnvironment tables = StreamTableEnvironment.create(env);
    DataStream<Double[]> letters =
        env.fromSequence(0, rows - 1)
            .map(i -> Arrays.stream(test[(int) (i % test.length)]).boxed().toArray(Double[]::new))
            .returns(Types.OBJECT_ARRAY(Types.DOUBLE));
    tables.createTemporaryView("letters", tables.fromDataStream(letters).as("x"));
    tables.executeSql(
        "CREATE MODEL letter INPUT (x ARRAY<DOUBLE>) OUTPUT (letter STRING) WITH ('provider' = 'filbert', 'store' = '%s')"
            .formatted(store));
    long half = 0;
    int seen = 0;
    try (CloseableIterator<String> predicted =
        tables
            .toDataStream(
                tables.sqlQuery(
                    "SELECT letter FROM ML_PREDICT(TABLE letters, MODEL letter, DESCRIPTOR(x), MAP[%s])"
                        .formatted(options)))
            .map(row -> row.<String>getFieldAs(0))
            .executeAndCollect()) {
      while (predicted.hasNext()) {
        predicted.next();
        if (++seen == rows / 2) {
          half = System.nanoTime();
        }
      }
    }
    return (rows - rows / 2) / ((System.nanoTime() - half) / 1e9);
  }
}
