package org.filbert.jobs.cli;

import java.io.IOException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.core.fs.Path;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelVersion;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for the model store. */
final class StoreOption {
  private static final Pattern REFERENCE = Pattern.compile("([^@]+)(?:@0*([1-9]\\d{0,8}))?");

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
    return find(open(), reference);
  }

  /** Finds a version in a store. */
  static ModelVersion find(ModelStore store, String reference) throws IOException {
    Matcher matcher = REFERENCE.matcher(reference);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "model: found " + reference + ", allowed NAME or NAME@VERSION, such as letter@3");
    }
    String number = matcher.group(2);
    return number == null
        ? store.latest(matcher.group(1))
        : store.version(matcher.group(1), Integer.parseInt(number));
  }
}
