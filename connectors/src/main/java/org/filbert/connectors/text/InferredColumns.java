package org.filbert.connectors.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.file.InputFile;
import org.filbert.table.CellKind;
import org.jspecify.annotations.Nullable;

/** Proposes what the columns of a file are, from its first records. */
public final class InferredColumns {
  private static final int MOST_RECORDS = 10_000;

  /** So few texts among numbers stand for missing values. */
  private static final int FEW_TEXTS = 3;

  private static final double WORDS_OF_TEXT = 4;
  private static final int MOST_BYTES = 1000;

  private final boolean header;
  private final List<String> names;
  private final List<Column> columns = new ArrayList<>();
  private int records;

  /** Columns with these names. */
  public InferredColumns(List<String> names) {
    this(true, names);
  }

  private InferredColumns(boolean header, List<String> first) {
    this.header = header;
    this.names = header ? List.copyOf(first) : List.of();
    first.forEach(cell -> columns.add(new Column()));
  }

  /** What the cells of a column have in common. */
  private static final class Column {
    private final Set<String> values = new LinkedHashSet<>();
    private final Set<String> texts = new TreeSet<>();
    private int present;
    private int numbers;
    private int dates;
    private int missing;
    private long words;
    private double least = Double.POSITIVE_INFINITY;
    private double most = Double.NEGATIVE_INFINITY;
    private double last = Double.NaN;
    private boolean counts = true;
    private @Nullable String leftOut;

    void add(String cell) {
      if (FoundText.isMissing(cell)) {
        missing++;
        return;
      }
      present++;
      values.add(cell);
      double number = CellKind.number(cell);
      if (!Double.isNaN(number)) {
        numbers++;
        least = Math.min(least, number);
        most = Math.max(most, number);
        counts &= Double.isNaN(last) || number == last + 1;
        last = number;
      } else if (texts.size() <= FEW_TEXTS) {
        texts.add(cell);
      }
      dates += CellKind.ISO_DATE.allows(cell) ? 1 : 0;
      words += cell.split("\\s+", -1).length;
    }

    private boolean isNumber() {
      return 2 * numbers > present && texts.size() <= FEW_TEXTS;
    }

    /** Texts that stand for a missing value, besides the usual ones. */
    Set<String> missingTexts() {
      return isNumber() ? texts : Set.of();
    }

    /** The type and a remark. */
    String proposal() {
      if (leftOut != null) {
        return "{type: ignore}  # " + leftOut;
      }
      if (values.size() <= 1) {
        return "{type: ignore}  # "
            + (values.isEmpty() ? "no value" : "the same value in all rows");
      }
      if (isNumber()) {
        return counts && values.size() > FEW_TEXTS
            ? "{type: ignore}  # counts the rows"
            : String.format(Locale.ROOT, "{type: number}  # %s to %s", least, most) + remark();
      }
      if (dates == present) {
        return "{type: date}  # " + values.iterator().next() + " and others" + remark();
      }
      boolean distinct = 2 * values.size() > present;
      if (distinct && words >= WORDS_OF_TEXT * present) {
        return String.format(
                Locale.ROOT, "{type: text}  # %.1f words on average", (double) words / present)
            + remark();
      }
      return values.size() == present && present > FEW_TEXTS
          ? "{type: ignore}  # another value in each row"
          : String.format(Locale.ROOT, "{type: category}  # %,d values", values.size()) + remark();
    }

    private String remark() {
      int all = missing + present - (isNumber() ? numbers : present);
      return all > 0 ? String.format(Locale.ROOT, ", %,d missing", all) : "";
    }
  }

  /**
   * The section {@code preprocessing} of a configuration.
   *
   * @param file CSV with or without a header
   * @param label name or number of the label's column, which is left out; null if there is none
   * @throws BadInputException if the file cannot be read, or has no such column
   */
  public static String section(InputFile file, @Nullable String label) throws IOException {
    try (TextStart start = TextStart.of(file)) {
      start.requireLine(Line::isBlank, "");
      LineReader lines = start.lines();
      String delimiter = delimiter(lines.line().toString());
      QuotedBreaks breaks = new QuotedBreaks(delimiter);
      breaks.join(lines);
      CsvCells cells = new CsvCells(delimiter);
      List<String> first = cells.all(lines.line());
      boolean header = first.stream().allMatch(cell -> Double.isNaN(CellKind.number(cell)));
      InferredColumns found = new InferredColumns(header, first);
      if (!header) {
        found.add(first);
      }
      while (!found.isFull() && lines.next()) {
        breaks.join(lines);
        if (!lines.line().isBlank()) {
          found.add(cells.all(lines.line()));
        }
      }
      return found.section(
          file.name(),
          "type: csv, header: "
              + header
              + (delimiter.equals(",")
                  ? ""
                  : ", delimiter: \"" + delimiter.replace("\t", "\\t") + '"'),
          label);
    } catch (MalformedException e) {
      throw new BadInputException(file.name(), e.reason(), e);
    }
  }

  /** The most frequent of the usual ones in a line. */
  private static String delimiter(String line) {
    String best = ",";
    int most = 0;
    for (String each : List.of(",", ";", "\t", "|")) {
      int count = line.length() - line.replace(each, "").length();
      if (count > most) {
        most = count;
        best = each;
      }
    }
    return best;
  }

  /** Whether enough records were added. */
  public boolean isFull() {
    return records == MOST_RECORDS;
  }

  /** Proposes to ignore a column, for a reason. */
  public void leaveOut(int column, String why) {
    columns.get(column).leftOut = why;
  }

  /** Adds the cells of a record; an empty one is missing. */
  public void add(List<String> cells) {
    records++;
    for (int j = 0; j < Math.min(cells.size(), columns.size()); j++) {
      String cell = cells.get(j);
      columns.get(j).add(cell.length() > MOST_BYTES ? cell.substring(0, MOST_BYTES) : cell);
    }
  }

  /**
   * The section {@code preprocessing} of a configuration.
   *
   * @param format the format's keys without the label
   * @param label name or number of the label's column, which is left out; null if there is none
   * @throws BadInputException if there is no such column
   */
  public String section(String file, String format, @Nullable String label) {
    int labelled = label == null ? -1 : names.indexOf(label);
    if (label != null && labelled < 0) {
      labelled = ColumnName.place(label, columns.size());
      if (labelled < 0) {
        throw new BadInputException(
            file,
            "found no label column %s, allowed column numbers 1 to %s%s"
                .formatted(
                    label, columns.size(), header ? " or one of " + String.join(", ", names) : ""));
      }
    }
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT, "# from %,d rows of %s: change what is not so\n", records, file));
    text.append(
        "# data.train.format: {%s, label: %s}\n"
            .formatted(format, labelled < 0 ? "..." : ColumnName.written(names, labelled)));
    text.append("preprocessing:\n");
    Set<String> missing = new TreeSet<>();
    for (int j = 0; j < columns.size(); j++) {
      if (j != labelled) {
        missing.addAll(columns.get(j).missingTexts());
      }
    }
    if (!missing.isEmpty()) {
      List<String> all = new ArrayList<>(List.of("\"\"", "\"?\"", "NA"));
      missing.forEach(each -> all.add(ColumnName.yaml(each)));
      text.append("  missing: [").append(String.join(", ", all)).append("]\n");
    }
    text.append("  columns:\n");
    for (int j = 0; j < columns.size(); j++) {
      if (j != labelled) {
        text.append("    ")
            .append(ColumnName.key(names, j))
            .append(": ")
            .append(columns.get(j).proposal())
            .append('\n');
      }
    }
    return text.toString();
  }
}
