package org.filbert.connectors.parquet;

import java.util.Locale;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type.Repetition;
import org.filbert.connectors.BadInputException;

/**
 * An outermost column of the schema.
 *
 * @param leaf its place among the columns that hold values, if it is one of them
 */
record Field(SchemaElement element, int leaf) {
  private static final String ALLOWED =
      "allowed numbers, decimals, true or false, text, dates and times; ignore leaves the column"
          + " out";

  String name() {
    return element.getName();
  }

  /** Whether values may be missing. */
  boolean optional() {
    return element.getRepetition_type() == FieldRepetitionType.OPTIONAL;
  }

  /** Whether it has one value in a row, of a kind that is read. */
  boolean readable() {
    return problem().isEmpty();
  }

  /**
   * Refuses a column of values that are not read.
   *
   * @param column position and name
   */
  void requireReadable(String file, String column) {
    String problem = problem();
    if (!problem.isEmpty()) {
      throw new BadInputException(file, "found %s in %s, %s".formatted(problem, column, ALLOWED));
    }
  }

  /** What the values are instead of something that is read; empty if they are. */
  String problem() {
    LogicalType logical = element.getLogicalType();
    if (element.getNum_children() > 0 || !element.isSetType()) {
      String group =
          logical != null && logical.isSet()
              ? logical.getSetField().getFieldName()
              : element.isSetConverted_type() ? element.getConverted_type().name() : "struct";
      return "the nested type " + group.toLowerCase(Locale.ROOT);
    }
    if (element.getRepetition_type() == FieldRepetitionType.REPEATED) {
      return "the nested type list (repeated values)";
    }
    return Cell.of(element) != null
        ? ""
        : switch (element.getType()) {
          case BYTE_ARRAY -> "binary data" + annotation();
          case FIXED_LEN_BYTE_ARRAY ->
              "binary data of %s bytes%s".formatted(element.getType_length(), annotation());
          default -> element.getType() + annotation();
        };
  }

  private String annotation() {
    return element.isSetLogicalType() && element.getLogicalType().isSet()
        ? " (" + element.getLogicalType().getSetField().getFieldName() + ")"
        : element.isSetConverted_type()
            ? " (" + element.getConverted_type() + ")"
            : element.getType() == org.apache.parquet.format.Type.BYTE_ARRAY
                ? " (text must be marked as such, as STRING or UTF8)"
                : "";
  }

  /** The column as the decoders know it. */
  ColumnDescriptor descriptor() {
    var type =
        switch (element.getType()) {
          case BOOLEAN -> PrimitiveType.PrimitiveTypeName.BOOLEAN;
          case INT32 -> PrimitiveType.PrimitiveTypeName.INT32;
          case INT64 -> PrimitiveType.PrimitiveTypeName.INT64;
          case INT96 -> PrimitiveType.PrimitiveTypeName.INT96;
          case FLOAT -> PrimitiveType.PrimitiveTypeName.FLOAT;
          case DOUBLE -> PrimitiveType.PrimitiveTypeName.DOUBLE;
          case BYTE_ARRAY -> PrimitiveType.PrimitiveTypeName.BINARY;
          case FIXED_LEN_BYTE_ARRAY -> PrimitiveType.PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
        };
    Repetition repetition = optional() ? Repetition.OPTIONAL : Repetition.REQUIRED;
    return new ColumnDescriptor(
        new String[] {name()},
        new PrimitiveType(repetition, type, element.getType_length(), name()),
        0,
        optional() ? 1 : 0);
  }
}
