package org.filbert.testing;

import java.util.TreeMap;
import org.filbert.train.Preparation;
import org.filbert.train.Scaling;
import org.filbert.train.Storage;
import org.filbert.train.SystemRun;
import org.filbert.train.SystemRunState;
import org.filbert.train.Training;

/** Trainings as the tests want them. */
public final class Trainings {
  private Trainings() {}

  /** A whole training on a kernel system. */
  public static Training<SystemRunState> of(RunOptions run, Scaling scaling) {
    SystemRun.Options options = run.options();
    return new Training<>(
        new Training.Settings<>(
            new Preparation(
                options.settings().seed(),
                options.settings().precision(),
                scaling,
                Storage.AUTO,
                true,
                options.settings().kernel(),
                false),
            prepared -> new SystemRun<>(options, prepared),
            new Training.MemoryLimits(0, false),
            "test",
            new TreeMap<>()));
  }
}
