package org.filbert.jobs.cli;

import java.io.IOException;
import java.util.Optional;
import org.apache.flink.core.fs.Path;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelVersion;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for the model store. */
final class StoreOption {
  @Option(
      names = "--store",
      paramLabel = "DIR",
      description = "The model store (default: $FILBERT_STORE, otherwise ./models).")
  @Nullable String store;

  boolean isGiven() {
    return store != null;
  }

  String path() {
    return ProjectPaths.ofProcess().store(Optional.ofNullable(store));
  }

  ModelStore open() throws IOException {
    return ModelStore.open(new Path(path()));
  }

  /** Finds the version of {@code NAME} (the latest) or {@code NAME@VERSION}. */
  ModelVersion find(String reference) throws IOException {
    return open().find(reference);
  }
}
