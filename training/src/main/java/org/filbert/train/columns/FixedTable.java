package org.filbert.train.columns;

import java.util.Arrays;
import java.util.List;
import org.filbert.data.RefusedException;
import org.filbert.table.CategoryColumn;
import org.filbert.table.CellKind;
import org.filbert.table.ColumnEncoder;
import org.filbert.table.DateColumn;
import org.filbert.table.DatePart;
import org.filbert.table.NumberColumn;
import org.filbert.table.TableColumn;
import org.filbert.table.TableEncoder;
import org.jspecify.annotations.Nullable;

/**
 * Columns of rows that are not known beforehand, as those of a stream: nothing is fitted. Numbers
 * are as they are, hashes choose the features of categories, and dates are on cycles.
 */
public final class FixedTable {
  private FixedTable() {}

  /**
   * The encoder of columns.
   *
   * @throws RefusedException for a column that must be fitted to training rows
   */
  public static TableEncoder of(TableOptions options) {
    List<TableColumn> fixed =
        options.features().stream()
            .map(
                column ->
                    new TableColumn(
                        column.name(),
                        column.kind().missing().rule() == Fill.Rule.REFUSE,
                        encoder(column),
                        ColumnKind.text(column.kind().notation()),
                        column.type()))
            .toList();
    return new TableEncoder(fixed, options.missing());
  }

  private static ColumnEncoder encoder(TableOptions.Column column) {
    ColumnKind kind = column.kind();
    @Nullable String fill = fill(column);
    if (kind instanceof ColumnKind.Numbers number) {
      if (number.standardise()) {
        throw needsRows(column, "standardise is true", "standardise: false");
      }
      return new NumberColumn(fill == null ? 0 : CellKind.number(fill), 0, 1, number.indicator());
    }
    if (kind instanceof ColumnKind.NumberOrCategory) {
      throw needsRows(column, "type is number-or-category", "type number or category");
    }
    if (kind instanceof ColumnKind.Category category) {
      return new CategoryColumn(List.of(), category.maxCategories(), fill, category.indicator());
    }
    if (kind instanceof ColumnKind.Date date) {
      for (DatePart part : date.parts()) {
        if (!date.cycles() || !part.hasCycle()) {
          throw needsRows(
              column, "parts has a number to standardise", "cycles: true and parts without year");
        }
      }
      double[] ones = new double[date.parts().size()];
      Arrays.fill(ones, 1);
      return new DateColumn(
          date.cells(), date.parts(), true, new double[ones.length], ones, date.indicator());
    }
    throw needsRows(column, "type is text, whose vocabulary", "a column of another type");
  }

  /** The value of a missing cell; null if it is 0. */
  private static @Nullable String fill(TableOptions.Column column) {
    Fill fill = column.kind().missing();
    return switch (fill.rule()) {
      case ZERO, REFUSE -> null;
      case CONSTANT -> fill.constant();
      case MEAN, MEDIAN, MOST_FREQUENT ->
          throw needsRows(column, "missing is " + fill.text(), "missing: zero, a value or refuse");
    };
  }

  private static RefusedException needsRows(
      TableOptions.Column column, String found, String allowed) {
    return new RefusedException(
        "preprocessing.columns.%s: %s, which needs training rows; allowed on a stream: %s, or preprocessing.fitted, a stored model whose columns are taken; filbert init --stream writes columns of a stream"
            .formatted(column.name(), found, allowed));
  }
}
