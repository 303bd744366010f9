package org.filbert.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.connectors.flink.InstanceSerializer;
import org.filbert.data.Instance;
import org.filbert.kernel.Gaussian;
import org.filbert.operators.loop.SuperstepLoop;
import org.filbert.operators.training.PublishedTraining;
import org.filbert.store.ModelStore;
import org.filbert.train.TrainingSpec;

/** Trains on the rows of a DataStream, inside the job that makes them, and publishes the model. */
public final class TrainInJob {
  private TrainInJob() {}

  public static void main(String[] args) throws Exception {
    List<Instance> rows = new ArrayList<>();
    for (Letters letter : Letters.rows(java.nio.file.Path.of(args[0]), 0, 3000)) {
      rows.add(letter.toInstance(rows.size()));
    }
    TrainingSpec spec = TrainingSpec.of(new Gaussian(3)).ridge(0.01).build();
    String run = UUID.randomUUID().toString(); // a run that recovers publishes one model
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    SuperstepLoop.build(
        env.fromData(InstanceSerializer.TYPE, rows.toArray(Instance[]::new)),
        PublishedTraining.of("letters", spec, 2, args[1], run));
    env.execute("train letters");
    System.out.println("model " + ModelStore.open(new Path(args[1])).latest("letters").number());
  }
}
