package org.filbert.jobs.config.section;

import java.util.Optional;
import org.filbert.jobs.config.yaml.Count;

/** What the configurations of all runs have. */
public interface RunConfig {
  String name();

  Count parallelism();

  Optional<String> store();

  CheckpointConfig checkpoint();

  RestartConfig restart();

  /** Parallelism P of a new run: one slot per worker. */
  default int workers() {
    return parallelism().orElse(Runtime.getRuntime().availableProcessors());
  }
}
