package org.filbert.effects;

import java.util.List;
import java.util.function.UnaryOperator;
import org.filbert.data.Features;

/** An input whose values are replaced in records. */
interface VariedInput {
  /**
   * A value that records are given.
   *
   * @param replaced the record with this value
   */
  record Level(Effect.Value value, UnaryOperator<Features> replaced) {}

  String name();

  /** The first of the features that the input becomes. */
  int from();

  /** The feature after the last. */
  int to();

  Effect.Kind kind();

  /** The values to look at, by those that some records have. */
  List<Level> levels(List<Features> records);
}
