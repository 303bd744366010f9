package org.filbert.data;

/** What a labelled record is to be predicted as. */
public sealed interface Target {
  /** A class, by the name it has in the user's data. */
  record ClassName(String name) implements Target {}

  /** One or more regression targets; finite. */
  record Values(double[] values) implements Target {}
}
