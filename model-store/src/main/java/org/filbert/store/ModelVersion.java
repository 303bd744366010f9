package org.filbert.store;

import java.util.Locale;

/** A published version of a model, numbered from 1 and written as {@code letter@1}. */
public record ModelVersion(String name, int number) {
  static final String DIRECTORY = "[0-9]{6,9}";
  static final String NAME = "[a-z0-9][a-z0-9._-]*";

  public ModelVersion {
    if (!name.matches(NAME)) {
      throw new IllegalArgumentException(
          "found model name '" + name + "', allowed are names that match " + NAME);
    }
    if (number < 1) {
      throw new IllegalArgumentException(
          "found version " + number + " of model " + name + ", must be at least 1");
    }
  }

  /** Name of the version's directory. */
  public String directory() {
    return String.format(Locale.ROOT, "%06d", number);
  }

  @Override
  public String toString() {
    return name + "@" + number;
  }
}
