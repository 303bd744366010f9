package org.filbert.table;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How numbers are written. In all notations but the plain one, digits may stand in groups of three,
 * a sign of a currency may stand at either end, a percent sign, which does not change the value, at
 * the end, and parentheses around a negative number.
 */
public enum NumberNotation implements CellNotation {
  /** As {@code -1234.5} or {@code 1.2345e3}. */
  PLAIN('.', ""),
  /** As {@code $1,234.50}, {@code 12.3%} or {@code (12.50)}. */
  COMMA_GROUPS('.', ",'"),
  /** As {@code 1.234,50 €} or {@code 12,3 %}. */
  POINT_GROUPS(',', ".'"),
  /** As {@code 1 234.50} or {@code 1 234,50}. */
  BLANK_GROUPS('.', " \u00a0\u202f\u2009");

  private static final int GROUP = 3;
  private static final String BLANKS = " \u00a0\u202f\u2009";

  private final char point;
  private final String groups;

  NumberNotation(char point, String groups) {
    this.point = point;
    this.groups = groups;
  }

  static NumberNotation of(String text) {
    return Arrays.stream(values())
        .filter(notation -> notation.text().equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no notation of numbers " + text));
  }

  @Override
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public String allowed() {
    return switch (this) {
      case PLAIN -> CellKind.NUMBER.allowed();
      case COMMA_GROUPS -> "a number such as 1,234.50";
      case POINT_GROUPS -> "a number such as 1.234,50";
      case BLANK_GROUPS -> "a number such as 1 234.50";
    };
  }

  @Override
  public @Nullable String plain(String cell) {
    if (this == PLAIN) {
      return cell;
    }
    int from = 0;
    int to = cell.length();
    boolean negative = false;
    boolean signed = false;
    boolean marked = false;
    while (from < to && !isDigit(cell.charAt(from)) && cell.charAt(from) != point(cell)) {
      char c = cell.charAt(from);
      if (c == '(' && !signed && to - from > 1 && cell.charAt(to - 1) == ')') {
        to--;
        negative = true;
        signed = true;
      } else if ((c == '-' || c == '+' || c == '\u2212') && !signed) {
        negative = c != '+';
        signed = true;
      } else if (isCurrency(c) && !marked) {
        marked = true;
      } else if (!isBlank(c)) {
        return null;
      }
      from++;
    }
    while (to > from && !isDigit(cell.charAt(to - 1)) && cell.charAt(to - 1) != point(cell)) {
      char c = cell.charAt(to - 1);
      if (c == '%' || isCurrency(c)) {
        if (marked) {
          return null;
        }
        marked = true;
      } else if (!isBlank(c)) {
        return null;
      }
      to--;
    }
    String digits = digits(cell, from, to);
    if (digits == null) {
      boolean plain = point == '.' && !Double.isNaN(CellKind.number(cell)); // with an exponent
      return plain ? cell : null;
    }
    return negative ? "-" + digits : digits;
  }

  /** The decimal point; with groups of blanks a comma is one, too. */
  private char point(String cell) {
    return this == BLANK_GROUPS && cell.indexOf(',') >= 0 ? ',' : point;
  }

  /** Digits without their groups, and a point; null if the text is no such number. */
  private @Nullable String digits(String cell, int from, int to) {
    char decimal = point(cell);
    StringBuilder plain = new StringBuilder();
    boolean grouped = false;
    boolean fraction = false;
    int run = 0; // digits since the last group or point
    char group = 0;
    for (int at = from; at < to; at++) {
      char c = cell.charAt(at);
      if (isDigit(c)) {
        plain.append(c);
        run++;
      } else if (c == decimal && !fraction && (!grouped || run == GROUP)) {
        plain.append('.');
        fraction = true;
        run = 0;
      } else if (groups.indexOf(c) >= 0
          && !fraction
          && (group == 0 || c == group)
          && (grouped ? run == GROUP : run > 0 && run <= GROUP)) {
        grouped = true;
        group = c;
        run = 0;
      } else {
        return null;
      }
    }
    boolean complete = fraction ? plain.length() > 1 : !grouped || run == GROUP;
    return plain.length() > 0 && complete ? plain.toString() : null;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isBlank(char c) {
    return BLANKS.indexOf(c) >= 0;
  }

  private static boolean isCurrency(char c) {
    return Character.getType(c) == Character.CURRENCY_SYMBOL;
  }
}
