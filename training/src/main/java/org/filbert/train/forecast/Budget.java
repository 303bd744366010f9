package org.filbert.train.forecast;

import java.util.OptionalDouble;

/**
 * What a run may take at most where it chooses its system and its solver.
 *
 * @param seconds of the training, as expected; absent: {@value Approach#FLOPS} planned operations
 */
public record Budget(OptionalDouble seconds) {
  /** The default. */
  public static final Budget AUTO = new Budget(OptionalDouble.empty());

  public Budget {
    if (seconds.isPresent() && !(seconds.getAsDouble() > 0)) {
      throw new IllegalArgumentException("time is 0s, must be above 0");
    }
  }
}
