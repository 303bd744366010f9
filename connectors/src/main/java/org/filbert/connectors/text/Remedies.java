package org.filbert.connectors.text;

import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.filbert.connectors.file.InputFile;
import org.filbert.data.Role;
import org.filbert.table.Decimal;
import org.jspecify.annotations.Nullable;

/** Advice on malformed CSV files. */
final class Remedies {
  private static final Pattern BROKEN =
      Pattern.compile("[-+]?\\d*([.,])\\d+(e[-+]?\\d+)?", Pattern.CASE_INSENSITIVE);
  private static final Pattern NOT_FINITE =
      Pattern.compile("[-+]?(inf(inity)?|[\\d.]+(e[-+]?\\d+)?)", Pattern.CASE_INSENSITIVE);

  private static final int LONGEST = 60;

  /** Length of a byte order mark, with which a file may begin. */
  private static final long MARK = 3;

  private static final String LEAVES_OUT = " leaves out records ";

  private Remedies() {}

  /**
   * Advice for a cell of a table that is not of its column's type.
   *
   * @param cell null if it is missing
   * @param leavingOut how records are left out
   */
  static String ofCell(@Nullable String cell, Role role, String leavingOut) {
    if (cell == null || role != Role.TRAIN) {
      return leavingOut + LEAVES_OUT + (cell == null ? "without a value" : "such as this");
    }
    return "preprocessing.missing: [..., %s], if it stands for a missing value; type: category or text, if the column has words; %s%ssuch as this"
        .formatted(ColumnName.yaml(cell.length() > LONGEST ? "..." : cell), leavingOut, LEAVES_OUT);
  }

  /**
   * Advice for a cell that is no number.
   *
   * @param column of the cell
   * @param foundText advice on the file's text columns; may be empty
   * @param leavingOut how records are left out
   */
  static String ofCell(
      String cell,
      int column,
      Csv format,
      long position,
      IntFunction<String> foundText,
      String leavingOut) {
    if (FoundText.isMissing(cell)) {
      return join(leavingOut + LEAVES_OUT + "without a value", foundText.apply(FoundText.NONE));
    }
    Matcher broken = BROKEN.matcher(cell);
    Decimal decimal = format.notation();
    if (broken.matches() && broken.group(1).charAt(0) != decimal.separator()) {
      return "decimal: \"" + broken.group(1) + "\", if numbers are written so";
    }
    if (NOT_FINITE.matcher(cell).matches()) {
      return ""; // the text is a number
    }
    if (!format.header() && InputFile.offsetOf(position) <= MARK) {
      return join(
          "header: true, if the first line holds the names of the columns",
          foundText.apply(FoundText.NONE));
    }
    return foundText.apply(column);
  }

  private static String join(String first, String second) {
    return first + (second.isEmpty() ? "" : "; ") + second;
  }

  /** Advice for a first line that is a single cell. Empty if there is none. */
  static String ofOneColumn(String cell, String delimiter) {
    for (String other : new String[] {"\t", ";", ",", "|", " "}) {
      if (!other.equals(delimiter) && cell.contains(other)) {
        return "; delimiter: \""
            + (other.equals("\t") ? "\\t" : other)
            + "\", if that is between them";
      }
    }
    return "";
  }
}
