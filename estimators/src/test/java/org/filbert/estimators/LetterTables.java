package org.filbert.estimators;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.ml.linalg.DenseVector;
import org.apache.flink.ml.linalg.Vector;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.testing.LetterData;

/** UCI Letter as tables of columns id, features and label. */
record LetterTables(
    StreamExecutionEnvironment env, StreamTableEnvironment environment, List<Instance> rows) {

  static LetterTables of(int train, int test) {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(2);
    return new LetterTables(
        env, StreamTableEnvironment.create(env), LetterData.instances(train, test));
  }

  Table train() {
    return table(rows(Role.TRAIN, false));
  }

  Table test() {
    return table(rows(Role.TEST, false));
  }

  Table sparseTrain() {
    return table(rows(Role.TRAIN, true));
  }

  Table sparseTest() {
    return table(rows(Role.TEST, true));
  }

  private List<Row> rows(Role role, boolean sparse) {
    List<Row> result = new ArrayList<>();
    for (Instance instance : rows) {
      Instance.Example example = (Instance.Example) instance;
      if (example.role() == role) {
        Vector features = new DenseVector(((Features.Dense) example.features()).values());
        result.add(
            Row.of(
                example.position(),
                sparse ? features.toSparse() : features,
                ((Target.ClassName) example.target()).name()));
      }
    }
    return result;
  }

  Table table(List<Row> content) {
    return environment.fromDataStream(
        env.fromData(
            content,
            Types.ROW_NAMED(
                new String[] {"id", "features", "label"},
                Types.LONG,
                VectorTypes.ANY,
                Types.STRING)));
  }
}
