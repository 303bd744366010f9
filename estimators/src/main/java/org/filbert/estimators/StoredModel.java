package org.filbert.estimators;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.time.Instant;
import java.util.UUID;
import org.apache.flink.core.fs.Path;
import org.filbert.connectors.file.Location;
import org.filbert.operators.scoring.ModelChoice;
import org.filbert.operators.scoring.SharedModel;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelVersion;

/**
 * Place of a stored model.
 *
 * @param store root of the model store, a URI
 */
record StoredModel(String store, int number) implements Serializable {
  /** Name of the models in their store. */
  static final String NAME = "kernel-ridge";

  /** The model that a training has published. */
  static StoredModel of(String store, String runId) throws IOException {
    return ModelStore.open(new Path(store))
        .publishedBy(NAME, runId)
        .map(version -> new StoredModel(store, version.number()))
        .orElseThrow(
            () -> new FileNotFoundException(store + ": found no model of the training " + runId));
  }

  /** The model that {@link #copyTo} has written into a stage's directory. */
  static StoredModel savedIn(String stage) throws IOException {
    String store = qualified(beside(stage));
    return new StoredModel(store, ModelStore.open(new Path(store)).latest(NAME).number());
  }

  /** The full URI of a directory. */
  static String qualified(String directory) throws IOException {
    Path path = Location.of(directory);
    return path.makeQualified(path.getFileSystem()).toString();
  }

  /** Writes a copy of the model into a stage's directory, beside its parameters. */
  void copyTo(String stage) throws IOException {
    try (SharedModel shared = acquire()) {
      ModelStore.open(new Path(beside(stage)))
          .publish(NAME, UUID.randomUUID().toString(), Instant.now(), shared.model());
    }
  }

  private static String beside(String stage) {
    return Location.in(Location.of(stage), "models").toString();
  }

  SharedModel acquire() throws IOException {
    return choice().acquire();
  }

  /** The model as one that predicts. */
  ModelChoice choice() {
    return ModelChoice.version(store, new ModelVersion(NAME, number));
  }
}
