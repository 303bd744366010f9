package org.filbert.table;

import java.util.List;
import org.filbert.data.Features;
import org.jspecify.annotations.Nullable;

/**
 * A column of numbers: (x - centre)·factor.
 *
 * @param fill value of a missing cell
 * @param indicator whether a second feature is 1 where the cell is missing, and else 0
 * @param limit numbers of at least this size count as missing; null if there is no limit
 */
public record NumberColumn(
    double fill, double centre, double factor, boolean indicator, @Nullable Double limit)
    implements ColumnEncoder {
  public NumberColumn {
    if (!Double.isFinite(fill) || !Double.isFinite(centre) || !Double.isFinite(factor)) {
      throw new IllegalArgumentException(
          "found a column of numbers with fill %s, centre %s, factor %s, allowed finite ones"
              .formatted(fill, centre, factor));
    }
  }

  /** Of numbers of any size. */
  public NumberColumn(double fill, double centre, double factor, boolean indicator) {
    this(fill, centre, factor, indicator, null);
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
  public long encode(List<Features.Cells> records, int column, int first, CellRows rows) {
    for (int i = 0; i < records.size(); i++) {
      Features.Cells cells = records.get(i);
      boolean absent = cells.isMissing(column);
      double number = absent ? Double.NaN : CellKind.number(cells, column);
      if (!absent && Double.isNaN(number)) {
        throw new IllegalArgumentException(
            "found \"%s\", allowed %s".formatted(cells.cell(column), CellKind.NUMBER.allowed()));
      }
      boolean missing = absent || (limit != null && Math.abs(number) >= limit);
      rows.add(i, first, ((missing ? fill : number) - centre) * factor);
      if (indicator && missing) {
        rows.add(i, first + 1, 1);
      }
    }
    return 0;
  }
}
