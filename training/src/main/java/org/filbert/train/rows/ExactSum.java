package org.filbert.train.rows;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/**
 * A sum of doubles without rounding, whatever their order (U. Kulisch, Very fast and exact
 * accumulation of products, 2011): digits of 32 bits with room for carries.
 */
public final class ExactSum {
  private static final int DIGIT = 32;
  private static final int LEAST_EXPONENT = 1074;
  private static final int MANTISSA = 52;

  /** Digits of the sum; so many additions have room that no rows are more. */
  public static final int DIGITS = 68;

  private static final MathContext QUOTIENT = new MathContext(40);

  private ExactSum() {}

  /** Adds a finite value to the digits from a place on. */
  public static void add(double value, long[] sums, int from) {
    long bits = Double.doubleToRawLongBits(value);
    int exponent = (int) (bits >>> MANTISSA) & 0x7FF;
    long mantissa = (bits & ((1L << MANTISSA) - 1)) | (exponent == 0 ? 0 : 1L << MANTISSA);
    int place = Math.max(exponent, 1) - 1;
    int digit = from + place / DIGIT;
    int shift = place % DIGIT;
    long sign = bits < 0 ? -1 : 1;
    long low = (mantissa & 0xFFFFFFFFL) << shift;
    long high = (mantissa >>> DIGIT) << shift;
    sums[digit] += sign * (low & 0xFFFFFFFFL);
    sums[digit + 1] += sign * ((low >>> DIGIT) + (high & 0xFFFFFFFFL));
    sums[digit + 2] += sign * (high >>> DIGIT);
  }

  /** The sum divided by a count, rounded once but for the 41st decimal. */
  public static double mean(long[] sums, int from, long count) {
    BigInteger sum = BigInteger.ZERO;
    for (int digit = DIGITS - 1; digit >= 0; digit--) {
      sum = sum.shiftLeft(DIGIT).add(BigInteger.valueOf(sums[from + digit]));
    }
    return new BigDecimal(sum)
        .divide(new BigDecimal(BigInteger.valueOf(count).shiftLeft(LEAST_EXPONENT)), QUOTIENT)
        .doubleValue();
  }
}
