package org.filbert.jobs.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.OptionalInt;
import org.apache.flink.core.fs.Path;
import org.filbert.data.RefusedException;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelStoreException;
import org.filbert.store.ModelVersion;

/**
 * A stored model.
 *
 * @param name Name of the model.
 * @param version Its version. Default: the latest
 */
public record ModelConfig(String name, OptionalInt version) {
  public ModelConfig {
    TrainConfig.requireName(name);
  }

  /**
   * Loads it from the store at a path or URI.
   *
   * @throws RefusedException if the store has no such model, or one that cannot be used
   */
  public TrainedModel load(String store) {
    try {
      ModelStore models = ModelStore.open(new Path(store));
      return models.load(find(models));
    } catch (ModelStoreException e) {
      throw new RefusedException("from: " + e.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Finds it in a store. */
  public ModelVersion find(ModelStore store) throws IOException {
    return version.isPresent() ? store.version(name, version.getAsInt()) : store.latest(name);
  }
}
