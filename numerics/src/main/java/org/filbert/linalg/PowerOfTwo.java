package org.filbert.linalg;

/** Powers of two, with which a product is exact. */
public final class PowerOfTwo {
  /** So that neither a factor nor its inverse overflows. */
  private static final int MOST = 1000;

  /** Widths from 2⁻³² to 2³² are left as they are: their squares are far from any limit. */
  private static final int STEP = 64;

  private PowerOfTwo() {}

  /** The factor that brings a number to about 1. */
  public static double toOne(double value) {
    return Math.scalb(1.0, -Math.max(-MOST, Math.min(MOST, Math.getExponent(value))));
  }

  /**
   * The factor of rows and widths that brings a width near 1 from where its square would overflow
   * or underflow; 1 for all others.
   */
  public static double ofWidth(double sigma) {
    if (!(sigma > 0)) {
      return 1;
    }
    int steps = Math.round((float) Math.getExponent(sigma) / STEP);
    int most = MOST / STEP;
    return Math.scalb(1.0, -STEP * Math.max(-most, Math.min(most, steps)));
  }
}
