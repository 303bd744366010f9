package org.filbert.connectors.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.filbert.connectors.file.InputFile;
import org.filbert.table.Decimal;
import org.jspecify.annotations.Nullable;

/** Finds text columns of a CSV file that are configured as numbers. */
final class FoundText {
  /** No particular column. */
  static final int NONE = -1;

  /** Notations for a missing value; none begins with a digit. */
  private static final Set<String> NO_VALUE =
      Set.of(
          "", "?", "-", "--", ".", "na", "n/a", "n.a.", "#n/a", "nan", "nil", "null", "none",
          "missing", "\\n");

  private static final int LONGEST_NO_VALUE =
      NO_VALUE.stream().mapToInt(String::length).max().orElseThrow();

  private static final int MOST_RECORDS = 100_000;
  private static final int MOST_VALUES = 100;

  /** Length limit of a value. No longer value is shown. */
  private static final int MOST_BYTES = 400;

  private static final Pattern SHORT = Pattern.compile("\\P{Cntrl}{0,60}");

  private final Csv format;
  private final CsvLayout layout;
  private final Decimal decimal;
  private final List<@Nullable Column> columns = new ArrayList<>();

  FoundText(Csv format, CsvLayout layout) {
    this.format = format;
    this.layout = layout;
    this.decimal = format.notation();
    for (int column = 0; column < layout.slots().length; column++) {
      boolean number = layout.slots()[column] >= 0 && layout.categories()[column] == null;
      columns.add(number ? new Column() : null);
    }
  }

  /** Whether a cell stands for a missing value. */
  static boolean isMissing(String cell) {
    return cell.length() <= LONGEST_NO_VALUE
        && (cell.isEmpty() || cell.charAt(0) < '0' || cell.charAt(0) > '9')
        && NO_VALUE.contains(cell.toLowerCase(Locale.ROOT));
  }

  private final class Column {
    private final Set<String> values = new TreeSet<>();
    private int texts;

    void add(CsvCells cells) {
      String cell = cells.text(MOST_BYTES);
      if (values.size() <= MOST_VALUES) {
        values.add(cell);
      }
      boolean number = !Double.isNaN(decimal.parse(cells.bytes, cells.from, cells.to));
      texts += number || isMissing(cell) ? 0 : 1;
    }

    boolean isText() {
      return texts > 1; // a single text is the name of the column
    }

    /** Whether the column has few distinct values. */
    boolean isCategory() {
      return isText()
          && values.size() > 1
          && values.size() <= MOST_VALUES
          && values.stream().allMatch(value -> SHORT.matcher(value).matches());
    }
  }

  /**
   * Advice on how to configure text columns. Empty if there are none.
   *
   * @param known a column with text, or {@link #NONE}
   */
  String in(InputFile file, int known) {
    try {
      read(file);
    } catch (IOException e) {
      return ""; // advice must not fail itself
    }
    StringJoiner remarks = new StringJoiner("; ");
    String categories = categories();
    if (!categories.isEmpty()) {
      remarks.add("categories: {" + categories + "}, if these are");
    }
    List<String> others = others(known);
    if (!others.isEmpty()) {
      remarks.add(
          "ignore: "
              + others
              + (others.size() > 1 ? ", if these are no features" : ", if this is no feature"));
    }
    if (remarks.length() > 0) {
      remarks.add(
          "or preprocessing.columns, which finds the categories itself: filbert init writes it,"
              + " with --stream for train-online");
    }
    return remarks.toString();
  }

  private String categories() {
    StringJoiner categories = new StringJoiner(", ");
    for (int column = 0; column < columns.size(); column++) {
      Column found = columns.get(column);
      if (found != null && found.isCategory()) {
        categories.add(ColumnName.key(layout.names(), column) + ": " + written(found.values));
      }
    }
    if (categories.length() > 0) {
      format
          .categories()
          .forEach(
              (column, values) -> categories.add(ColumnName.yaml(column) + ": " + written(values)));
    }
    return categories.toString();
  }

  private static List<String> written(Collection<String> values) {
    return values.stream().map(ColumnName::yaml).toList();
  }

  /** Columns that can only be ignored, and the known one. */
  private List<String> others(int known) {
    List<String> others = new ArrayList<>();
    for (int column = 0; column < columns.size(); column++) {
      Column found = columns.get(column);
      if (found != null && (column == known || (found.isText() && !found.isCategory()))) {
        others.add(ColumnName.written(layout.names(), column));
      }
    }
    return others;
  }

  private void read(InputFile file) throws IOException {
    QuotedBreaks breaks = new QuotedBreaks(format.delimiter());
    CsvCells cells = new CsvCells(format.delimiter());
    try (LineReader lines = LineReader.startingAt(file, 0)) {
      boolean header = format.header();
      for (int records = 0; records < MOST_RECORDS && lines.next(); records++) {
        breaks.join(lines);
        if (!header && !lines.line().isBlank()) {
          add(lines.line(), cells);
        }
        header &= lines.line().isBlank();
      }
    }
  }

  private void add(Line line, CsvCells cells) {
    try {
      cells.start(line);
      for (int column = 0; cells.next() && column < columns.size(); column++) {
        Column found = columns.get(column);
        if (found != null) {
          found.add(cells);
        }
      }
    } catch (MalformedException e) {
      // Only the known record's mistake is reported.
    }
  }
}
