package org.filbert.it;

import java.util.Optional;
import org.filbert.cache.CacheBudget;
import org.filbert.kernel.AutomaticKernel;
import org.filbert.solver.BlockDescentOptions;
import org.filbert.train.Training;
import org.filbert.train.TrainingSpec;
import org.filbert.train.columns.Scaling;

/** A small full-kernel training that chooses kernel, width and ridge by leaving rows out. */
class ChoosingLoop extends LetterLoop {
  private final int epochs;

  ChoosingLoop(String name, int epochs) {
    super(name, 2, 200, epochs);
    this.epochs = epochs;
  }

  @Override
  Training training() {
    return new Training(
        TrainingSpec.of(new AutomaticKernel(Optional.empty()))
            .automaticRidge(true)
            .solver(BlockDescentOptions.of(200, epochs))
            .scaling(new Scaling.Divide(15))
            .cache(CacheBudget.ofMemory(1L << 30), 1L << 30)
            .seed(7)
            .build());
  }
}
