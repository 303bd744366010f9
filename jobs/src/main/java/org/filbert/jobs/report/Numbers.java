package org.filbert.jobs.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Formats numbers for reports and tables. */
public final class Numbers {
  private static final MathContext DIGITS = new MathContext(4, RoundingMode.HALF_EVEN);
  private static final Pattern LONG_DECIMAL = Pattern.compile("\\d+\\.\\d{5,}(E-?\\d+)?");

  private Numbers() {}

  /**
   * An error in a table, at most 10 characters wide: five decimals of a share of rows; four digits
   * or more of a root mean squared error, however small or large; "-" where there is none.
   *
   * @param share whether it is a share of rows
   */
  public static String error(@Nullable Double value, boolean share) {
    if (value == null) {
      return "-";
    }
    boolean plain = share || value == 0 || (value >= 0.01 && value < 1000);
    return String.format(
        Locale.ROOT, plain ? "%.5f" : value >= 1000 && value < 1e7 ? "%.1f" : "%.3e", value);
  }

  /** At most four significant digits, with an exponent where the number is very small or large. */
  public static String brief(double value) {
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

  /** A text whose decimals of five places and more have at most four significant digits. */
  public static String briefly(String text) {
    return LONG_DECIMAL.matcher(text).replaceAll(found -> brief(Double.parseDouble(found.group())));
  }

  /** Two decimals, as more cannot be seen. */
  static String coordinate(double value) {
    return new BigDecimal(value)
        .setScale(2, RoundingMode.HALF_EVEN)
        .stripTrailingZeros()
        .toPlainString();
  }
}
