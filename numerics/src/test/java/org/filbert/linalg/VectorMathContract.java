package org.filbert.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What every {@link VectorMath} must do. */
public abstract class VectorMathContract {
  /** Odd, so that all last digits occur; small enough for some ten million arguments. */
  private static final int STRIDE = 97;

  protected abstract VectorMath math();

  @Test
  void expKeepsItsErrorBound() {
    double worst = 0;
    float[] arguments = new float[1000];
    for (float sign : new float[] {-1, 1}) {
      int bits = 0;
      int last = Float.floatToRawIntBits(87f);
      while (bits <= last) {
        int count = 0;
        for (; count < arguments.length && bits <= last; bits += STRIDE) {
          arguments[count++] = sign * Float.intBitsToFloat(bits);
        }
        worst = Math.max(worst, worstError(arguments, count));
      }
    }
    assertThat(worst).isLessThan(VectorMath.EXP_MAX_RELATIVE_ERROR);
  }

  private double worstError(float[] arguments, int count) {
    float[] values = arguments.clone();
    math().exp(values, 0, count, 1f);
    double worst = 0;
    for (int i = 0; i < count; i++) {
      worst = Math.max(worst, Math.abs(values[i] / Math.exp(arguments[i]) - 1));
    }
    return worst;
  }

  @Test
  void expHasTheBitsOfItsDefinition() {
    float[] arguments = new float[5000];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = (i - 2500) * 0.0371f;
    }
    for (int from : new int[] {0, 1, 13}) {
      for (int count : new int[] {0, 1, 13, 65, 1024, 1025, 4900}) {
        float[] values = arguments.clone();
        math().exp(values, from, count, -1.7f);
        for (int i = 0; i < values.length; i++) {
          boolean inside = i >= from && i < from + count;
          float expected = inside ? ExpPolynomial.exp(-1.7f * arguments[i]) : arguments[i];
          assertThat(Float.floatToIntBits(values[i])).isEqualTo(Float.floatToIntBits(expected));
        }
      }
    }
  }

  @Test
  void doubleExpKeepsItsErrorBound() {
    double worst = 0;
    double[] arguments = new double[1000];
    for (double sign : new double[] {-1, 1}) {
      for (double largest = 1e-9; largest < 2000; largest *= 1.7) {
        double limit = Math.min(largest, 660);
        for (int i = 0; i < arguments.length; i++) {
          arguments[i] = sign * limit * (i + 1) / arguments.length;
        }
        double[] values = arguments.clone();
        math().exp(values, 0, values.length, 1);
        for (int i = 0; i < values.length; i++) {
          worst = Math.max(worst, Math.abs(values[i] / StrictMath.exp(arguments[i]) - 1));
        }
      }
    }
    assertThat(worst).isBetween(1e-16, VectorMath.DOUBLE_EXP_MAX_RELATIVE_ERROR);
  }

  @Test
  void doubleExpHasTheBitsOfItsDefinition() {
    double[] arguments = new double[5000];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = (i - 2500) * 0.371;
    }
    for (int from : new int[] {0, 1, 13}) {
      for (int count : new int[] {0, 1, 13, 65, 512, 513, 4900}) {
        double[] values = arguments.clone();
        math().exp(values, from, count, -1.7);
        for (int i = 0; i < values.length; i++) {
          boolean inside = i >= from && i < from + count;
          double expected = inside ? DoubleExpPolynomial.exp(-1.7 * arguments[i]) : arguments[i];
          assertThat(Double.doubleToLongBits(values[i]))
              .isEqualTo(Double.doubleToLongBits(expected));
        }
      }
    }
  }

  @Test
  void doubleExpOfTheExtremes() {
    double[] values = {
      Double.NaN,
      Double.NEGATIVE_INFINITY,
      -Double.MAX_VALUE,
      -701,
      -0.0,
      0,
      Double.MIN_VALUE,
      Double.MAX_VALUE,
      Double.POSITIVE_INFINITY,
      -690
    };
    math().exp(values, 0, values.length, 1);
    assertThat(values[0]).isNaN();
    assertThat(Arrays.copyOfRange(values, 1, 7)).containsExactly(0, 0, 0, 1, 1, 1);
    assertThat(values[7]).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(values[8]).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(values[9]).isBetween(0.0, 3e-287);
  }

  @Test
  void doublePowersKeepTheirErrorBound() {
    double worst = 0;
    double[] arguments = new double[1000];
    for (double exponent : new double[] {0.05, 0.35, 0.5, 0.65, 0.7, 1, 1.3, 1.7, 2}) {
      for (double first = Double.MIN_NORMAL; first < 1e150; first *= 1.9e7) {
        for (int i = 0; i < arguments.length; i++) {
          arguments[i] = first * (1 + i * i * 0.0031);
        }
        double[] values = arguments.clone();
        math().pow(values, 0, values.length, exponent);
        for (int i = 0; i < values.length; i++) {
          double expected = StrictMath.pow(arguments[i], exponent);
          if (expected >= 2 * Double.MIN_NORMAL) {
            worst = Math.max(worst, Math.abs(values[i] / expected - 1));
          } else {
            assertThat(values[i]).isBetween(0.0, 2 * Double.MIN_NORMAL);
          }
        }
      }
    }
    assertThat(worst).isBetween(1e-16, VectorMath.DOUBLE_POWER_MAX_RELATIVE_ERROR);
  }

  @Test
  void doublePowersHaveTheBitsOfTheirDefinition() {
    double[] arguments = new double[5000];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = i * i * 0.00371;
    }
    DoublePowerPolynomial power = DoublePowerPolynomial.of(0.7);
    for (int from : new int[] {0, 1, 13}) {
      for (int count : new int[] {0, 1, 13, 65, 1024, 4900}) {
        double[] values = arguments.clone();
        math().pow(values, from, count, 0.7);
        for (int i = 0; i < values.length; i++) {
          boolean inside = i >= from && i < from + count;
          assertThat(values[i]).isEqualTo(inside ? power.at(arguments[i]) : arguments[i]);
        }
      }
    }
  }

  @Test
  void doublePowersOfTheExtremes() {
    for (double exponent : new double[] {0.1, 1, 1.5, 2}) {
      double[] values = {0, Double.MIN_VALUE, 1, Double.NaN, 1e100};
      math().pow(values, 0, values.length, exponent);
      assertThat(values[0]).isZero();
      assertThat(values[1]).isBetween(0.0, 1.01 * Math.pow(Double.MIN_NORMAL, exponent));
      assertThat(values[2]).isEqualTo(1);
      assertThat(values[3]).isNaN();
      assertThat(values[4]).isGreaterThan(9e9);
    }
  }

  @Test
  void powersKeepTheirErrorBound() {
    double worst = 0;
    float[] arguments = new float[1000];
    for (double exponent : new double[] {0.05, 0.35, 0.5, 0.65, 1, 1.3, 1.7, 2}) {
      int bits = Float.floatToRawIntBits(Float.MIN_NORMAL);
      int last = Float.floatToRawIntBits(1e19f);
      while (bits <= last) {
        int count = 0;
        for (; count < arguments.length && bits <= last; bits += 20 * STRIDE) {
          arguments[count++] = Float.intBitsToFloat(bits);
        }
        float[] values = arguments.clone();
        math().pow(values, 0, count, exponent);
        for (int i = 0; i < count; i++) {
          double expected = Math.pow(arguments[i], exponent);
          if (expected >= 2 * Float.MIN_NORMAL) {
            worst = Math.max(worst, Math.abs(values[i] / expected - 1));
          } else {
            assertThat(values[i]).isBetween(0f, 2 * Float.MIN_NORMAL);
          }
        }
      }
    }
    assertThat(worst).isBetween(1e-7, VectorMath.POWER_MAX_RELATIVE_ERROR);
  }

  @Test
  void powersHaveTheBitsOfTheirDefinition() {
    float[] arguments = new float[5000];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = i * i * 0.00371f;
    }
    PowerPolynomial power = PowerPolynomial.of(0.7);
    for (int from : new int[] {0, 1, 13}) {
      for (int count : new int[] {0, 1, 13, 65, 1024, 1025, 4900}) {
        float[] values = arguments.clone();
        math().pow(values, from, count, 0.7);
        for (int i = 0; i < values.length; i++) {
          boolean inside = i >= from && i < from + count;
          assertThat(values[i]).isEqualTo(inside ? power.of(arguments[i]) : arguments[i]);
        }
      }
    }
  }

  @Test
  void powersOfTheExtremes() {
    for (double exponent : new double[] {0.1, 1, 1.5, 2}) {
      float[] values = {0f, Float.MIN_VALUE, 1f, Float.NaN, 1e30f};
      math().pow(values, 0, values.length, exponent);
      assertThat(values[0]).isZero();
      assertThat((double) values[1]).isBetween(0.0, 1.01 * Math.pow(Float.MIN_NORMAL, exponent));
      assertThat(values[2]).isEqualTo(1f);
      assertThat(values[3]).isNaN();
      assertThat(values[4]).isGreaterThan(900f);
    }
  }

  @Test
  void expOfTheExtremes() {
    float[] values = {
      Float.NaN,
      Float.NEGATIVE_INFINITY,
      -Float.MAX_VALUE,
      -88f,
      -0f,
      0f,
      Float.MIN_VALUE,
      Float.MAX_VALUE,
      Float.POSITIVE_INFINITY
    };
    math().exp(values, 0, values.length, 1f);
    assertThat(values[0]).isNaN();
    for (int i = 1; i <= 3; i++) {
      assertThat(values[i]).isBetween(0f, 1.7e-38f);
    }
    for (int i = 4; i <= 6; i++) {
      assertThat(values[i]).isEqualTo(1f);
    }
    assertThat(values[7]).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(values[8]).isEqualTo(Float.POSITIVE_INFINITY);
  }

  @Test
  void sineAndCosineKeepTheirErrorBound() {
    double worst = 0;
    float[] arguments = new float[1000];
    for (float sign : new float[] {-1, 1}) {
      int bits = 0;
      int last = Float.floatToRawIntBits(10_000f);
      while (bits <= last) {
        int count = 0;
        for (; count < arguments.length && bits <= last; bits += 2 * STRIDE) {
          arguments[count++] = sign * Float.intBitsToFloat(bits);
        }
        float[] sines = arguments.clone();
        math().sin(sines, 0, count);
        float[] cosines = arguments.clone();
        math().cos(cosines, 0, count);
        for (int i = 0; i < count; i++) {
          worst = Math.max(worst, Math.abs(sines[i] - Math.sin(arguments[i])));
          worst = Math.max(worst, Math.abs(cosines[i] - Math.cos(arguments[i])));
        }
      }
    }
    assertThat(worst).isLessThan(VectorMath.SINE_MAX_ERROR);
  }

  @Test
  void sineAndCosineHaveTheBitsOfTheirDefinition() {
    float[] arguments = new float[5000];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = (i - 2500) * 1.371f;
    }
    for (int from : new int[] {0, 1, 13}) {
      for (int count : new int[] {0, 1, 13, 65, 1024, 1025, 4900}) {
        float[] sines = arguments.clone();
        math().sin(sines, from, count);
        float[] cosines = arguments.clone();
        math().cos(cosines, from, count);
        for (int i = 0; i < arguments.length; i++) {
          boolean inside = i >= from && i < from + count;
          float x = arguments[i];
          assertThat(sines[i]).isEqualTo(inside ? SinePolynomial.of(x, SinePolynomial.SINE) : x);
          assertThat(cosines[i])
              .isEqualTo(inside ? SinePolynomial.of(x, SinePolynomial.COSINE) : x);
        }
      }
    }
  }

  @Test
  void sineAndCosineOfTheExtremes() {
    float[] notNumbers = {Float.NaN, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY};
    float[] large = {-Float.MAX_VALUE, -1e30f, 3e9f, 1e20f, Float.MAX_VALUE};
    float[] small = {-0f, 0f, Float.MIN_VALUE};
    for (float[] arguments : new float[][] {notNumbers, large, small}) {
      float[] sines = arguments.clone();
      math().sin(sines, 0, sines.length);
      float[] cosines = arguments.clone();
      math().cos(cosines, 0, cosines.length);
      for (int i = 0; i < arguments.length; i++) {
        if (arguments == notNumbers) {
          assertThat(sines[i]).isNaN();
          assertThat(cosines[i]).isNaN();
        } else if (arguments == large) {
          assertThat(sines[i]).isBetween(-1f, 1f);
          assertThat(cosines[i]).isBetween(-1f, 1f);
        } else {
          assertThat(sines[i]).isCloseTo(arguments[i], offset(1e-44f));
          assertThat(cosines[i]).isEqualTo(1f);
        }
      }
    }
  }

  @Test
  void productsHaveTheBitsOfTheirDefinition() {
    Random random = new Random(9);
    for (int[] shape :
        new int[][] {{0, 3, 2}, {3, 0, 2}, {1, 1, 1}, {13, 7, 5}, {8, 65, 16}, {130, 33, 26}}) {
      int m = shape[0];
      int n = shape[1];
      int k = shape[2];
      int stride =
          (k + VectorMath.STRIDE_STEP - 1) / VectorMath.STRIDE_STEP * VectorMath.STRIDE_STEP;
      float[] a = normal(random, m * n);
      float[] b = normal(random, n * stride);
      float[] c = normal(random, m * stride);
      math().multiply(a, m, n, b, k, stride, c);
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < k; j++) {
          float expected = 0;
          for (int p = 0; p < n; p++) {
            expected += a[i * n + p] * b[p * stride + j];
          }
          assertThat(c[i * stride + j]).isEqualTo(expected);
        }
      }
      float[] before = normal(random, n * stride);
      float[] sum = before.clone();
      math().addTransposed(a, m, n, c, k, stride, sum);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < k; j++) {
          float expected = before[i * stride + j];
          for (int p = 0; p < m; p++) {
            expected += a[p * n + i] * c[p * stride + j];
          }
          assertThat(sum[i * stride + j]).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void productsInDoubleHaveTheBitsOfTheirDefinition() {
    Random random = new Random(10);
    for (int[] shape :
        new int[][] {{0, 3, 2}, {3, 0, 2}, {1, 1, 1}, {13, 7, 5}, {8, 65, 16}, {130, 33, 26}}) {
      int m = shape[0];
      int n = shape[1];
      int k = shape[2];
      int stride =
          (k + VectorMath.STRIDE_STEP - 1) / VectorMath.STRIDE_STEP * VectorMath.STRIDE_STEP;
      float[] a = normal(random, m * n);
      double[] b = random.doubles((long) n * stride, -1, 1).toArray();
      double[] c = random.doubles((long) m * stride).toArray();
      math().multiply(a, m, n, b, k, stride, c);
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < k; j++) {
          double expected = 0;
          for (int p = 0; p < n; p++) {
            expected = Math.fma(a[i * n + p], b[p * stride + j], expected);
          }
          assertThat(c[i * stride + j]).isEqualTo(expected);
        }
      }
      double[] before = random.doubles((long) n * stride).toArray();
      double[] sum = before.clone();
      math().addTransposed(a, m, n, c, k, stride, sum);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < k; j++) {
          double expected = before[i * stride + j];
          for (int p = 0; p < m; p++) {
            expected = Math.fma(a[p * n + i], c[p * stride + j], expected);
          }
          assertThat(sum[i * stride + j]).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void rowsAreAddedOneAfterTheOther() {
    Random random = new Random(3);
    for (int stride : new int[] {4, 12, 28}) {
      int[] rows = random.ints(9, 0, 5).toArray();
      double[] table = random.doubles(6L * stride).toArray();
      double[] strip = random.doubles(9L * stride).toArray();
      double[] gathered = strip.clone();
      math().gather(table, stride, rows, 8, stride, gathered);
      double[] scattered = table.clone();
      math().scatter(strip, rows, 8, stride, scattered, stride);
      double[] expected = table.clone();
      for (int i = 0; i < 9; i++) {
        for (int c = 0; c < stride; c++) {
          int at = i * stride + c;
          double more = i < 8 ? table[(1 + rows[i]) * stride + c] : 0;
          assertThat(gathered[at]).isEqualTo(strip[at] + more);
          expected[(1 + rows[i]) * stride + c] += i < 8 ? strip[at] : 0;
        }
      }
      assertThat(scattered).isEqualTo(expected);
    }
  }

  private static float[] normal(Random random, int count) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return values;
  }
}
