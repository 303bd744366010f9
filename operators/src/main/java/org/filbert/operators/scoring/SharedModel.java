package org.filbert.operators.scoring;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.core.fs.Path;
import org.filbert.model.Reach;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelVersion;

/** A stored model that is shared in this process, loaded by its first user. */
public final class SharedModel implements AutoCloseable {
  private record Key(String store, ModelVersion version) {}

  private static final Map<Key, SharedModel> LOADED = new HashMap<>();

  private final Key key;
  private final TrainedModel model;
  private final Reach reach;
  private int users;

  private SharedModel(Key key, TrainedModel model) {
    this.key = key;
    this.model = model;
    this.reach = Reach.of(model.model());
  }

  /** Returns the model, and loads it if no other user has. Each user must close it. */
  public static SharedModel acquire(String store, ModelVersion version) throws IOException {
    Key key = new Key(store, version);
    synchronized (LOADED) {
      SharedModel shared = LOADED.get(key);
      if (shared == null) {
        shared = new SharedModel(key, ModelStore.open(new Path(store)).load(version));
        LOADED.put(key, shared);
      }
      shared.users++;
      return shared;
    }
  }

  public ModelVersion version() {
    return key.version();
  }

  public TrainedModel model() {
    return model;
  }

  /** Where the model has learned something. */
  public Reach reach() {
    return reach;
  }

  @Override
  public void close() {
    synchronized (LOADED) {
      users--;
      if (users == 0) {
        LOADED.remove(key);
      }
    }
  }
}
