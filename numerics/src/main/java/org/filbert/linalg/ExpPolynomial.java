package org.filbert.linalg;

/**
 * The float exponential that every {@link VectorMath} computes, operation by operation: exp(y) =
 * 2ⁿ·p(r) with n = round(y/ln 2) and r = y - n·ln 2.
 *
 * <ol>
 *   <li>y ← min(max(y, {@link #LOWEST}), {@link #HIGHEST})
 *   <li>t ← y·{@link #LOG2_E} + {@link #ROUNDER}; n ← t - ROUNDER; the low bits of t hold n
 *   <li>r ← (y - n·{@link #LN2_HIGH}) - n·{@link #LN2_LOW}
 *   <li>p ← the polynomial of degree 6 in Horner form, {@link #C6} first
 *   <li>result ← p·2ⁿ, where 2ⁿ has the bits (bits(t) &lt;&lt; 23) + {@link #ONE_BITS}
 * </ol>
 *
 * <p>Each step is one IEEE operation (no fused multiply-add), so that compiled, interpreted, vector
 * and scalar code all give the same bits. n·LN2_HIGH and the first subtraction are exact.
 */
public final class ExpPolynomial {
  /** Smaller arguments give exp(LOWEST), 1.6e-38, the last without a subnormal step. */
  public static final float LOWEST = -87f;

  /** Arguments that reach it give infinity, because n is 128. */
  public static final float HIGHEST = 89f;

  public static final float LOG2_E = 1.442695f;

  /** 1.5·2²³: added to a small float, it rounds that to an integer. */
  public static final float ROUNDER = 12582912f;

  public static final float LN2_HIGH = 355f / 512f;
  public static final float LN2_LOW = -2.12194440e-4f;
  public static final int ONE_BITS = 127 << 23;

  public static final float C6 = 0.0013863673f;
  public static final float C5 = 0.00836761f;
  public static final float C4 = 0.04166724f;
  public static final float C3 = 0.16666533f;
  public static final float C2 = 0.5f;

  private ExpPolynomial() {}

  /** The steps above for one argument. */
  public static float exp(float argument) {
    float y = Math.min(Math.max(argument, LOWEST), HIGHEST);
    float t = y * LOG2_E + ROUNDER;
    float n = t - ROUNDER;
    float r = (y - n * LN2_HIGH) - n * LN2_LOW;
    float p = ((((C6 * r + C5) * r + C4) * r + C3) * r + C2) * r;
    return ((p + 1f) * r + 1f)
        * Float.intBitsToFloat((Float.floatToRawIntBits(t) << 23) + ONE_BITS);
  }
}
