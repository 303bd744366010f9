package org.filbert.linalg;

/**
 * The float sine and cosine that every {@link VectorMath} computes, operation by operation: with an
 * integer k and c = 0 for the sine, c = -1/2 for the cosine, f(x) = (-1)ᵏ·sin(x - (k + c)·π).
 *
 * <ol>
 *   <li>k ← round(x·{@link #INVERSE_PI} - c), by adding and subtracting {@link #ROUNDER}
 *   <li>r ← ((x - (k + c)·{@link #PI_1}) - (k + c)·{@link #PI_2}) - (k + c)·{@link #PI_3}
 *   <li>s ← r + r·p(r²), an odd polynomial of degree 9 with the least maximum error on [-π/2, π/2]
 *   <li>h ← round(k/2), in the same way; k - 2h is 0 for even k and ±1 for odd k
 *   <li>result ← min(max(s·(1 - 2(k - 2h)²), -1), 1)
 * </ol>
 *
 * <p>Each step is one IEEE operation (no fused multiply-add), so that compiled, interpreted, vector
 * and scalar code all give the same bits. The products with PI_1 and PI_2 are exact while |k| &lt;
 * 4096, that is |x| &lt; 12,800; the last step keeps the result in [-1, 1] far beyond.
 */
public final class SinePolynomial {
  /** c of the sine. */
  public static final float SINE = 0f;

  /** c of the cosine. */
  public static final float COSINE = -0.5f;

  public static final float INVERSE_PI = 0.31830987f;

  /** 1.5·2²³: added to a small float, it rounds that to an integer. */
  public static final float ROUNDER = 12582912f;

  /** The first 11 bits of π. */
  public static final float PI_1 = 201f / 64f;

  /** The next 11 bits. */
  public static final float PI_2 = 2029f / 2097152f;

  public static final float PI_3 = 1.509958e-7f;

  public static final float C9 = 2.5999032e-6f;
  public static final float C7 = -1.9806548e-4f;
  public static final float C5 = 8.333016e-3f;
  public static final float C3 = -0.16666657f;

  private SinePolynomial() {}

  /** The steps above for one argument. */
  public static float of(float x, float c) {
    float k = ((x * INVERSE_PI - c) + ROUNDER) - ROUNDER;
    float m = k + c;
    float r = ((x - m * PI_1) - m * PI_2) - m * PI_3;
    float u = r * r;
    float p = (((C9 * u + C7) * u + C5) * u + C3) * u;
    float s = p * r + r;
    float h = (k * 0.5f + ROUNDER) - ROUNDER;
    float odd = k - (h + h);
    float sign = 1f - (odd * odd) * 2f;
    return Math.min(Math.max(s * sign, -1f), 1f);
  }
}
