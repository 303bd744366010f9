package org.filbert.jobs.datasets;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The directories of data files.
 *
 * @param places directories in search order; downloads go into the first
 */
public record DataDirectories(List<Path> places) {
  /** The path for a downloaded file. */
  public Path target(String file) {
    return places.get(0).resolve(file);
  }

  /** Finds a file. */
  public Optional<Path> find(String file) {
    return places.stream().map(place -> place.resolve(file)).filter(Files::exists).findFirst();
  }

  /** Tells how to download a missing file, if it is public. */
  public Optional<String> advice(String file) {
    return Catalogue.shipped()
        .owner(file)
        .map(set -> "./filbert data get %s downloads it to %s".formatted(set.name(), target(file)));
  }
}
