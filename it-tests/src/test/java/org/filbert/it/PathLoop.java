package org.filbert.it;

import java.util.List;
import org.filbert.data.ValidationSplit;
import org.filbert.kernel.Gaussian;
import org.filbert.system.equations.Ridge;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Trainings;
import org.filbert.train.Training;
import org.filbert.train.columns.Scaling;

/** A small full-kernel training with two widths, three ridges each, and patience. */
class PathLoop extends LetterLoop {
  /** For the validation rows that it needs. */
  static final ValidationSplit SPLIT = new ValidationSplit(7, 0.2);

  private final int epochs;

  PathLoop(String name, int epochs) {
    super(name, 2, 200, epochs);
    this.epochs = epochs;
  }

  @Override
  Training training() {
    return Trainings.of(
        RunOptions.of(new Gaussian(1), 200, epochs)
            .withStopping(0, epochs)
            .withRidge(new Ridge(List.of(0.01, 0.1, 1.0), false))
            .withSigmas(List.of(0.2, 0.4)),
        new Scaling.Divide(15));
  }
}
