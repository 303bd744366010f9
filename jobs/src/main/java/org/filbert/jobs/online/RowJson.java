package org.filbert.jobs.online;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.apache.flink.types.Row;
import org.filbert.table.CellText;
import org.jspecify.annotations.Nullable;

/**
 * Writes a row as an object of JSON, whose cells are those of a file of the same row.
 *
 * @param columns names of the row's columns
 * @param numbers those in which true is 1
 */
record RowJson(List<String> columns, Set<String> numbers) implements Serializable {
  private static final JsonFactory JSON = new JsonFactory();

  RowJson {
    columns = List.copyOf(columns);
    numbers = Set.copyOf(numbers);
  }

  byte[] of(Row row) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      for (int j = 0; j < columns.size(); j++) {
        json.writeFieldName(columns.get(j));
        write(row.getField(j), numbers.contains(columns.get(j)), json);
      }
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }

  private static void write(@Nullable Object value, boolean number, JsonGenerator json)
      throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof Boolean truth && !number) {
      json.writeBoolean(truth);
    } else if (value instanceof Boolean truth) {
      json.writeNumber(truth ? 1 : 0);
    } else if (value instanceof Float || value instanceof Double) {
      json.writeNumber(((Number) value).doubleValue()); // quoted if it is none
    } else if (value instanceof BigDecimal decimal) {
      json.writeNumber(decimal.toPlainString());
    } else if (value instanceof Number whole) {
      json.writeNumber(whole.longValue());
    } else {
      json.writeString(text(value));
    }
  }

  /** A value as a cell. */
  static String text(Object value) {
    if (value instanceof LocalDate day) {
      return CellText.day(day.toEpochDay());
    }
    if (value instanceof LocalTime time) {
      return CellText.clock(time.toNanoOfDay());
    }
    if (value instanceof LocalDateTime time) {
      return moment(time.toInstant(ZoneOffset.UTC), false);
    }
    return value instanceof Instant time ? moment(time, true) : value.toString();
  }

  private static String moment(Instant time, boolean utc) {
    return CellText.moment(time.getEpochSecond(), time.getNano(), utc);
  }
}
