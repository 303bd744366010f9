package org.filbert.solver;

import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A solver and its options. The components of a record that implements this are its keys in a
 * configuration.
 */
public interface SolverOptions {
  /** When a run with it is over. */
  Stopping stopping();

  /** What stands in its place until the plan has chosen; itself if nothing is left open. */
  default SolverOptions standIn() {
    return this;
  }

  /** Whether the solver is left to the plan. */
  default boolean automatic() {
    return !standIn().equals(this);
  }

  /**
   * Checks a component.
   *
   * @throws IllegalArgumentException if the value is below the least one that is allowed
   */
  static void atLeast(String name, int value, int least) {
    if (value < least) {
      throw new IllegalArgumentException(name + " is " + value + ", must be at least " + least);
    }
  }

  /** Checks a component that may be absent: it must be a finite number above 0. */
  static void aboveZero(String name, OptionalDouble value) {
    if (value.isPresent() && !(value.getAsDouble() > 0 && Double.isFinite(value.getAsDouble()))) {
      throw new IllegalArgumentException(
          name + " is " + value.getAsDouble() + ", must be a number above 0");
    }
  }

  /** Checks a component that may be absent, as {@link #atLeast(String, int, int)} does. */
  static void atLeast(String name, OptionalInt value, int least) {
    value.ifPresent(given -> atLeast(name, given, least));
  }
}
