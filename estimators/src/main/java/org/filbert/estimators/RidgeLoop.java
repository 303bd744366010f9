package org.filbert.estimators;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import org.apache.flink.core.fs.Path;
import org.filbert.data.DataException;
import org.filbert.data.Placement;
import org.filbert.data.RefusedException;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.model.TrainedModel;
import org.filbert.operators.loop.LoopSpec;
import org.filbert.store.ModelStore;
import org.filbert.train.OutOfMemoryByPlanException;
import org.filbert.train.Training;
import org.filbert.workers.Program;
import org.jspecify.annotations.Nullable;

/**
 * A training whose model is published to a model store.
 *
 * @param store root of the model store, a URI that all workers see
 * @param runId of this training and no other
 * @param created when it began, in milliseconds since the epoch
 */
record RidgeLoop(RidgeOptions options, String store, String runId, long created)
    implements LoopSpec<Training.State, TrainedModel> {

  @Override
  public String name() {
    return "kernel-ridge";
  }

  @Override
  public Placement placement() {
    return new Placement(options.seed(), options.workers());
  }

  @Override
  public Program<Training.State, TrainedModel> program() {
    return options.training();
  }

  @Override
  public Backend backend(int slots) {
    return shared(slots);
  }

  /** The fastest numerics that work here, for one of several slots of a process. */
  static Backend shared(int slots) {
    Backend backend = Backends.choose("auto");
    backend.blas().setThreads(Math.max(1, Runtime.getRuntime().availableProcessors() / slots));
    return backend;
  }

  @Override
  public Observer<Training.State, TrainedModel> observer() {
    return new Publisher();
  }

  private final class Publisher implements Observer<Training.State, TrainedModel> {
    @Override
    public void reached(Training.State state) {}

    @Override
    public void finished(Training.State state, TrainedModel model) {
      try {
        ModelStore.open(new Path(store))
            .publish(StoredModel.NAME, runId, Instant.ofEpochMilli(created), model);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public @Nullable String explain(Throwable failure) {
      if (failure instanceof DataException bad) {
        return "row " + bad.position() + ": " + bad.getMessage();
      }
      return failure instanceof RefusedException || failure instanceof OutOfMemoryByPlanException
          ? failure.getMessage()
          : null;
    }
  }
}
