package org.filbert.linalg;

/**
 * The float power that every {@link VectorMath} computes, operation by operation: x^a = 2^(a·log₂
 * x), for x = 2ᵉ·m with m in [1/√2, √2).
 *
 * <ol>
 *   <li>e ← (bits(x) - {@link #ROOT_HALF_BITS}) &gt;&gt; 23; m has the bits bits(x) - (e &lt;&lt;
 *       23)
 *   <li>s ← (m - 1)/(m + 1); l ← the odd polynomial {@link #L1}·s + … + {@link #L9}·s⁹, which is
 *       log₂ m
 *   <li>t ← e·a₁, which is exact since a₁ has the first 16 bits of a; n ← round(t), by adding and
 *       subtracting {@link #ROUNDER}
 *   <li>h ← (t - n) + (e·a₂ + a·l) with a₂ = a - a₁; i ← round(h); r ← (h - i)·{@link #LN2}
 *   <li>p ← exp(r), the polynomial of {@link ExpPolynomial}
 *   <li>result ← (p·2ᴺ)·min(x·2¹²⁶, 1) with N = n + i, cut to [-127, 128]
 * </ol>
 *
 * <p>Each step is one IEEE operation (no fused multiply-add), so that compiled, interpreted, vector
 * and scalar code all give the same bits. The last factor is 1 for normal numbers and 0 for 0.
 */
public record PowerPolynomial(float exponent, float high, float low) {
  /** The bits of √½, rounded up. */
  public static final int ROOT_HALF_BITS = 0x3f3504f4;

  /** 1.5·2²³: added to a small float, it rounds that to an integer. */
  public static final float ROUNDER = ExpPolynomial.ROUNDER;

  public static final float L1 = 2.88539f;
  public static final float L3 = 0.9617967f;
  public static final float L5 = 0.57707804f;
  public static final float L7 = 0.41219857f;
  public static final float L9 = 0.3205989f;

  public static final float LN2 = 0.6931472f;

  /** Powers of two below it are 0. */
  public static final float LEAST_POWER = -127f;

  /** This power of two is infinite. */
  public static final float LARGEST_POWER = 128f;

  /** Makes normal numbers 1 or more. */
  public static final float NORMAL = 0x1p126f;

  /** Bits of a float that a₁ lacks. */
  private static final int LOW_BITS = 0xff;

  /** The polynomial of an exponent. */
  public static PowerPolynomial of(double exponent) {
    float high = Float.intBitsToFloat(Float.floatToRawIntBits((float) exponent) & ~LOW_BITS);
    return new PowerPolynomial((float) exponent, high, (float) (exponent - high));
  }

  /** The steps above for one argument. */
  public float of(float x) {
    int bits = Float.floatToRawIntBits(x);
    int e = (bits - ROOT_HALF_BITS) >> 23;
    float m = Float.intBitsToFloat(bits - (e << 23));
    float s = (m - 1f) / (m + 1f);
    float u = s * s;
    float l = ((((L9 * u + L7) * u + L5) * u + L3) * u + L1) * s;
    float t = e * high;
    float n = (t + ROUNDER) - ROUNDER;
    float h = (t - n) + (e * low + exponent * l);
    float i = (h + ROUNDER) - ROUNDER;
    float r = (h - i) * LN2;
    float q =
        ((((ExpPolynomial.C6 * r + ExpPolynomial.C5) * r + ExpPolynomial.C4) * r + ExpPolynomial.C3)
                    * r
                + ExpPolynomial.C2)
            * r;
    float p = (q + 1f) * r + 1f;
    float power = Math.min(Math.max(n + i, LEAST_POWER), LARGEST_POWER) + ROUNDER;
    float two =
        Float.intBitsToFloat((Float.floatToRawIntBits(power) << 23) + ExpPolynomial.ONE_BITS);
    return (p * two) * Math.min(x * NORMAL, 1f);
  }
}
