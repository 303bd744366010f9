package org.filbert.table;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column of numbers: (x - centre)·factor.
 *
 * @param fill value of a missing cell
 * @param indicator whether a second feature is 1 where the cell is missing, and else 0
 */
public record NumberColumn(double fill, double centre, double factor, boolean indicator)
    implements ColumnEncoder {
  public NumberColumn {
    if (!Double.isFinite(fill) || !Double.isFinite(centre) || !Double.isFinite(factor)) {
      throw new IllegalArgumentException(
          "found a column of numbers with fill %s, centre %s, factor %s, allowed finite ones"
              .formatted(fill, centre, factor));
    }
  }

  @Override
  public CellKind cells() {
    return CellKind.NUMBER;
  }

  @Override
  public int features() {
    return indicator ? 2 : 1;
  }

  @Override
  public String suffix(int feature) {
    return feature == 0 ? "" : " missing";
  }

  @Override
  public long encode(List<@Nullable String> cells, int first, CellRows rows) {
    for (int i = 0; i < cells.size(); i++) {
      String cell = cells.get(i);
      rows.add(i, first, ((cell == null ? fill : CellKind.number(cell)) - centre) * factor);
      if (indicator && cell == null) {
        rows.add(i, first + 1, 1);
      }
    }
    return 0;
  }
}
