package org.filbert.examples;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelStore;
import org.jspecify.annotations.Nullable;

/** Predicts in a DataStream job, with the latest model of a store. */
public final class ScoreStream {
  private ScoreStream() {}

  public static void main(String[] args) throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    List<Tuple2<String, double[]>> rows =
        Letters.rows(Path.of(args[0]), 3000, 1000).stream()
            .map(row -> Tuple2.of(row.name(), row.features()))
            .toList();
    long right =
        env
            .fromData(rows, Types.TUPLE(Types.STRING, Types.PRIMITIVE_ARRAY(Types.DOUBLE)))
            .map(new Predict(args[1]))
            .executeAndCollect(rows.size() + 1)
            .stream()
            .filter(each -> each)
            .count();
    System.out.printf("%s of %s letters are right%n", right, rows.size());
  }

  /** Whether the predicted letter is the true one. */
  private static final class Predict extends RichMapFunction<Tuple2<String, double[]>, Boolean> {
    private static final long serialVersionUID = 1;

    private final String store;
    private transient @Nullable TrainedModel model;

    Predict(String store) {
      this.store = store;
    }

    @Override
    public void open(OpenContext context) throws Exception {
      ModelStore models = ModelStore.open(new org.apache.flink.core.fs.Path(store));
      model = models.load(models.latest("letters"));
    }

    @Override
    public Boolean map(Tuple2<String, double[]> row) {
      return requireNonNull(model).predictClass(row.f1).equals(row.f0);
    }
  }
}
