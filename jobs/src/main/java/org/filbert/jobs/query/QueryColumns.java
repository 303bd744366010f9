package org.filbert.jobs.query;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;
import org.apache.flink.types.Row;
import org.filbert.connectors.parquet.WrittenColumn;
import org.filbert.connectors.parquet.WrittenColumn.Kind;
import org.filbert.jobs.config.yaml.ConfigException;
import org.jspecify.annotations.Nullable;

/** The columns of a query's result, as a Parquet file has them. */
record QueryColumns(List<WrittenColumn> written) {
  /** Microseconds have six places. */
  private static final int PLACES_OF_MICROSECONDS = 6;

  private static final long MICROSECONDS = 1_000_000;
  private static final long NANOSECONDS = 1_000_000_000;

  QueryColumns {
    written = List.copyOf(written);
  }

  /**
   * The columns of a result.
   *
   * @param origin of the query, for messages
   * @throws ConfigException if a column has a type that is not read
   */
  static QueryColumns of(String origin, RowType result) {
    List<WrittenColumn> columns = new ArrayList<>();
    for (RowType.RowField field : result.getFields()) {
      LogicalType type = field.getType();
      Kind kind = kind(type);
      if (kind == null) {
        throw new ConfigException(
            "%s: found the column %s of the type %s, allowed numbers, decimals, BOOLEAN, text, DATE, TIME and TIMESTAMP; a query can name the parts of a nested column as columns of their own"
                .formatted(origin, field.getName(), type.copy(true).asSummaryString()));
      }
      columns.add(
          type instanceof DecimalType decimal
              ? new WrittenColumn(field.getName(), kind, decimal.getScale())
              : new WrittenColumn(field.getName(), kind));
    }
    return new QueryColumns(columns);
  }

  private static @Nullable Kind kind(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> Kind.TRUTH;
      case TINYINT, SMALLINT, INTEGER, BIGINT -> Kind.INTEGER;
      case FLOAT, DOUBLE -> Kind.REAL;
      case DECIMAL -> Kind.DECIMAL;
      case CHAR, VARCHAR -> Kind.TEXT;
      case DATE -> Kind.DATE;
      case TIME_WITHOUT_TIME_ZONE -> Kind.TIME;
      case TIMESTAMP_WITHOUT_TIME_ZONE -> fine(type) ? Kind.NANOSECONDS : Kind.MICROSECONDS;
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          fine(type) ? Kind.UTC_NANOSECONDS : Kind.UTC_MICROSECONDS;
      default -> null;
    };
  }

  private static boolean fine(LogicalType type) {
    return LogicalTypeChecks.getPrecision(type) > PLACES_OF_MICROSECONDS;
  }

  /**
   * The values of a row, as they are written.
   *
   * @throws ArithmeticException for a time that 64 bits of its unit do not hold
   */
  @Nullable Object[] values(Row row) {
    @Nullable Object[] values = new @Nullable Object[written.size()];
    for (int j = 0; j < values.length; j++) {
      Object value = row.getField(j);
      values[j] = value == null ? null : value(value, written.get(j));
    }
    return values;
  }

  private static Object value(Object value, WrittenColumn column) {
    return switch (column.kind()) {
      case TRUTH, TEXT -> value;
      case INTEGER -> ((Number) value).longValue();
      case REAL -> ((Number) value).doubleValue();
      case DECIMAL -> ((BigDecimal) value).setScale(column.scale());
      case DATE -> ((LocalDate) value).toEpochDay();
      case TIME -> ((LocalTime) value).toNanoOfDay();
      case MICROSECONDS ->
          since1970(((LocalDateTime) value).toInstant(ZoneOffset.UTC), MICROSECONDS);
      case NANOSECONDS -> since1970(((LocalDateTime) value).toInstant(ZoneOffset.UTC), NANOSECONDS);
      case UTC_MICROSECONDS -> since1970((Instant) value, MICROSECONDS);
      case UTC_NANOSECONDS -> since1970((Instant) value, NANOSECONDS);
    };
  }

  private static long since1970(Instant time, long perSecond) {
    return Math.addExact(
        Math.multiplyExact(time.getEpochSecond(), perSecond),
        time.getNano() / (NANOSECONDS / perSecond));
  }
}
