package org.filbert.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.filbert.model.TrainedModel;

/**
 * Loads models from a store on this machine, in programs without Flink:
 *
 * <pre>
 *   TrainedModel model = ModelFiles.latest(Path.of("models"), "letter");
 *   String letter = model.predictClass(2, 8, 3, 5, 1, 8, 13, 0, 6, 6, 10, 8, 0, 8, 0, 8);
 * </pre>
 *
 * <p>{@link ModelStore} also writes, and reads from any of Flink's file systems.
 */
public final class ModelFiles {
  private ModelFiles() {}

  /**
   * Loads the highest complete version of a model.
   *
   * @param store root of the store
   */
  public static TrainedModel latest(Path store, String name) throws IOException {
    new ModelVersion(name, 1); // checks the name
    Path directory = store.resolve(name);
    if (Files.isDirectory(directory)) {
      try (Stream<Path> versions = Files.list(directory)) {
        Optional<Integer> latest =
            versions
                .filter(version -> Files.exists(version.resolve(ManifestReader.NAME)))
                .map(version -> version.getFileName().toString())
                .filter(number -> number.matches(ModelVersion.DIRECTORY))
                .map(Integer::valueOf)
                .max(Comparator.naturalOrder());
        if (latest.isPresent()) {
          return version(store, name, latest.get());
        }
      }
    }
    throw new ModelStoreException("%s: found no model %s".formatted(store, name));
  }

  /**
   * Loads a version of a model. Sizes and SHA-256 are checked before any content is used.
   *
   * @param store root of the store
   */
  public static TrainedModel version(Path store, String name, int number) throws IOException {
    ModelVersion version = new ModelVersion(name, number);
    Path directory = store.resolve(name).resolve(version.directory());
    return new ModelReader(new LocalVersionFiles(directory), version).model();
  }
}
