package org.filbert.estimators;

import java.io.Serializable;
import org.apache.flink.types.Row;
import org.filbert.data.Target;

/** The column of labels. */
record LabelColumn(String name, Kind kind) implements Serializable {
  enum Kind {
    /** Any type; the classes are told apart by the values' text. */
    CLASS,
    /** Numbers. */
    NUMBER
  }

  /**
   * The target of a row.
   *
   * @throws IllegalArgumentException if it is null, or for {@link Kind#NUMBER} not a finite number
   */
  Target of(Row row) {
    Object value = row.getField(name);
    if (value != null && kind == Kind.CLASS) {
      return new Target.ClassName(value.toString());
    }
    if (value instanceof Number number && Double.isFinite(number.doubleValue())) {
      return new Target.Values(new double[] {number.doubleValue()});
    }
    throw new IllegalArgumentException(
        "column '%s' holds %s, must be %s"
            .formatted(name, value, kind == Kind.CLASS ? "a class" : "a finite number"));
  }
}
