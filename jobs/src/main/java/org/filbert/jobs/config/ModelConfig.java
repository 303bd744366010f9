package org.filbert.jobs.config;

import java.io.IOException;
import java.util.OptionalInt;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelVersion;

/**
 * A stored model.
 *
 * @param version absent: the latest
 */
public record ModelConfig(String name, OptionalInt version) {
  public ModelConfig {
    TrainConfig.requireName(name);
  }

  /** Finds it in a store. */
  public ModelVersion find(ModelStore store) throws IOException {
    return version.isPresent() ? store.version(name, version.getAsInt()) : store.latest(name);
  }
}
