package org.filbert.connectors.parquet;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.UUID;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.Type;
import org.filbert.table.CellKind;
import org.filbert.table.CellText;
import org.filbert.table.ValueType;
import org.jspecify.annotations.Nullable;

/**
 * Turns the values of a column into the cells that a text file of the table would have, and into
 * the doubles that these cells would give.
 */
sealed interface Cell {
  /** Decimals with more places are not read. */
  int LARGEST_SCALE = 1000;

  /**
   * The value as text.
   *
   * @throws CharacterCodingException if it is text and no UTF-8
   * @throws java.time.DateTimeException if it is no point in time
   * @throws ArithmeticException if it is no time of a day
   * @throws NumberFormatException if it is no decimal
   */
  String text(Value value) throws CharacterCodingException;

  /** The nearest double; NaN if the value is no finite number. */
  default double number(Value value) throws CharacterCodingException {
    return CellKind.number(text(value));
  }

  /** The type of the values. */
  default ValueType type() {
    return ValueType.NUMBER;
  }

  /** A signed integer. */
  record Whole() implements Cell {
    @Override
    public String text(Value value) {
      return Long.toString(value.integer());
    }

    @Override
    public double number(Value value) {
      return (double) value.integer();
    }
  }

  /** An unsigned integer of 64 bits, or of the lowest bits. */
  record Unsigned(long mask) implements Cell {
    @Override
    public String text(Value value) {
      return Long.toUnsignedString(value.integer() & mask);
    }
  }

  /** A double, or a float, which is the double of the same value: 0.1f is 0.10000000149011612. */
  record Real() implements Cell {
    @Override
    public String text(Value value) {
      return CellText.real(value.real());
    }

    @Override
    public double number(Value value) {
      return Double.isFinite(value.real()) ? value.real() : Double.NaN;
    }
  }

  /** A float of 16 bits: a sign, 5 bits of the exponent, 10 of the fraction. */
  record Half() implements Cell {
    private static double real(Value value) {
      int bits = little(value).getShort();
      int exponent = bits >>> 10 & 0x1F;
      int fraction = bits & 0x3FF;
      double size =
          exponent == 0x1F
              ? fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN
              : exponent == 0
                  ? Math.scalb((double) fraction, -24)
                  : Math.scalb((double) (fraction + 0x400), exponent - 25);
      return bits < 0 ? -size : size;
    }

    @Override
    public String text(Value value) {
      return Double.toString(real(value));
    }
  }

  /** A decimal: an integer times a power of ten. */
  record Scaled(int scale, boolean binary) implements Cell {
    @Override
    public String text(Value value) {
      BigInteger integer =
          binary ? new BigInteger(value.binary().getBytes()) : BigInteger.valueOf(value.integer());
      return new BigDecimal(integer, scale).toPlainString();
    }
  }

  /** A truth value; as a number it is 1 or 0. */
  record Truth() implements Cell {
    @Override
    public ValueType type() {
      return ValueType.TRUTH;
    }

    @Override
    public String text(Value value) {
      return Boolean.toString(value.integer() > 0);
    }

    @Override
    public double number(Value value) {
      return (double) value.integer();
    }
  }

  /** UTF-8 text. */
  record Utf8() implements Cell {
    @Override
    public ValueType type() {
      return ValueType.TEXT;
    }

    @Override
    public String text(Value value) throws CharacterCodingException {
      return StandardCharsets.UTF_8.newDecoder().decode(value.binary().toByteBuffer()).toString();
    }
  }

  /** An identifier of 16 bytes. */
  record Identifier() implements Cell {
    @Override
    public ValueType type() {
      return ValueType.TEXT;
    }

    @Override
    public String text(Value value) {
      ByteBuffer bytes = value.binary().toByteBuffer();
      return new UUID(bytes.getLong(), bytes.getLong()).toString();
    }
  }

  /** Days since 1970. */
  record Day() implements Cell {
    @Override
    public ValueType type() {
      return ValueType.DAY;
    }

    @Override
    public String text(Value value) {
      return CellText.day(value.integer());
    }
  }

  /** Units since midnight. */
  record Clock(long nanos) implements Cell {
    @Override
    public ValueType type() {
      return ValueType.CLOCK;
    }

    @Override
    public String text(Value value) {
      return CellText.clock(Math.multiplyExact(value.integer(), nanos));
    }
  }

  /**
   * Units since 1970.
   *
   * @param utc whether they are of UTC
   */
  record Moment(long nanos, boolean utc) implements Cell {
    @Override
    public ValueType type() {
      return utc ? ValueType.UTC_MOMENT : ValueType.MOMENT;
    }

    @Override
    public String text(Value value) {
      long perSecond = 1_000_000_000 / nanos;
      int fraction = (int) (Math.floorMod(value.integer(), perSecond) * nanos);
      long seconds = Math.floorDiv(value.integer(), perSecond);
      return CellText.moment(seconds, fraction, utc);
    }
  }

  /** The time of older writers: nanoseconds of a Julian day, in UTC. */
  record JulianMoment() implements Cell {
    @Override
    public ValueType type() {
      return ValueType.UTC_MOMENT;
    }

    private static final int OF_1970 = 2_440_588;

    @Override
    public String text(Value value) {
      ByteBuffer bytes = little(value);
      long nanos = bytes.getLong();
      return LocalDate.ofEpochDay((long) bytes.getInt() - OF_1970).atStartOfDay().plusNanos(nanos)
          + "Z";
    }
  }

  private static ByteBuffer little(Value value) {
    return ByteBuffer.wrap(value.binary().getBytes()).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The cells of a column; null if its values are not read. */
  static @Nullable Cell of(SchemaElement column) {
    Type type = column.getType();
    if (type == Type.BOOLEAN) {
      return new Truth();
    }
    if (type == Type.INT96) {
      return new JulianMoment();
    }
    if (type == Type.FLOAT || type == Type.DOUBLE) {
      return new Real();
    }
    boolean whole = type == Type.INT32 || type == Type.INT64;
    LogicalType logical = column.getLogicalType();
    if (logical != null && !logical.isSet()) {
      return null; // of a later version of the format
    }
    if (logical != null) {
      return switch (logical.getSetField()) {
        case STRING, ENUM, JSON -> whole ? null : new Utf8();
        case DECIMAL -> decimal(logical.getDECIMAL().getScale(), whole);
        case DATE -> whole ? new Day() : null;
        case TIME -> whole ? new Clock(nanos(logical.getTIME().getUnit())) : null;
        case TIMESTAMP ->
            whole
                ? new Moment(
                    nanos(logical.getTIMESTAMP().getUnit()),
                    logical.getTIMESTAMP().isIsAdjustedToUTC())
                : null;
        case INTEGER -> whole ? integer(type, logical.getINTEGER().isIsSigned()) : null;
        case UNKNOWN -> whole ? new Whole() : new Utf8();
        case UUID -> isFixed(column, 16) ? new Identifier() : null;
        case FLOAT16 -> isFixed(column, 2) ? new Half() : null;
        default -> null;
      };
    }
    ConvertedType converted = column.getConverted_type();
    if (converted == null) {
      return whole ? new Whole() : null;
    }
    return switch (converted) {
      case UTF8, ENUM, JSON -> whole ? null : new Utf8();
      case DECIMAL -> decimal(column.getScale(), whole);
      case DATE -> whole ? new Day() : null;
      case TIME_MILLIS -> whole ? new Clock(1_000_000) : null;
      case TIME_MICROS -> whole ? new Clock(1_000) : null;
      case TIMESTAMP_MILLIS -> whole ? new Moment(1_000_000, true) : null;
      case TIMESTAMP_MICROS -> whole ? new Moment(1_000, true) : null;
      case INT_8, INT_16, INT_32, INT_64 -> whole ? new Whole() : null;
      case UINT_8, UINT_16, UINT_32, UINT_64 -> whole ? integer(type, false) : null;
      default -> null;
    };
  }

  private static Cell integer(Type type, boolean signed) {
    return signed ? new Whole() : new Unsigned(type == Type.INT32 ? 0xFFFF_FFFFL : -1L);
  }

  private static @Nullable Cell decimal(int scale, boolean whole) {
    return Math.abs(scale) <= LARGEST_SCALE ? new Scaled(scale, !whole) : null;
  }

  private static boolean isFixed(SchemaElement column, int bytes) {
    return column.getType() == Type.FIXED_LEN_BYTE_ARRAY && column.getType_length() == bytes;
  }

  private static long nanos(TimeUnit unit) {
    return unit.isSetMILLIS() ? 1_000_000 : unit.isSetMICROS() ? 1_000 : 1;
  }
}
