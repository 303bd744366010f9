package org.filbert.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalType;
import org.filbert.data.Features;
import org.filbert.table.CellColumns;
import org.filbert.table.CellKind;
import org.junit.jupiter.api.Test;

class CellReaderTest {
  private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 31, 8, 30);

  /** Reads a value of a SQL type as a cell of a kind. */
  private static Features.Cells read(DataType type, Object value, CellKind kind, boolean required) {
    List<LogicalType> types = new ArrayList<>(List.of(DataTypes.INT().getLogicalType()));
    types.add(type.getLogicalType());
    InputColumns input = new InputColumns(List.of("id", "x"), types);
    CellColumns columns =
        new CellColumns(
            List.of(new CellColumns.Column("x", kind, required)), List.of(), List.of("", "?"));
    return (Features.Cells)
        new CellReader(input, List.of(1)).cells(GenericRowData.of(7, value), columns);
  }

  private static void assertCell(DataType type, Object value, CellKind kind, String expected) {
    assertThat(read(type, value, kind, false).cell(0)).isEqualTo(expected);
  }

  @Test
  void valuesAreReadAsAFileWouldHaveThem() {
    assertCell(DataTypes.BIGINT(), 3L, CellKind.NUMBER, "3");
    assertCell(DataTypes.FLOAT(), 0.5f, CellKind.NUMBER, "0.5");
    assertCell(DataTypes.DOUBLE(), 1e-7, CellKind.NUMBER, "1.0E-7");
    assertCell(
        DataTypes.DECIMAL(5, 2),
        DecimalData.fromBigDecimal(new BigDecimal("1.50"), 5, 2),
        CellKind.NUMBER,
        "1.50");
    assertCell(DataTypes.BOOLEAN(), true, CellKind.TEXT, "true");
    assertCell(DataTypes.BOOLEAN(), true, CellKind.NUMBER, "1");
    assertCell(DataTypes.BOOLEAN(), false, CellKind.WEIGHT, "0");
    assertCell(DataTypes.FLOAT(), 0.1f, CellKind.NUMBER, "0.10000000149011612");
    assertCell(DataTypes.TIME(), 3_600_000, CellKind.TEXT, "01:00");
    assertCell(DataTypes.TIME(3), 3_600_001, CellKind.TEXT, "01:00:00.001");
    assertCell(
        DataTypes.STRING(), StringData.fromString("cook, chief"), CellKind.TEXT, "cook, chief");
    assertCell(
        DataTypes.DATE(),
        (int) LocalDate.of(2026, 1, 31).toEpochDay(),
        CellKind.ISO_DATE,
        "2026-01-31");
    TimestampData time = TimestampData.fromLocalDateTime(TIME);
    assertCell(DataTypes.TIMESTAMP(3), time, CellKind.ISO_DATE, "2026-01-31T08:30");
    assertCell(DataTypes.TIMESTAMP_LTZ(3), time, CellKind.ISO_DATE, "2026-01-31T08:30Z");
    TimestampData before = TimestampData.fromEpochMillis(-1, 999_999);
    assertCell(DataTypes.TIMESTAMP(9), before, CellKind.TEXT, "1969-12-31T23:59:59.999999999");
  }

  @Test
  void nullAndTheTextsOfMissingValuesAreMissing() {
    for (Object value : new Object[] {null, StringData.fromString("?")}) {
      assertThat(read(DataTypes.STRING(), value, CellKind.TEXT, false).cell(0)).isNull();
      assertThatThrownBy(() -> read(DataTypes.STRING(), value, CellKind.TEXT, true))
          .hasMessage("found no value in column x, allowed any text");
    }
  }

  @Test
  void aCellOfAnotherKindIsRefused() {
    assertThatThrownBy(
            () -> read(DataTypes.STRING(), StringData.fromString("clerk"), CellKind.NUMBER, false))
        .hasMessage("found \"clerk\" in column x, allowed a finite number");
  }
}
