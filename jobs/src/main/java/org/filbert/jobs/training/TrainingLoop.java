package org.filbert.jobs.training;

import java.util.List;
import java.util.Optional;
import org.filbert.connectors.read.Input;
import org.filbert.data.Placement;
import org.filbert.jobs.config.RunConfigs;
import org.filbert.jobs.config.TrainConfig;
import org.filbert.linalg.Backend;
import org.filbert.model.TrainedModel;
import org.filbert.operators.loop.LoopSpec;
import org.filbert.train.Training;
import org.filbert.workers.Program;

/**
 * The training that a configuration describes, as a loop. What travels with the job is the
 * configuration's text; everything else is made of it where it is needed.
 *
 * @param workers parallelism P
 * @param inputs the data sets, to name the place of a record in an error
 * @param store root of the model store, an absolute path or a URI
 * @param runDirectory likewise
 * @param runId of this run and no other
 * @param created when the run began, in milliseconds since the epoch
 */
record TrainingLoop(
    String configuration,
    int workers,
    List<Input> inputs,
    String store,
    String runDirectory,
    String runId,
    long created)
    implements LoopSpec<Training.State, TrainedModel> {

  TrainConfig config() {
    return RunConfigs.of(configuration, TrainConfig.class);
  }

  @Override
  public String name() {
    return "training";
  }

  @Override
  public Placement placement() {
    return new Placement(config().seed(), workers);
  }

  @Override
  public Program<Training.State, TrainedModel> program() {
    TrainConfig config = config();
    return TrainerOptions.training(
        config, () -> from(config), configuration, RunNumerics.versions(config.backend()));
  }

  private Optional<TrainedModel> from(TrainConfig config) {
    return config.from().map(model -> model.load(store));
  }

  @Override
  public int restarts() {
    return config().checkpoint().restarts();
  }

  @Override
  public Backend backend(int slots) {
    return RunNumerics.backend(config().backend(), slots);
  }

  @Override
  public Observer<Training.State, TrainedModel> observer() {
    return new TrainingObserver(this);
  }
}
