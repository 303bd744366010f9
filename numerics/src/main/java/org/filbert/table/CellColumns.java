package org.filbert.table;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The columns that a reader takes from each record, cell by cell.
 *
 * @param columns in the order of the cells
 * @param ignored further columns that training data may have
 * @param missing texts that stand for a missing value
 */
public record CellColumns(List<Column> columns, List<String> ignored, List<String> missing)
    implements Serializable {
  private static final int QUOTED = 60;

  /**
   * A column.
   *
   * @param name or number of the column, as a configuration has it
   * @param required whether a record without a value is refused
   */
  public record Column(String name, CellKind kind, boolean required) implements Serializable {}

  public CellColumns {
    columns = List.copyOf(columns);
    ignored = List.copyOf(ignored);
    missing = List.copyOf(missing);
  }

  /** The names of all columns that are taken. */
  public List<String> names() {
    return columns.stream().map(Column::name).toList();
  }

  /** The same without a column of weights, which only training rows need. */
  public CellColumns unweighted() {
    return new CellColumns(
        columns.stream().filter(column -> column.kind() != CellKind.WEIGHT).toList(),
        ignored,
        missing);
  }

  /** The cell, or null if its text stands for a missing value. */
  public @Nullable String value(String text) {
    return missing.contains(text) ? null : text;
  }

  /** Whether a column may have this cell. */
  public boolean allows(int column, @Nullable String cell) {
    Column found = columns.get(column);
    return cell == null ? !found.required() : found.kind().allows(cell);
  }

  /** What is wrong with a cell that a column may not have. */
  public String problem(int column, @Nullable String cell, String place) {
    String found =
        cell == null
            ? "no value"
            : '"' + (cell.length() > QUOTED ? cell.substring(0, QUOTED) + "..." : cell) + '"';
    return "found %s in %s, allowed %s"
        .formatted(found, place, columns.get(column).kind().allowed());
  }
}
