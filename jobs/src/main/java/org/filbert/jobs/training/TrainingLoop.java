package org.filbert.jobs.training;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.OptionalInt;
import org.filbert.calibration.Calibration;
import org.filbert.data.Placement;
import org.filbert.jobs.config.section.ModelConfig;
import org.filbert.jobs.run.RunDirectory;
import org.filbert.jobs.training.report.TrainingRun;
import org.filbert.linalg.Backend;
import org.filbert.model.TrainedModel;
import org.filbert.operators.loop.spec.Beginnings;
import org.filbert.operators.loop.spec.LoopSpec;
import org.filbert.train.Trained;
import org.filbert.train.Training;
import org.filbert.train.TrainingState;
import org.filbert.train.method.CalibrationMode;
import org.filbert.train.method.HeldOutScores;
import org.filbert.workers.Program;

/** A training as a loop that writes a run's files. */
record TrainingLoop(TrainingRun run) implements LoopSpec<TrainingState, Trained> {

  @Override
  public String name() {
    return "training";
  }

  @Override
  public int restarts() {
    return run.restarts();
  }

  @Override
  public Beginnings beginnings() {
    return new NotedBeginnings(new RunDirectory(run.runDirectory()));
  }

  @Override
  public Placement placement() {
    return new Placement(run.spec().seed(), run.workers());
  }

  @Override
  public Program<TrainingState, Trained> program() {
    return new Training(
            run.spec(),
            this::load,
            this::calibrated,
            run.configuration(),
            run.numerics().versions(),
            run.strict())
        .keepingExamples();
  }

  private Optional<Calibration> calibrated() {
    if (run.spec().calibration() == CalibrationMode.FOLDS) {
      return run.spec().rows().folds() > 0 ? Optional.empty() : ofFolds();
    }
    String store = run.choice() == null ? "" : run.choice().calibratedBy();
    return store.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(
            new ModelConfig(run.model(), OptionalInt.empty()).load(store).calibration());
  }

  private Optional<Calibration> ofFolds() {
    try {
      return new RunDirectory(run.runDirectory())
          .readJson(RunDirectory.SCORES, HeldOutScores.class)
          .flatMap(HeldOutScores::fit);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<TrainedModel> load() {
    OptionalInt version =
        run.fromVersion() == 0 ? OptionalInt.empty() : OptionalInt.of(run.fromVersion());
    return run.from().isEmpty()
        ? Optional.empty()
        : Optional.of(new ModelConfig(run.from(), version).load(run.store()));
  }

  @Override
  public Backend backend(int slots) {
    return run.numerics().backend(slots);
  }

  @Override
  public Observer<TrainingState, Trained> observer() {
    return new TrainingObserver(run);
  }
}
