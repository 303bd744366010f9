package org.filbert.sql;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryArrayData;
import org.filbert.data.Features;

/** Reads numbers of SQL's own data as features. */
final class NumberReader {
  /** Integers up to 2^53, read as doubles, are closer to 0 than this. */
  private static final double LEAST = 1e-300;

  private final InputColumns columns;
  private final List<RowData.FieldGetter> fields = new ArrayList<>();

  NumberReader(InputColumns columns) {
    this.columns = columns;
    for (int j = 0; j < columns.types().size(); j++) {
      fields.add(RowData.createFieldGetter(columns.types().get(j), j));
    }
  }

  /** The features of a row of as many numbers. */
  Features numbers(RowData row) {
    double[] values = new double[fields.size()];
    for (int j = 0; j < values.length; j++) {
      values[j] = number(value(row, j), j);
    }
    return new Features.Dense(values);
  }

  private Object value(RowData row, int column) {
    Object value =
        row instanceof GenericRowData generic // has the table's types
            ? generic.getField(column)
            : fields.get(column).getFieldOrNull(row);
    if (value == null) {
      throw new IllegalArgumentException(
          "column %s has null, must be %s"
              .formatted(
                  columns.names().get(column), columns.types().get(column).asSummaryString()));
    }
    return value;
  }

  /**
   * The features of a row with an array of them. Flink does not convert an array to the type that
   * the model has, nor does it tell that of the table: bytes of other numbers are told by their
   * count, and integers of 64 bits by what they would be as doubles.
   */
  Features array(RowData row) {
    ArrayData data = (ArrayData) value(row, 0);
    int n = data.size();
    double[] values = new double[n];
    Object[] objects = data instanceof GenericArrayData generic ? generic.toObjectArray() : null;
    boolean binary = data instanceof BinaryArrayData;
    if (data instanceof BinaryArrayData bytes
        && bytes.getSizeInBytes() != BinaryArrayData.calculateHeaderInBytes(n) + 8 * n) {
      throw otherNumbers();
    }
    for (int j = 0; j < n; j++) {
      if (data.isNullAt(j)) {
        throw new IllegalArgumentException(
            "column %s has null as its number %s, must be finite"
                .formatted(columns.names().get(0), j + 1));
      }
      values[j] = number(objects == null ? data.getDouble(j) : objects[j], 0);
      if (binary && values[j] != 0 && Math.abs(values[j]) < LEAST) {
        throw otherNumbers();
      }
    }
    return new Features.Dense(values);
  }

  private IllegalArgumentException otherNumbers() {
    String name = columns.names().get(0);
    return new IllegalArgumentException(
        "column %s has other numbers than DOUBLE: use CAST(%s AS ARRAY<DOUBLE>)"
            .formatted(name, name));
  }

  private double number(Object value, int column) {
    double number;
    if (value instanceof Number plain) {
      number = plain.doubleValue();
    } else if (value instanceof DecimalData decimal) {
      number = decimal.toBigDecimal().doubleValue();
    } else {
      number = (boolean) value ? 1 : 0;
    }
    if (!Double.isFinite(number)) {
      throw new IllegalArgumentException(
          "column %s has %s, must be a finite number"
              .formatted(columns.names().get(column), number));
    }
    return number;
  }
}
