package org.filbert.train;

import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Which rows are not learned from, and which of them are scored.
 *
 * @param fraction chance of a training row to become a validation row; absent: those that are given
 *     are all
 * @param scored validation and test rows that are scored, of each kind, about; absent: all
 */
public record HeldOut(OptionalDouble fraction, OptionalInt scored) {
  /** The validation and test rows that are given, each of them scored. */
  public static final HeldOut AS_GIVEN = new HeldOut(OptionalDouble.empty(), OptionalInt.empty());
}
