package org.filbert.connectors.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.file.ReadOptions;
import org.filbert.data.Role;
import org.filbert.table.CellColumns;

/**
 * Finds the configured columns in a file of named columns, such as CSV. An instance makes one
 * layout.
 */
public final class CsvColumns {
  private static final String IGNORED = "column to ignore";

  private final String file;
  private final Csv format;
  private final List<String> first;
  private final List<String> names;
  private final int[] slots;
  private final Category[] categories;
  private int features;

  /**
   * Looks for the columns that a format names.
   *
   * @param first the cells of the first line
   */
  public CsvColumns(String file, Csv format, List<String> first) {
    this.file = file;
    this.format = format;
    this.first = first;
    this.names = format.header() ? List.copyOf(first) : List.of();
    this.slots = new int[first.size()];
    Arrays.fill(slots, CsvLayout.UNUSED);
    this.categories = new Category[slots.length];
  }

  /** The layout of the columns. */
  public CsvLayout layout(ReadOptions options) {
    CellColumns cells = options.columns();
    if (cells == null) {
      return ofNumbers(options.labelRequired());
    }
    return ofCells(cells, options.labelRequired(), options.role() == Role.TRAIN);
  }

  /**
   * The layout of columns whose cells are taken as they stand.
   *
   * @param labelRequired whether the columns of label and targets must exist
   * @param all whether every column must have a use
   */
  CsvLayout ofCells(CellColumns cells, boolean labelRequired, boolean all) {
    chooseTargets(labelRequired);
    chooseCells(cells, all);
    return new CsvLayout(names, slots, categories, features);
  }

  /**
   * The layout of columns that are numbers, or of one with text.
   *
   * @param labelRequired whether the columns of label and targets must exist
   */
  CsvLayout ofNumbers(boolean labelRequired) {
    chooseTargets(labelRequired);
    if (format.text() != null) {
      use("text column", format.text(), CsvLayout.TEXT, true);
    } else {
      for (String name : format.ignore()) {
        use(IGNORED, name, CsvLayout.IGNORED, labelRequired);
      }
      format.categories().forEach(this::categorise);
      chooseFeatures();
      requireFeatures();
    }
    return new CsvLayout(names, slots, categories, features);
  }

  private void chooseTargets(boolean labelRequired) {
    if (format.label() != null) {
      use("label column", format.label(), CsvLayout.LABEL, labelRequired);
    }
    for (int j = 0; j < format.targets().size(); j++) {
      use("target column", format.targets().get(j), CsvLayout.TARGETS - j, labelRequired);
    }
  }

  /**
   * Places cells by the columns of a table.
   *
   * @param all whether every column must have a use
   */
  private void chooseCells(CellColumns cells, boolean all) {
    format.ignore().forEach(name -> use(IGNORED, name, CsvLayout.IGNORED, all));
    cells.ignored().forEach(name -> use(IGNORED, name, CsvLayout.IGNORED, all));
    for (CellColumns.Column column : cells.columns()) {
      use("column", column.name(), features++, !column.optional());
    }
    List<String> unused = new ArrayList<>();
    for (int column = 0; column < slots.length; column++) {
      if (slots[column] == CsvLayout.UNUSED) {
        unused.add(ColumnName.key(names, column));
      }
    }
    if (all && !unused.isEmpty()) {
      throw new BadInputException(
          file,
          "found the column%s %s without an entry in preprocessing.columns, allowed a type for each; type: ignore leaves a column out"
              .formatted(unused.size() > 1 ? "s" : "", String.join(", ", unused)));
    }
  }

  private void use(String what, String name, int slot, boolean required) {
    int column = required ? required(what, name) : find(what, name);
    if (column >= 0) {
      requireUnused(column, name);
      slots[column] = slot;
    }
  }

  private void categorise(String name, List<String> values) {
    int column = required("category column", name);
    requireUnused(column, name);
    categories[column] = Category.of(values);
  }

  private void chooseFeatures() {
    for (String name : format.features()) {
      int column = required("feature column", name);
      requireUnused(column, name);
      addFeature(column);
    }
    if (format.features().isEmpty()) {
      requireNames();
    }
    for (int column = 0; column < slots.length && format.features().isEmpty(); column++) {
      if (slots[column] == CsvLayout.UNUSED) {
        addFeature(column);
      }
    }
  }

  /** A blank name is refused, as programs write unnamed row numbers and trailing delimiters. */
  private void requireNames() {
    List<String> ignored =
        new ArrayList<>(format.ignore().stream().map(ColumnName::written).toList());
    int unnamed = -1;
    for (int column = names.size() - 1; column >= 0; column--) {
      if (slots[column] == CsvLayout.UNUSED && names.get(column).isBlank()) {
        unnamed = column;
        ignored.add(format.ignore().size(), Integer.toString(column + 1));
      }
    }
    if (unnamed >= 0) {
      throw new BadInputException(
          file,
          "found no name of column %s in the header, allowed features with a name; ignore: [%s] leaves %s out"
              .formatted(
                  unnamed + 1,
                  String.join(", ", ignored),
                  ignored.size() > 1 ? "these" : "the column"));
    }
  }

  private void addFeature(int column) {
    Category category = categories[column];
    slots[column] = features;
    features += category == null ? 1 : category.size();
  }

  private void requireFeatures() {
    for (int column = 0; column < slots.length; column++) {
      if (categories[column] != null && slots[column] < 0) {
        throw new BadInputException(
            file,
            "found column "
                + CsvLayout.name(names, column)
                + " in categories and not in features, allowed those of features");
      }
    }
    if (features == 0) {
      throw new BadInputException(
          file, "found no column besides the label, allowed one or more features" + ofOneColumn());
    }
  }

  private void requireUnused(int column, String name) {
    if (slots[column] != CsvLayout.UNUSED) {
      throw new BadInputException(
          file,
          "found column "
              + ColumnName.unmarked(name)
              + " named for two uses, allowed one use of a column");
    }
  }

  /** Finds a required column by name or number. */
  private int required(String what, String wanted) {
    int column = find(what, wanted);
    if (column < 0) {
      String called = ColumnName.unmarked(wanted);
      throw new BadInputException(
          file,
          "found no "
              + what
              + " "
              + called
              + ", allowed column numbers 1 to "
              + first.size()
              + (format.header() ? " or one of " + String.join(", ", first) : "")
              + (file.contains("/" + called + "=") ? "; the folder's name is no column" : "")
              + ofOneColumn());
    }
    return column;
  }

  /** Finds a column by name or number. Returns -1 if there is none. */
  private int find(String what, String wanted) {
    int named = named(wanted);
    if (named >= 0) {
      return named;
    }
    int place = ColumnName.place(wanted, slots.length);
    if (!ColumnName.isMarked(wanted)) {
      return place;
    }
    String number = ColumnName.unmarked(wanted);
    if (place < 0) {
      return named(number); // as no column has that number
    }
    requireOneMeaning(what, number, place);
    return place;
  }

  private int named(String name) {
    int column = names.indexOf(name);
    if (column != names.lastIndexOf(name)) {
      throw new BadInputException(
          file, "found two columns with the name " + name + ", allowed one, or its number");
    }
    return column >= 0 ? column : ColumnName.placed(names, name);
  }

  /**
   * A number may be meant as the name of another column. A column without a name can be ignored by
   * its number alone.
   */
  private void requireOneMeaning(String what, String number, int place) {
    int named = names.lastIndexOf(number);
    boolean nameless = names.isEmpty() || names.get(place).isBlank();
    if (named < 0 || named == place || (nameless && what.equals(IGNORED))) {
      return;
    }
    throw new BadInputException(
        file,
        "found %s %s, the number of column %s (%s) and the name of column %s, allowed %s for the first, \"%s\" in quotes for the second"
            .formatted(
                what,
                number,
                number,
                nameless ? "which has no name" : names.get(place),
                named + 1,
                ColumnName.tells(names, place)
                    ? "\"" + names.get(place) + "\" in quotes"
                    : "a name of its own in the file",
                number));
  }

  private String ofOneColumn() {
    return first.size() > 1 ? "" : Remedies.ofOneColumn(first.get(0), format.delimiter());
  }
}
