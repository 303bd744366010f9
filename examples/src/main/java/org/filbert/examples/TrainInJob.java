package org.filbert.examples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.connectors.flink.InstanceSerializer;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.model.TrainedModel;
import org.filbert.operators.loop.LoopSpec;
import org.filbert.operators.loop.SuperstepLoop;
import org.filbert.store.ModelStore;
import org.filbert.train.Training;
import org.filbert.workers.Program;
import org.jspecify.annotations.Nullable;

/** Trains on the rows of a DataStream, inside the job that makes them, and publishes the model. */
public final class TrainInJob {
  private TrainInJob() {}

  public static void main(String[] args) throws Exception {
    List<Instance> rows = new ArrayList<>();
    for (Letters letter : Letters.rows(java.nio.file.Path.of(args[0]), 0, 3000)) {
      rows.add(letter.toInstance(rows.size()));
    }
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    LetterTraining loop = new LetterTraining(args[1], 2, System.currentTimeMillis());
    SuperstepLoop.build(env.fromData(InstanceSerializer.TYPE, rows.toArray(Instance[]::new)), loop);
    env.execute("train letters");
    System.out.println("model " + ModelStore.open(new Path(args[1])).latest("letters").number());
  }

  /** What travels with the job; everything else is made of it where it is needed. */
  private record LetterTraining(String store, int workers, long created)
      implements LoopSpec<Training.State, TrainedModel>,
          LoopSpec.Observer<Training.State, TrainedModel> {
    @Override
    public String name() {
      return "letters";
    }

    @Override
    public Placement placement() {
      return new Placement(1, workers);
    }

    @Override
    public Program<Training.State, TrainedModel> program() {
      return TrainAndPredict.training();
    }

    @Override
    public Backend backend(int slots) {
      return Backends.choose("auto");
    }

    @Override
    public LoopSpec.Observer<Training.State, TrainedModel> observer() {
      return this;
    }

    @Override
    public void reached(Training.State state) {}

    /** May be called again after a failure; the run's id tells that it is the same one. */
    @Override
    public void finished(Training.State state, TrainedModel model) {
      try {
        Instant begun = Instant.ofEpochMilli(created);
        ModelStore.open(new Path(store)).publish(name(), "run-" + created, begun, model);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public @Nullable String explain(Throwable failure) {
      return failure instanceof IllegalArgumentException ? failure.getMessage() : null;
    }
  }
}
