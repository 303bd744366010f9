package org.filbert.operators.training;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.filbert.data.DataException;
import org.filbert.data.Placement;
import org.filbert.data.RefusedException;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.model.TrainedModel;
import org.filbert.operators.loop.spec.LoopSpec;
import org.filbert.store.ModelStore;
import org.filbert.train.Trained;
import org.filbert.train.Training;
import org.filbert.train.TrainingSpec;
import org.filbert.train.TrainingState;
import org.filbert.train.forecast.OutOfMemoryByPlanException;
import org.filbert.workers.Program;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A training whose model is published to a model store.
 *
 * @param name of the model, and of the loop
 * @param workers parallelism P
 * @param store root of the model store, a path or URI that all workers see
 * @param runId of this training and no other
 * @param created when it began, in milliseconds since the epoch
 */
public record PublishedTraining(
    String name, PackedSpec packed, int workers, String store, String runId, long created)
    implements LoopSpec<TrainingState, Trained> {
  private static final Logger LOG = LoggerFactory.getLogger(PublishedTraining.class);

  /** A training that begins now. */
  public static PublishedTraining of(
      String name, TrainingSpec spec, int workers, String store, String runId) {
    return new PublishedTraining(
        name, new PackedSpec(spec), workers, store, runId, System.currentTimeMillis());
  }

  @Override
  public Placement placement() {
    return new Placement(packed.get().seed(), workers);
  }

  @Override
  public Program<TrainingState, Trained> program() {
    TrainingSpec spec = packed.get();
    SortedMap<String, String> versions = Training.versions();
    versions.put("flink", EnvironmentInformation.getVersion());
    return new Training(spec, Optional::empty, spec.toString(), versions, false);
  }

  @Override
  public Backend backend(int slots) {
    return shared(slots);
  }

  /** The fastest numerics that work here, for one of several slots of a process. */
  public static Backend shared(int slots) {
    Backend backend = Backends.best();
    backend.blas().setThreads(Math.max(1, Runtime.getRuntime().availableProcessors() / slots));
    return backend;
  }

  @Override
  public Observer<TrainingState, Trained> observer() {
    return new Publisher();
  }

  private final class Publisher implements Observer<TrainingState, Trained> {
    private int logged;

    @Override
    public void reached(TrainingState state) {
      List<String> warnings = state.ledger().warnings();
      warnings
          .subList(Math.min(logged, warnings.size()), warnings.size())
          .forEach(warning -> LOG.warn("{}: {}", name, warning));
      logged = warnings.size();
    }

    @Override
    public void finished(TrainingState state, Trained trained) {
      TrainedModel model = trained.model();
      Training.notices(model).forEach(notice -> LOG.warn("{}: {}", name, notice));
      try {
        ModelStore.open(new Path(store)).publish(name, runId, Instant.ofEpochMilli(created), model);
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
