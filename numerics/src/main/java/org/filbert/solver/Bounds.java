package org.filbert.solver;

import java.util.OptionalInt;

/** What numbers among the options of solvers must not fall below. */
final class Bounds {
  private Bounds() {}

  static void atLeast(String name, int value, int least) {
    if (value < least) {
      throw new IllegalArgumentException(name + " is " + value + ", must be at least " + least);
    }
  }

  /** As {@link #atLeast(String, int, int)}, for what may be absent. */
  static void atLeast(String name, OptionalInt value, int least) {
    value.ifPresent(given -> atLeast(name, given, least));
  }
}
