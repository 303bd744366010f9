package org.filbert.data;

import org.jspecify.annotations.Nullable;

/** The label of a record. */
public sealed interface Target {
  /**
   * A class, by the name it has in the user's data. Names that are numbers are equal if they are
   * the same number, see {@link ClassNames}.
   */
  record ClassName(String name) implements Target {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof ClassName that && ClassNames.same(name, that.name);
    }

    @Override
    public int hashCode() {
      return ClassNames.key(name).hashCode();
    }
  }

  /** One or more regression targets; finite. */
  record Values(double[] values) implements Target {}
}
