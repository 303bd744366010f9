package org.filbert.testing;

import org.filbert.train.Training;
import org.filbert.train.columns.Scaling;

/** Trainings as the tests want them. */
public final class Trainings {
  private Trainings() {}

  /** A whole training on a kernel system. */
  public static Training of(RunOptions run, Scaling scaling) {
    return new Training(run.spec().toBuilder().scaling(scaling).build());
  }
}
