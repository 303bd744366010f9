package org.filbert.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/** Compares long arrays of numbers in linear time; AssertJ takes quadratic time for that. */
public final class Close {
  private Close() {}

  /** Every element is within {@code bound} of the one expected; NaN is close to nothing. */
  public static void assertClose(double[] found, double[] expected, double bound) {
    assertThat(found).hasSameSizeAs(expected);
    for (int i = 0; i < found.length; i++) {
      if (!(Math.abs(found[i] - expected[i]) <= bound)) {
        fail("element %d is %s, expected %s within %s", i, found[i], expected[i], bound);
      }
    }
  }
}
