package org.filbert.sql;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryArrayData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.filbert.table.CellText;
import org.jspecify.annotations.Nullable;

/** The content of a row on a line, for messages: {@code (nights: 3, city: "Rome")}. */
final class RowText {
  private static final int MOST = 20;
  private static final int QUOTED = 60;
  private static final long NANOS_OF_A_MILLISECOND = 1_000_000;

  private RowText() {}

  static String of(InputColumns columns, RowData row) {
    return IntStream.range(0, columns.types().size())
        .mapToObj(j -> columns.names().get(j) + ": " + value(columns, row, j))
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String value(InputColumns columns, RowData row, int j) {
    LogicalType type = columns.types().get(j);
    Object value =
        row instanceof GenericRowData generic // has the table's types
            ? generic.getField(j)
            : RowData.createFieldGetter(type, j).getFieldOrNull(row);
    return value instanceof ArrayData array ? numbers(array) : one(value, type);
  }

  private static String one(@Nullable Object value, LogicalType type) {
    if (value == null) {
      return "null";
    }
    if (value instanceof Integer days && type.is(LogicalTypeRoot.DATE)) {
      return CellText.day(days);
    }
    if (value instanceof Integer millis && type.is(LogicalTypeRoot.TIME_WITHOUT_TIME_ZONE)) {
      return CellText.clock(millis * NANOS_OF_A_MILLISECOND);
    }
    String text = value.toString();
    if (value instanceof Number) {
      return text;
    }
    return '"' + (text.length() > QUOTED ? text.substring(0, QUOTED) + "..." : text) + '"';
  }

  private static String numbers(ArrayData array) {
    List<String> shown;
    if (array instanceof GenericArrayData generic) {
      shown = Arrays.stream(generic.toObjectArray()).limit(MOST).map(String::valueOf).toList();
    } else if (array instanceof BinaryArrayData bytes
        && bytes.getSizeInBytes()
            != BinaryArrayData.calculateHeaderInBytes(array.size()) + Double.BYTES * array.size()) {
      return "an array of %s".formatted(array.size()); // its numbers are not doubles
    } else {
      shown =
          IntStream.range(0, Math.min(array.size(), MOST))
              .mapToObj(j -> array.isNullAt(j) ? "null" : Double.toString(array.getDouble(j)))
              .toList();
    }
    return "["
        + String.join(", ", shown)
        + (array.size() > MOST ? ", ... %s numbers".formatted(array.size()) : "")
        + "]";
  }
}
