package org.filbert.operators.online;

import org.filbert.connectors.stream.RowRule;
import org.filbert.data.Features;
import org.filbert.data.Target;
import org.filbert.table.CellColumns;
import org.filbert.table.CellKind;

/** Checks the cells of a stream's records, which a reader has found to be of their columns. */
public record CellAdapter(CellColumns columns, LabelRule labels) implements RowRule {
  @Override
  public Features features(Features found) {
    Features.Cells cells = (Features.Cells) found;
    for (int j = 0; j < columns.columns().size(); j++) {
      CellColumns.Column column = columns.columns().get(j);
      String cell = cells.cell(j);
      boolean number = column.kind() == CellKind.NUMBER || column.kind() == CellKind.WEIGHT;
      if (cell != null && number && Math.abs(CellKind.number(cell)) > FeatureAdapter.LARGEST) {
        throw new IllegalArgumentException(
            "found %s in column %s, allowed numbers up to %s"
                .formatted(cell, column.name(), FeatureAdapter.LARGEST));
      }
    }
    return found;
  }

  @Override
  public Target target(Target found) {
    return labels.apply(found);
  }
}
