package org.filbert.jobs.training;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.filbert.connectors.read.Input;
import org.filbert.data.Placement;
import org.filbert.jobs.config.ModelConfig;
import org.filbert.linalg.Backend;
import org.filbert.model.TrainedModel;
import org.filbert.operators.loop.LoopSpec;
import org.filbert.operators.training.PackedSpec;
import org.filbert.train.Training;
import org.filbert.train.TrainingSpec;
import org.filbert.workers.Program;

/**
 * A training as a loop that writes a run's files.
 *
 * @param model name of the run and of its model
 * @param packed what is trained
 * @param configuration text for the files and the model's provenance
 * @param restarts failures without progress after which the run gives up
 * @param from name of the stored model that the run begins with; empty: none
 * @param fromVersion its version; 0: the latest
 * @param workers parallelism P
 * @param inputs the data sets, to name the place of a record in an error
 * @param store root of the model store, an absolute path or a URI
 * @param runDirectory likewise
 * @param runId of this run and no other
 * @param created when the run began, in milliseconds since the epoch
 */
record TrainingLoop(
    String model,
    PackedSpec packed,
    String configuration,
    RunNumerics numerics,
    int restarts,
    String from,
    int fromVersion,
    int workers,
    List<Input> inputs,
    String store,
    String runDirectory,
    String runId,
    long created)
    implements LoopSpec<Training.State, TrainedModel> {

  TrainingSpec spec() {
    return packed.get();
  }

  @Override
  public String name() {
    return "training";
  }

  @Override
  public Placement placement() {
    return new Placement(spec().seed(), workers);
  }

  @Override
  public Program<Training.State, TrainedModel> program() {
    return new Training(spec(), this::load, configuration, numerics.versions());
  }

  private Optional<TrainedModel> load() {
    OptionalInt version = fromVersion == 0 ? OptionalInt.empty() : OptionalInt.of(fromVersion);
    return from.isEmpty()
        ? Optional.empty()
        : Optional.of(new ModelConfig(from, version).load(store));
  }

  @Override
  public Backend backend(int slots) {
    return numerics.backend(slots);
  }

  @Override
  public Observer<Training.State, TrainedModel> observer() {
    return new TrainingObserver(this);
  }
}
