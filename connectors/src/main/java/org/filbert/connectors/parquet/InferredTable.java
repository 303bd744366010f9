package org.filbert.connectors.parquet;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.core.fs.FSDataInputStream;
import org.filbert.connectors.file.InputFile;
import org.filbert.connectors.npy.InferredMatrix;
import org.filbert.connectors.text.InferredColumns;
import org.jspecify.annotations.Nullable;

/**
 * Proposes what the columns of a table are, from its first rows: of Parquet, of a matrix, or else
 * of a text file.
 */
public final class InferredTable {
  private InferredTable() {}

  /**
   * Looks at a file.
   *
   * @throws org.filbert.connectors.BadInputException if it cannot be read
   */
  public static InferredColumns of(InputFile file) throws IOException {
    if (InferredMatrix.begins(file)) {
      return InferredMatrix.of(file);
    }
    return Footer.begins(file) ? ofParquet(file) : InferredColumns.of(file);
  }

  private static InferredColumns ofParquet(InputFile file) throws IOException {
    Footer footer = Footer.of(file);
    List<Field> fields = footer.fields();
    InferredColumns found =
        new InferredColumns(
            file.name(), "type: parquet", fields.stream().map(Field::name).toList());
    for (int column = 0; column < fields.size(); column++) {
      if (!fields.get(column).readable()) {
        found.leaveOut(column, fields.get(column).problem() + ", which is not read");
      }
    }
    try (FSDataInputStream in = file.stored()) {
      for (Footer.Group group : footer.groups()) {
        add(file, fields, group, in, found);
      }
    }
    return found;
  }

  private static void add(
      InputFile file,
      List<Field> fields,
      Footer.Group group,
      FSDataInputStream in,
      InferredColumns found)
      throws IOException {
    List<@Nullable Values> columns = new ArrayList<>();
    for (Field field : fields) {
      columns.add(
          field.readable()
              ? new Values(file.name(), Chunk.of(file, field, "column " + field.name(), group), in)
              : null);
    }
    for (long row = 0; row < group.rows() && found.isComplete(); row++) {
      String[] cells = new String[fields.size()];
      Arrays.fill(cells, "");
      for (int j = 0; j < cells.length; j++) {
        Values values = columns.get(j);
        Cell cell = Cell.of(fields.get(j).element());
        if (values != null && cell != null) {
          values.next();
          cells[j] = values.present() ? text(cell, values) : "";
        }
      }
      found.add(List.of(cells));
    }
  }

  private static String text(Cell cell, Values values) {
    try {
      return cell.text(values);
    } catch (CharacterCodingException
        | DateTimeException
        | ArithmeticException
        | NumberFormatException e) {
      return "";
    }
  }
}
