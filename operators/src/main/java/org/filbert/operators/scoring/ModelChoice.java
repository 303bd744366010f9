package org.filbert.operators.scoring;

import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import org.apache.flink.core.fs.Path;
import org.filbert.connectors.file.Location;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelVersion;
import org.jspecify.annotations.Nullable;

/**
 * The stored model that predicts: a pinned version, or the newest one, which newer ones take over
 * from.
 *
 * @param store root of the model store, a path or a URI
 * @param pinned number of the version; null for the newest
 * @param reload time from one look for a newer version to the next
 */
public record ModelChoice(String store, String name, @Nullable Integer pinned, Duration reload)
    implements Serializable {
  /** Time between two looks unless another one is asked for. */
  public static final Duration RELOAD = Duration.ofSeconds(10);

  public ModelChoice {
    store = Location.of(store).toString();
    if (reload.compareTo(Duration.ofMillis(1)) < 0) {
      throw new IllegalArgumentException(
          "the time between two looks for a newer version is %s, must be at least 1 ms"
              .formatted(reload));
    }
  }

  /** The newest version of a name. */
  public static ModelChoice latest(String store, String name) {
    return new ModelChoice(store, name, null, RELOAD);
  }

  /** A pinned version. */
  public static ModelChoice version(String store, ModelVersion version) {
    return new ModelChoice(store, version.name(), version.number(), RELOAD);
  }

  /** The same with another time between two looks for a newer version. */
  public ModelChoice reloadEvery(Duration time) {
    return new ModelChoice(store, name, pinned, time);
  }

  ModelStore open() throws IOException {
    return ModelStore.open(new Path(store));
  }

  /** The version that is chosen now. */
  public ModelVersion find() throws IOException {
    return pinned == null ? open().latest(name) : open().version(name, pinned);
  }

  /** Loads the version that is chosen now. The caller closes it. */
  public SharedModel acquire() throws IOException {
    return SharedModel.acquire(store, find());
  }
}
