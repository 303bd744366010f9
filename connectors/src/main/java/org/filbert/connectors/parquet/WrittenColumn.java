package org.filbert.connectors.parquet;

import org.apache.parquet.format.DateType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.MicroSeconds;
import org.apache.parquet.format.NanoSeconds;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.TimeType;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.TimestampType;
import org.apache.parquet.format.Type;

/**
 * A column of a file to be written. Any value may be missing.
 *
 * @param scale of decimals: places after the point; 0 for other kinds
 */
public record WrittenColumn(String name, Kind kind, int scale) {
  /** Digits of a decimal at most, as in SQL. */
  private static final int LARGEST_PRECISION = 38;

  /** What the values are, and the Java objects that they are given as. */
  public enum Kind {
    /** {@link Boolean}. */
    TRUTH,
    /** {@link Long}. */
    INTEGER,
    /** {@link Double}. */
    REAL,
    /** {@link String}. */
    TEXT,
    /** {@link java.math.BigDecimal} of the column's scale. */
    DECIMAL,
    /** {@link Long}: days since 1970. */
    DATE,
    /** {@link Long}: nanoseconds since midnight. */
    TIME,
    /** {@link Long}: microseconds since 1970, of no time zone. */
    MICROSECONDS,
    /** {@link Long}: nanoseconds since 1970, of no time zone. */
    NANOSECONDS,
    /** {@link Long}: microseconds since 1970 in UTC. */
    UTC_MICROSECONDS,
    /** {@link Long}: nanoseconds since 1970 in UTC. */
    UTC_NANOSECONDS
  }

  /** The same of another kind than decimals. */
  public WrittenColumn(String name, Kind kind) {
    this(name, kind, 0);
  }

  Type type() {
    return switch (kind) {
      case TRUTH -> Type.BOOLEAN;
      case REAL -> Type.DOUBLE;
      case TEXT, DECIMAL -> Type.BYTE_ARRAY;
      case DATE -> Type.INT32;
      default -> Type.INT64;
    };
  }

  /** The column in the footer's schema. */
  SchemaElement element() {
    SchemaElement element = new SchemaElement(name);
    element.setType(type()).setRepetition_type(FieldRepetitionType.OPTIONAL);
    switch (kind) {
      case TRUTH, INTEGER, REAL -> {}
      case TEXT -> element.setLogicalType(LogicalType.STRING(new StringType()));
      case DECIMAL ->
          element
              .setLogicalType(LogicalType.DECIMAL(new DecimalType(scale, LARGEST_PRECISION)))
              .setScale(scale)
              .setPrecision(LARGEST_PRECISION);
      case DATE -> element.setLogicalType(LogicalType.DATE(new DateType()));
      case TIME -> element.setLogicalType(LogicalType.TIME(new TimeType(false, nanos())));
      case MICROSECONDS -> element.setLogicalType(time(false, micros()));
      case NANOSECONDS -> element.setLogicalType(time(false, nanos()));
      case UTC_MICROSECONDS -> element.setLogicalType(time(true, micros()));
      case UTC_NANOSECONDS -> element.setLogicalType(time(true, nanos()));
    }
    return element;
  }

  private static LogicalType time(boolean utc, TimeUnit unit) {
    return LogicalType.TIMESTAMP(new TimestampType(utc, unit));
  }

  private static TimeUnit micros() {
    return TimeUnit.MICROS(new MicroSeconds());
  }

  private static TimeUnit nanos() {
    return TimeUnit.NANOS(new NanoSeconds());
  }
}
