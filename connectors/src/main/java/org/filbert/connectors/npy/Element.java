package org.filbert.connectors.npy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How an element is stored.
 *
 * @param kind {@code f} for floats, {@code i} and {@code u} for integers with and without a sign,
 *     {@code b} for truths
 * @param size in bytes
 */
record Element(char kind, int size, ByteOrder order) {
  static final String ALLOWED = "float32, float64, int8 to int64, uint8 to uint64 or bool";

  private static final Pattern TYPE = Pattern.compile("[<|]?(>?)(f[48]|[iu][1248]|b1)");

  /** Larger whole numbers are not all exact in double. */
  private static final double EXACT = 1L << 53;

  /** The element of a type string such as {@code <f8}; null if it is not read. */
  static @Nullable Element of(String type) {
    Matcher found = TYPE.matcher(type);
    if (!found.matches()) {
      return null;
    }
    ByteOrder order = found.group(1).isEmpty() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    String kind = found.group(2);
    return new Element(kind.charAt(0), kind.charAt(1) - '0', order);
  }

  /** The number at a place; of 64 bits, the nearest double. */
  double number(ByteBuffer row, int column) {
    if (kind == 'f') {
      return size == Float.BYTES
          ? row.getFloat(column * Float.BYTES)
          : row.getDouble(column * Double.BYTES);
    }
    long whole = whole(row, column);
    boolean large = whole < 0 && kind == 'u';
    return large ? 2.0 * ((whole >>> 1) | (whole & 1)) : whole;
  }

  /** The number as text, a whole one without a point; null for NaN. */
  @Nullable String text(ByteBuffer row, int column) {
    if (kind != 'f') {
      long whole = whole(row, column);
      return kind == 'u' ? Long.toUnsignedString(whole) : Long.toString(whole);
    }
    double number = number(row, column);
    if (Double.isNaN(number)) {
      return null;
    }
    boolean whole = Math.rint(number) == number && Math.abs(number) <= EXACT;
    return whole ? Long.toString((long) number) : Double.toString(number);
  }

  private long whole(ByteBuffer row, int column) {
    boolean signed = kind == 'i';
    return switch (size) {
      case Byte.BYTES -> signed ? row.get(column) : Byte.toUnsignedInt(row.get(column));
      case Short.BYTES -> {
        short value = row.getShort(column * Short.BYTES);
        yield signed ? value : Short.toUnsignedInt(value);
      }
      case Integer.BYTES -> {
        int value = row.getInt(column * Integer.BYTES);
        yield signed ? value : Integer.toUnsignedLong(value);
      }
      default -> row.getLong(column * Long.BYTES);
    };
  }
}
