package org.filbert.examples;

import java.nio.file.Path;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.data.Features;
import org.filbert.operators.scoring.StreamPredictor;

/** Predicts in a DataStream job, in batches, and goes over to newer versions of the model. */
public final class ScoreStream {
  private ScoreStream() {}

  public static void main(String[] args) throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    List<Tuple2<String, double[]>> letters =
        Letters.rows(Path.of(args[0]), 3000, 1000).stream()
            .map(row -> Tuple2.of(row.name(), row.features()))
            .toList();
    DataStream<Tuple2<String, double[]>> rows =
        env.fromData(letters, Types.TUPLE(Types.STRING, Types.PRIMITIVE_ARRAY(Types.DOUBLE)));

    DataStream<Boolean> isRight =
        StreamPredictor.latest(args[1], "letters")
            .predict(
                rows,
                row -> new Features.Dense(row.f1),
                (row, scored) -> scored.className().equals(row.f0),
                Types.BOOLEAN);

    long right =
        isRight.executeAndCollect(letters.size() + 1).stream().filter(each -> each).count();
    System.out.printf("%s of %s letters are right%n", right, letters.size());
  }
}
