package org.filbert.connectors.text;

import java.util.Objects;
import java.util.OptionalInt;
import org.filbert.connectors.file.DataFormat;
import org.jspecify.annotations.Nullable;

/**
 * Lines {@code label index:value index:value ...} with strictly ascending indices.
 *
 * @param oneBased Whether the first feature has the index 1 or 0. Default: {@code true}
 * @param features Number of features. Default: the largest index in the rows of the run
 */
public record LibSvm(Boolean oneBased, @Nullable Integer features) implements DataFormat {
  public LibSvm {
    oneBased = Objects.requireNonNullElse(oneBased, true);
    if (features != null && features < 1) {
      throw new IllegalArgumentException("features: found " + features + ", allowed 1 or more");
    }
  }

  /** Such files are scaled when they are written, and their zeros are left out. */
  @Override
  public boolean asTheyAre() {
    return true;
  }

  @Override
  public boolean hasLabel() {
    return true;
  }

  /** A row shows whether it begins with a label. */
  @Override
  public DataFormat withLabel(@Nullable String place) {
    if (place != null) {
      throw new IllegalArgumentException(
          "label: found " + place + " for LIBSVM data, whose rows begin with their labels");
    }
    return this;
  }

  @Override
  public OptionalInt width() {
    return features == null ? OptionalInt.empty() : OptionalInt.of(features);
  }
}
