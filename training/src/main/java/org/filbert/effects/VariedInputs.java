package org.filbert.effects;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.model.RowEncoder;
import org.filbert.model.TablePreprocessing;
import org.filbert.table.TableColumn;
import org.filbert.table.TextColumn;

/** The inputs of a model that can be varied. */
final class VariedInputs {
  private VariedInputs() {}

  /**
   * The columns of a table but texts, or else the features of dense records; none of other models.
   *
   * @param names of the features; none if they are not known
   */
  static List<VariedInput> of(RowEncoder encoder, List<String> names) {
    if (encoder.ofRecords() instanceof TablePreprocessing table) {
      return ofColumns(table.table().columns());
    }
    return encoder.sparse()
        ? List.of()
        : IntStream.range(0, encoder.features())
            .<VariedInput>mapToObj(
                j ->
                    new FeatureInput(
                        names.size() == encoder.features() ? names.get(j) : "input " + (j + 1), j))
            .toList();
  }

  private static List<VariedInput> ofColumns(List<TableColumn> columns) {
    List<VariedInput> inputs = new ArrayList<>();
    int from = 0;
    for (int cell = 0; cell < columns.size(); cell++) {
      TableColumn column = columns.get(cell);
      int to = from + column.encoder().features();
      if (!(column.encoder() instanceof TextColumn)) {
        inputs.add(new CellInput(column, cell, from, to));
      }
      from = to;
    }
    return inputs;
  }
}
