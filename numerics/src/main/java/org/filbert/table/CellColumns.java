package org.filbert.table;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.filbert.data.Features;
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
   * @param notation in which texts are written; null for plain numbers and ISO 8601
   */
  public record Column(
      String name, CellKind kind, boolean required, @Nullable CellNotation notation)
      implements Serializable {
    /** A column of plain numbers, of dates of ISO 8601 or of texts. */
    public Column(String name, CellKind kind, boolean required) {
      this(name, kind, required, null);
    }

    /** What a text stands for, as a cell; null if the column may not have it. */
    public @Nullable String plain(String text) {
      String plain = notation == null ? text : notation.plain(text);
      return plain != null && kind.allows(plain) ? plain : null;
    }

    /** Whether records may lack the column: held-out rows without a weight count 1. */
    public boolean optional() {
      return kind == CellKind.WEIGHT && !required;
    }
  }

  public CellColumns {
    columns = List.copyOf(columns);
    ignored = List.copyOf(ignored);
    missing = List.copyOf(missing);
  }

  /** The names of all columns that are taken. */
  public List<String> names() {
    return columns.stream().map(Column::name).toList();
  }

  /** The same with a column of weights that records may lack, as held-out rows may. */
  public CellColumns withOptionalWeight() {
    return new CellColumns(
        columns.stream()
            .map(
                column ->
                    column.kind() == CellKind.WEIGHT
                        ? new Column(column.name(), column.kind(), false, column.notation())
                        : column)
            .toList(),
        ignored,
        missing);
  }

  /** The same with the column of weights of others, if these have one. */
  public CellColumns withWeightOf(CellColumns others) {
    return new CellColumns(
        Stream.concat(
                columns.stream(),
                others.columns.stream().filter(column -> column.kind() == CellKind.WEIGHT))
            .toList(),
        ignored,
        missing);
  }

  /** Whether a column has weights. */
  public boolean weighted() {
    return columns.stream().anyMatch(column -> column.kind() == CellKind.WEIGHT);
  }

  /** The same without a column of weights, which no prediction needs. */
  public CellColumns unweighted() {
    return new CellColumns(
        columns.stream().filter(column -> column.kind() != CellKind.WEIGHT).toList(),
        ignored,
        missing);
  }

  /** The text, or null if it stands for a missing value. */
  public @Nullable String value(String text) {
    return missing.contains(text) ? null : text;
  }

  /**
   * The cells of a row.
   *
   * @param texts of the columns in their order; null for a missing one
   * @param written whether a column's values are texts, and not of a type whose texts are plain
   * @param place of a column with a name, for messages
   * @throws IllegalArgumentException for a cell that its column may not have
   */
  public Features.Cells cells(
      IntFunction<@Nullable String> texts, IntPredicate written, UnaryOperator<String> place) {
    List<@Nullable String> cells = new ArrayList<>(columns.size());
    for (int j = 0; j < columns.size(); j++) {
      String text = texts.apply(j);
      String value = text == null ? null : value(text);
      String cell = value != null && written.test(j) ? columns.get(j).plain(value) : value;
      if ((value != null && cell == null) || !allows(j, cell)) {
        throw new IllegalArgumentException(problem(j, value, place.apply(columns.get(j).name())));
      }
      cells.add(cell);
    }
    return Features.Cells.of(cells);
  }

  /** Whether a column may have this cell. */
  public boolean allows(int column, @Nullable String cell) {
    Column found = columns.get(column);
    return cell == null ? !found.required() : found.kind().allows(cell);
  }

  /** What is wrong with a cell, or its text, that a column may not have. */
  public String problem(int column, @Nullable String cell, String place) {
    CellNotation notation = columns.get(column).notation();
    String found =
        cell == null
            ? "no value"
            : '"' + (cell.length() > QUOTED ? cell.substring(0, QUOTED) + "..." : cell) + '"';
    return "found %s in %s, allowed %s"
        .formatted(
            found,
            place,
            notation == null ? columns.get(column).kind().allowed() : notation.allowed());
  }
}
