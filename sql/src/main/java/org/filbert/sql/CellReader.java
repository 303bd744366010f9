package org.filbert.sql;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.filbert.data.Features;
import org.filbert.table.CellColumns;
import org.filbert.table.CellKind;
import org.filbert.table.CellText;
import org.jspecify.annotations.Nullable;

/**
 * Reads values as the text that a file would have for them, so that a table and a file of the same
 * rows give the same features.
 */
final class CellReader {
  private static final long NANOS_OF_A_MILLISECOND = 1_000_000;

  private final InputColumns columns;
  private final List<Integer> places;
  private final List<RowData.FieldGetter> fields = new ArrayList<>();

  /**
   * @param places of the columns that are read
   */
  CellReader(InputColumns columns, List<Integer> places) {
    this.columns = columns;
    this.places = places;
    for (int place : places) {
      fields.add(RowData.createFieldGetter(columns.types().get(place), place));
    }
  }

  /** The document of a row. */
  Features document(RowData row) {
    String text = text(row, 0, CellKind.TEXT);
    if (text == null) {
      throw new IllegalArgumentException(
          "column %s has null, must be a text".formatted(columns.names().get(places.get(0))));
    }
    return new Features.Text(text);
  }

  /** The cells of a row. */
  Features cells(RowData row, CellColumns allowed) {
    return allowed.cells(
        j -> text(row, j, allowed.columns().get(j).kind()),
        j -> columns.types().get(places.get(j)).is(LogicalTypeFamily.CHARACTER_STRING),
        name -> "column " + name);
  }

  private @Nullable String text(RowData row, int j, CellKind kind) {
    int place = places.get(j);
    Object value =
        row instanceof GenericRowData generic // has the table's types
            ? generic.getField(place)
            : fields.get(j).getFieldOrNull(row);
    if (value == null) {
      return null;
    }
    LogicalType type = columns.types().get(place);
    if (value instanceof Float number) {
      return CellText.real(number);
    }
    if (value instanceof Boolean truth) {
      return CellText.truth(truth, kind);
    }
    if (value instanceof Integer number && type.is(LogicalTypeRoot.DATE)) {
      return CellText.day(number);
    }
    if (value instanceof Integer millis && type.is(LogicalTypeRoot.TIME_WITHOUT_TIME_ZONE)) {
      return CellText.clock(millis * NANOS_OF_A_MILLISECOND);
    }
    if (value instanceof TimestampData time) {
      return CellText.moment(
          Math.floorDiv(time.getMillisecond(), 1000L),
          (int) (Math.floorMod(time.getMillisecond(), 1000L) * NANOS_OF_A_MILLISECOND)
              + time.getNanoOfMillisecond(),
          type.is(LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE));
    }
    return value.toString();
  }
}
