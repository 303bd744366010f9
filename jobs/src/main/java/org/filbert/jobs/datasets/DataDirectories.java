package org.filbert.jobs.datasets;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where the files of data sets may be.
 *
 * @param places looked into in this order; what is downloaded goes into the first
 */
public record DataDirectories(List<Path> places) {
  /** The place of what is downloaded. */
  public Path target(String file) {
    return places.get(0).resolve(file);
  }

  /** A file that is here. */
  public Optional<Path> find(String file) {
    return places.stream().map(place -> place.resolve(file)).filter(Files::exists).findFirst();
  }

  /** What to do about a file that is not here, if it is a public one. */
  public Optional<String> advice(String file) {
    return Catalogue.shipped()
        .owner(file)
        .map(set -> "./filbert data get %s downloads it to %s".formatted(set.name(), target(file)));
  }
}
