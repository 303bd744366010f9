package org.filbert.it;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.filbert.data.Placement;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.model.TrainedModel;
import org.filbert.operators.loop.spec.LoopSpec;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Trainings;
import org.filbert.train.Trained;
import org.filbert.train.Training;
import org.filbert.train.TrainingState;
import org.filbert.train.columns.Scaling;
import org.filbert.train.method.HeldOutQuality;
import org.filbert.workers.Program;
import org.jspecify.annotations.Nullable;

/** A small full-kernel training as a loop whose model stays in this JVM. */
class LetterLoop implements LoopSpec<TrainingState, Trained> {
  static final Map<String, TrainedModel> MODELS = new ConcurrentHashMap<>();
  static final Map<String, HeldOutQuality> HELD_OUT = new ConcurrentHashMap<>();

  private final String name;
  private final int workers;
  private final int blockSize;
  private final int epochs;

  LetterLoop(String name, int workers, int blockSize, int epochs) {
    this.name = name;
    this.workers = workers;
    this.blockSize = blockSize;
    this.epochs = epochs;
  }

  @Override
  public String name() {
    return name;
  }

  Training training() {
    return Trainings.of(
        RunOptions.of(new Gaussian(0.2), blockSize, epochs), new Scaling.Divide(15));
  }

  @Override
  public Placement placement() {
    return new Placement(7, workers);
  }

  @Override
  public Program<TrainingState, Trained> program() {
    return training();
  }

  @Override
  public Backend backend(int slots) {
    return Backends.choose("auto", "auto");
  }

  @Override
  public Observer<TrainingState, Trained> observer() {
    return new Observer<>() {
      @Override
      public void reached(TrainingState state) {}

      @Override
      public void finished(TrainingState state, Trained trained) {
        if (trained.heldOut() != null) {
          HELD_OUT.put(name, trained.heldOut());
        }
        MODELS.put(name, trained.model());
      }

      @Override
      public @Nullable String explain(Throwable failure) {
        return failure instanceof IllegalArgumentException ? failure.getMessage() : null;
      }
    };
  }
}
