package org.filbert.connectors.text;

import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.table.CellColumns;
import org.filbert.table.CellKind;
import org.filbert.table.Decimal;
import org.jspecify.annotations.Nullable;

/** Parses a CSV line into a dense example or a document. */
final class CsvParser implements LineParser {
  private static final int LONGEST_NUMBER = 400;

  private final Csv format;
  private final CsvLayout layout;
  private final int[] slots;
  private final Role role;
  private final Labels labels;
  private final int targets;
  private final CsvCells cells;
  private final Decimal decimal;
  private final @Nullable CellColumns columns;
  private final CellSlots row;
  private final MissingTexts missing;
  private final IntFunction<String> foundText;

  /**
   * Creates a parser for the lines of a file or for single records.
   *
   * @param columns whose cells are taken as they stand; null for numbers or documents
   * @param foundText makes a message's advice about text columns; its argument is a column that has
   *     text, or {@link FoundText#NONE}
   */
  CsvParser(
      Role role,
      Labels labels,
      Csv format,
      CsvLayout layout,
      @Nullable CellColumns columns,
      IntFunction<String> foundText) {
    this.format = format;
    this.layout = layout;
    this.slots = layout.slots();
    this.role = role;
    this.labels = labels;
    this.targets = labels.required() ? format.targets().size() : 0;
    this.cells = new CsvCells(format.delimiter());
    this.decimal = format.notation();
    this.columns = columns;
    this.row = new CellSlots(columns == null ? 0 : layout.features());
    this.missing = MissingTexts.of(columns);
    this.foundText = foundText;
  }

  @Override
  public int features() {
    return layout.features();
  }

  @Override
  public Instance.Example parse(Line line, long position) throws MalformedException {
    requireRoom(line);
    double[] values = new double[columns == null ? layout.features() : 0];
    Target target = null;
    String document = null;
    double[] numbers = new double[targets];
    int column = 0;
    for (cells.start(line); cells.next(); column++) {
      if (column >= slots.length) {
        continue;
      }
      int slot = slots[column];
      if (slot >= 0 && columns != null) {
        read(columns, slot, column);
      } else if (slot >= 0) {
        Category category = layout.categories()[column];
        if (category == null) {
          values[slot] = number(column, position);
        } else {
          values[slot + place(category, column)] = 1;
        }
      } else if (slot == CsvLayout.LABEL) {
        target = labels.target(cells.bytes, cells.from, cells.to);
      } else if (slot == CsvLayout.TEXT) {
        document = cells.text();
      } else if (slot <= CsvLayout.TARGETS && targets > 0) {
        numbers[CsvLayout.TARGETS - slot] = number(column, position);
      }
    }
    if (column != slots.length) {
      throw wrongNumber(column);
    }
    if (targets > 0) {
      target = new Target.Values(numbers);
    }
    Features features =
        columns != null
            ? row.take()
            : document != null ? new Features.Text(document) : new Features.Dense(values);
    return new Instance.Example(role, position, features, target);
  }

  /** Puts a cell that its column allows into its slot; one in plain notation stays as it is. */
  private void read(CellColumns columns, int slot, int column) throws MalformedException {
    CellColumns.Column of = columns.columns().get(slot);
    boolean plain =
        of.notation() == null
            && (of.kind() == CellKind.TEXT
                || (of.kind() == CellKind.NUMBER
                    && decimal == Decimal.POINT
                    && !Double.isNaN(decimal.parse(cells.bytes, cells.from, cells.to))));
    if (plain && !missing.has(cells.bytes, cells.from, cells.to)) {
      row.set(slot, cells.bytes, cells.from, cells.to);
    } else {
      row.set(slot, cell(columns, slot, column));
    }
  }

  /** A cell that its column allows, in plain notation; null if it is missing. */
  private @Nullable String cell(CellColumns columns, int slot, int column)
      throws MalformedException {
    String cell = columns.value(cells.text());
    CellColumns.Column of = columns.columns().get(slot);
    if (cell != null && of.notation() != null) {
      String plain = of.plain(cell);
      if (plain != null) {
        return plain;
      }
    } else if (cell != null && of.kind().isNumber()) {
      boolean number = !Double.isNaN(decimal.parse(cells.bytes, cells.from, cells.to));
      String written = cell.replace(decimal.separator(), '.');
      if (number && columns.allows(slot, written)) {
        return written;
      }
    } else if (columns.allows(slot, cell)) {
      return cell;
    }
    throw new MalformedException(
        columns.problem(slot, cell, layout.describe(column)),
        leavingOut -> Remedies.ofCell(cell, role, leavingOut));
  }

  /** Refuses a line that is too short for its delimiters before memory is allocated. */
  private void requireRoom(Line line) throws MalformedException {
    if (line.to - line.from < slots.length - 1) {
      throw wrongNumber(cells.all(line).size());
    }
  }

  private MalformedException wrongNumber(int columns) {
    return new MalformedException(
        "found " + columns + " columns, allowed " + slots.length + " in every record");
  }

  private int place(Category category, int column) throws MalformedException {
    Integer place = category.place(cells.text());
    if (place == null) {
      throw new MalformedException(found(column) + "its categories " + category.shown());
    }
    return place;
  }

  private double number(int column, long position) throws MalformedException {
    double value = decimal.parse(cells.bytes, cells.from, cells.to);
    if (Double.isNaN(value)) {
      throw new MalformedException(
          found(column) + "a finite number", remedy(cells.text(LONGEST_NUMBER), column, position));
    }
    return value;
  }

  private String found(int column) {
    return "found "
        + MalformedException.quote(cells.bytes, cells.from, cells.to)
        + " in "
        + layout.describe(column)
        + ", allowed ";
  }

  private UnaryOperator<String> remedy(String cell, int column, long position) {
    return leavingOut -> Remedies.ofCell(cell, column, format, position, foundText, leavingOut);
  }
}
