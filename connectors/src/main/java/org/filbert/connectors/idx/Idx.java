package org.filbert.connectors.idx;

import java.util.Optional;
import org.filbert.connectors.file.DataFormat;
import org.jspecify.annotations.Nullable;

/**
 * The idx format of the MNIST data: an array of unsigned bytes, its first dimension the records.
 *
 * @param labels Path of the file with the labels.
 */
public record Idx(@Nullable String labels) implements DataFormat {
  public Idx {
    if (labels != null && labels.isBlank()) {
      throw new IllegalArgumentException("labels: found an empty path, allowed a file's path");
    }
  }

  /** Pixels have one unit. */
  @Override
  public boolean asTheyAre() {
    return true;
  }

  @Override
  public boolean hasLabel() {
    return labels != null;
  }

  @Override
  public DataFormat withLabel(@Nullable String place) {
    return new Idx(place);
  }

  @Override
  public Optional<String> labelFile() {
    return Optional.ofNullable(labels);
  }
}
