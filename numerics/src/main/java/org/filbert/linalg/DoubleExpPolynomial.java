package org.filbert.linalg;

/**
 * The double exponential that every {@link VectorMath} computes, operation by operation: exp(y) =
 * 2ⁿ·p(r) with n = round(y/ln 2) and r = y - n·ln 2.
 *
 * <ol>
 *   <li>y ← min(max(y, {@link #LOWEST}), {@link #HIGHEST})
 *   <li>t ← y·{@link #LOG2_E} + {@link #ROUNDER}; n ← t - ROUNDER; the low bits of t hold n
 *   <li>r ← (y - n·{@link #LN2_HIGH}) - n·{@link #LN2_LOW}
 *   <li>p ← the polynomial of degree 11 in Horner form, {@link #C11} first; its coefficients
 *       interpolate at Chebyshev's nodes, with an error of 4e-17
 *   <li>result ← max(p·2ⁿ - {@link #LEAST}, 0), where 2ⁿ has the bits (bits(t) &lt;&lt; 52) +
 *       {@link #ONE_BITS}
 * </ol>
 *
 * <p>Each step is one IEEE operation (no fused multiply-add), so that compiled, interpreted, vector
 * and scalar code all give the same bits. n·LN2_HIGH is exact. The last step makes 0 of what is cut
 * to LOWEST, and changes nothing from 1e-288 on: kernel values have no subnormal products.
 */
public final class DoubleExpPolynomial {
  /** Smaller arguments give 0, as this one does. */
  public static final double LOWEST = -700;

  /** Arguments that reach it give infinity, because n is 1024. */
  public static final double HIGHEST = 710;

  public static final double LOG2_E = 1.4426950408889634;

  /** 1.5·2⁵²: added to a small double, it rounds that to an integer. */
  public static final double ROUNDER = 0x1.8p52;

  public static final double LN2_HIGH = 0.6931471803691238;
  public static final double LN2_LOW = 1.9082149292705877e-10;
  public static final long ONE_BITS = 1023L << 52;

  public static final double C11 = 2.5095554677111112e-08;
  public static final double C10 = 2.761380686153829e-07;
  public static final double C9 = 2.755728006701698e-06;
  public static final double C8 = 2.4801536388690766e-05;
  public static final double C7 = 0.0001984126985433861;
  public static final double C6 = 0.0013888888905881542;
  public static final double C5 = 0.008333333333332155;
  public static final double C4 = 0.04166666666665136;
  public static final double C3 = 0.16666666666666666;
  public static final double C2 = 0.5;

  /** p·2ⁿ for {@link #LOWEST}. */
  public static final double LEAST = positive(LOWEST);

  private DoubleExpPolynomial() {}

  /** The steps above for one argument. */
  public static double exp(double argument) {
    return Math.max(positive(Math.min(Math.max(argument, LOWEST), HIGHEST)) - LEAST, 0);
  }

  private static double positive(double y) {
    double t = y * LOG2_E + ROUNDER;
    double n = t - ROUNDER;
    return polynomial((y - n * LN2_HIGH) - n * LN2_LOW) * powerOfTwo(t);
  }

  /** p(r), close to exp(r) for |r| at most half of ln 2. */
  static double polynomial(double r) {
    double q = (((C11 * r + C10) * r + C9) * r + C8) * r + C7;
    double p = ((((q * r + C6) * r + C5) * r + C4) * r + C3) * r + C2;
    return (p * r + 1) * r + 1;
  }

  /** 2ⁿ for t = n + ROUNDER. */
  static double powerOfTwo(double t) {
    return Double.longBitsToDouble((Double.doubleToRawLongBits(t) << 52) + ONE_BITS);
  }
}
