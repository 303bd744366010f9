package org.filbert.jobs.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Formats numbers for reports. */
final class Numbers {
  private static final MathContext DIGITS = new MathContext(4, RoundingMode.HALF_EVEN);

  private Numbers() {}

  /** At most four significant digits, with an exponent where the number is very small or large. */
  static String brief(double value) {
    if (!Double.isFinite(value)) {
      return Double.toString(value);
    }
    double size = Math.abs(value);
    BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
    if (size != 0 && (size < 1e-4 || size >= 1e6)) {
      int exponent = rounded.precision() - rounded.scale() - 1;
      return rounded.movePointLeft(exponent).toPlainString() + "e" + exponent;
    }
    return rounded.toPlainString();
  }

  /** Two decimals, as more cannot be seen. */
  static String coordinate(double value) {
    return new BigDecimal(value)
        .setScale(2, RoundingMode.HALF_EVEN)
        .stripTrailingZeros()
        .toPlainString();
  }
}
