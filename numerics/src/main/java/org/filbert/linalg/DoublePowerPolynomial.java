package org.filbert.linalg;

/**
 * The double power that every {@link VectorMath} computes, operation by operation: x^a = 2^(a·log₂
 * x), for x = 2ᵉ·m with m in [1/√2, √2).
 *
 * <ol>
 *   <li>b ← (bits(x) + {@link #BIAS_BITS}) &gt;&gt;&gt; 52; m has the bits bits(x) - (b &lt;&lt;
 *       52) + {@link DoubleExpPolynomial#ONE_BITS}; e ← b - 1023, by the double of the bits b +
 *       {@link #INTEGER_BITS} less {@link #INTEGER}
 *   <li>s ← (m - 1)/(m + 1); l ← the odd polynomial {@link #L1}·s + … + {@link #L15}·s¹⁵, which is
 *       log₂ m; its coefficients interpolate at Chebyshev's nodes, with an error of 2e-17
 *   <li>t ← e·a₁, which is exact since a₁ has the first 40 bits of a; n ← round(t), by adding and
 *       subtracting {@link DoubleExpPolynomial#ROUNDER}
 *   <li>h ← (t - n) + (e·a₂ + a·l) with a₂ = a - a₁; i ← round(h); r ← (h - i)·{@link #LN2}
 *   <li>p ← exp(r), the polynomial of {@link DoubleExpPolynomial}
 *   <li>result ← (p·2ᴺ)·min(x·2¹⁰²², 1) with N = n + i, cut to [-1023, 1024]
 * </ol>
 *
 * <p>Each step is one IEEE operation (no fused multiply-add), so that compiled, interpreted, vector
 * and scalar code all give the same bits. The last factor is 1 for normal numbers and 0 for 0.
 */
public record DoublePowerPolynomial(double exponent, double high, double low) {
  /** The bits of √½, rounded up. */
  private static final long ROOT_HALF_BITS = 0x3fe6a09e667f3bcdL;

  /** Moves √½ to 1, the beginning of an exponent's range. */
  public static final long BIAS_BITS = DoubleExpPolynomial.ONE_BITS - ROOT_HALF_BITS;

  /** The bits of 2⁵²: with an integer in their place, the last bits are that integer + 2⁵². */
  public static final long INTEGER_BITS = 0x4330000000000000L;

  /** 2⁵² + 1023. */
  public static final double INTEGER = 0x1p52 + 1023;

  public static final double L1 = 2.8853900817779268;
  public static final double L3 = 0.9617966939259898;
  public static final double L5 = 0.5770780163455079;
  public static final double L7 = 0.41219858584368857;
  public static final double L9 = 0.32059853461607496;
  public static final double L11 = 0.26233436870494065;
  public static final double L13 = 0.22091265040628202;
  public static final double L15 = 0.21366349336860482;

  public static final double LN2 = 0.6931471805599453;

  /** Powers of two below it are 0. */
  public static final double LEAST_POWER = -1023;

  /** This power of two is infinite. */
  public static final double LARGEST_POWER = 1024;

  /** Makes normal numbers 1 or more. */
  public static final double NORMAL = 0x1p1022;

  /** Bits of a double that a₁ lacks. */
  private static final long LOW_BITS = (1L << 13) - 1;

  /** The polynomial of an exponent. */
  public static DoublePowerPolynomial of(double exponent) {
    double high = Double.longBitsToDouble(Double.doubleToRawLongBits(exponent) & ~LOW_BITS);
    return new DoublePowerPolynomial(exponent, high, exponent - high);
  }

  /** The steps above for one argument. */
  public double at(double x) {
    long bits = Double.doubleToRawLongBits(x);
    long b = (bits + BIAS_BITS) >>> 52;
    double m = Double.longBitsToDouble(bits - (b << 52) + DoubleExpPolynomial.ONE_BITS);
    double e = Double.longBitsToDouble(b + INTEGER_BITS) - INTEGER;
    double s = (m - 1) / (m + 1);
    double u = s * s;
    double k = (((L15 * u + L13) * u + L11) * u + L9) * u + L7;
    double l = (((k * u + L5) * u + L3) * u + L1) * s;
    double t = e * high;
    double n = (t + DoubleExpPolynomial.ROUNDER) - DoubleExpPolynomial.ROUNDER;
    double h = (t - n) + (e * low + exponent * l);
    double i = (h + DoubleExpPolynomial.ROUNDER) - DoubleExpPolynomial.ROUNDER;
    double p = DoubleExpPolynomial.polynomial((h - i) * LN2);
    double power = Math.min(Math.max(n + i, LEAST_POWER), LARGEST_POWER);
    return (p * DoubleExpPolynomial.powerOfTwo(power + DoubleExpPolynomial.ROUNDER))
        * Math.min(x * NORMAL, 1);
  }
}
