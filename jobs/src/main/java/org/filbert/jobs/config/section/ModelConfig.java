package org.filbert.jobs.config.section;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.OptionalInt;
import java.util.regex.Pattern;
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
  private static final int LONGEST_NAME = 100;
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]*");

  public ModelConfig {
    requireName(name);
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

  /** Checks the name of a run and of its model. */
  public static void requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "name is '"
              + name
              + "', must be of a-z, 0-9, '.', '_' and '-' only, beginning with a letter or digit");
    }
    if (name.length() > LONGEST_NAME) {
      throw new IllegalArgumentException(
          "name has " + name.length() + " characters, must be at most " + LONGEST_NAME);
    }
  }
}
