package org.filbert.table;

import java.nio.charset.StandardCharsets;

/** Parses decimal numbers from bytes. */
public enum Decimal {
  POINT('.'),
  COMMA(',');

  /** The powers of ten that a double represents exactly. */
  private static final double[] POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private static final int EXACT_DIGITS = 15;

  /** Larger than the zeros of the longest text can offset, and far from overflow. */
  private static final long EXPONENT_BOUND = 1L << 40;

  private final char separator;

  Decimal(char separator) {
    this.separator = separator;
  }

  public char separator() {
    return separator;
  }

  /**
   * The double nearest to a number such as {@code -12.5e-3}, or with a comma. NaN if the text is no
   * such number or exceeds a finite double.
   *
   * <p>Integers of up to 15 digits and powers of ten up to 10²² are exact doubles. Their product or
   * quotient is rounded once and so is the nearest double (W. D. Clinger, How to read floating
   * point numbers accurately, 1990). Other numbers are parsed by the library, which is slower.
   */
  public double parse(byte[] text, int from, int to) {
    int at = from;
    boolean negative = at < to && text[at] == '-';
    if (at < to && (negative || text[at] == '+')) {
      at++;
    }
    long mantissa = 0;
    int significant = 0;
    int first = at;
    int digit;
    for (; at < to && (digit = text[at] - '0') >= 0 && digit <= 9; at++) {
      mantissa = 10 * mantissa + digit;
      significant += mantissa == 0 ? 0 : 1;
    }
    int digits = at - first;
    long exponent = 0;
    if (at < to && text[at] == separator) {
      first = ++at;
      for (; at < to && (digit = text[at] - '0') >= 0 && digit <= 9; at++) {
        mantissa = 10 * mantissa + digit;
        significant += mantissa == 0 ? 0 : 1;
      }
      digits += at - first;
      exponent = (long) first - at;
    }
    if (digits == 0) {
      return Double.NaN;
    }
    if (at < to && (text[at] == 'e' || text[at] == 'E')) {
      at++;
      boolean down = at < to && text[at] == '-';
      if (at < to && (down || text[at] == '+')) {
        at++;
      }
      first = at;
      long power = 0;
      for (; at < to && (digit = text[at] - '0') >= 0 && digit <= 9; at++) {
        power = Math.min(10 * power + digit, EXPONENT_BOUND);
      }
      if (at == first) {
        return Double.NaN;
      }
      exponent += down ? -power : power;
    }
    if (at != to) {
      return Double.NaN;
    }
    if (significant <= EXACT_DIGITS && Math.abs(exponent) < POWERS.length) {
      double value =
          exponent < 0 ? mantissa / POWERS[(int) -exponent] : mantissa * POWERS[(int) exponent];
      return negative ? -value : value;
    }
    String number = new String(text, from, to - from, StandardCharsets.ISO_8859_1);
    double value = Double.parseDouble(number.replace(separator, '.'));
    return Double.isFinite(value) ? value : Double.NaN;
  }
}
