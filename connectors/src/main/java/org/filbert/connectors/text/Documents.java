package org.filbert.connectors.text;

import org.filbert.connectors.file.DataFormat;
import org.jspecify.annotations.Nullable;

/** One document on each line, without a label; for predictions only. */
public record Documents() implements DataFormat {
  @Override
  public boolean hasLabel() {
    return false;
  }

  @Override
  public DataFormat withLabel(@Nullable String place) {
    if (place != null) {
      throw new IllegalArgumentException("label: found " + place + " for documents without labels");
    }
    return this;
  }

  @Override
  public boolean ofText() {
    return true;
  }
}
