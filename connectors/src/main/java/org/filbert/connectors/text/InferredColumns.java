package org.filbert.connectors.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.InputFile;
import org.filbert.table.CellKind;
import org.filbert.train.columns.TableOptions;
import org.jspecify.annotations.Nullable;

/** Proposes what the columns of a file are, from its first million records. */
public final class InferredColumns {
  private static final int MOST_RECORDS = 1_000_000;
  private static final int MOST_CLASSES = 1000;
  private static final int MOST_TOLD = 5;

  /** Whole numbers of so few values are classes. */
  private static final int FEW_NUMBERS = 20;

  private final String file;
  private final boolean header;
  private final boolean listed;
  private final String format;
  private final List<String> names;
  private final List<InferredColumn> columns = new ArrayList<>();
  private int records;

  /**
   * @param listed whether the format lists the columns
   * @param first cells of the first record, or the names of the columns
   */
  private InferredColumns(
      String file,
      boolean header,
      boolean listed,
      String format,
      List<String> first,
      boolean commas) {
    this.file = file;
    this.header = header;
    this.listed = listed;
    this.format = format;
    this.names = new ArrayList<>(header ? first : List.of());
    first.forEach(cell -> columns.add(new InferredColumn(commas)));
  }

  /**
   * Begins without records.
   *
   * @param format the keys of the format without the label
   * @param names of all columns
   */
  public InferredColumns(String file, String format, List<String> names) {
    this(file, true, false, format, names, false);
  }

  /**
   * Begins without records of a matrix of so many columns, which have no names.
   *
   * @param format the keys of the format without the label
   */
  public static InferredColumns unnamed(String file, String format, int columns) {
    List<String> names = Collections.nCopies(columns, "");
    InferredColumns found = new InferredColumns(file, false, false, format, names, false);
    found.columns.forEach(InferredColumn::ofMatrix);
    return found;
  }

  /** Begins without fields of JSON records. */
  static InferredColumns ofFields(String file) {
    return new InferredColumns(file, true, true, "type: jsonlines", List.of(), false);
  }

  /**
   * Looks at a file of JSON lines, or of CSV with or without a header.
   *
   * @throws BadInputException if the file cannot be read
   */
  public static InferredColumns of(InputFile file) throws IOException {
    try (TextStart start = TextStart.of(file)) {
      start.requireLine(Line::isBlank, "");
      return InferredFields.isJson(start) ? InferredFields.of(start) : ofCsv(start);
    } catch (MalformedException e) {
      throw new BadInputException(file.name(), e.reason(), e);
    }
  }

  private static InferredColumns ofCsv(TextStart start) throws IOException, MalformedException {
    LineReader lines = start.lines();
    String separator = lines.separator();
    String delimiter = separator == null ? delimiter(lines.line().toString()) : separator;
    QuotedBreaks breaks = new QuotedBreaks(delimiter);
    breaks.join(lines);
    CsvCells cells = new CsvCells(delimiter);
    List<String> first = cells.all(lines.line());
    boolean header = first.stream().allMatch(cell -> Double.isNaN(CellKind.number(cell)));
    String format =
        "type: csv, header: %s%s"
            .formatted(
                header,
                delimiter.equals(",")
                    ? ""
                    : ", delimiter: \"" + delimiter.replace("\t", "\\t") + '"');
    InferredColumns found =
        new InferredColumns(
            start.file().name(), header, false, format, first, !delimiter.equals(","));
    if (!header) {
      found.add(first);
    }
    while (found.isComplete() && lines.next()) {
      breaks.join(lines);
      if (!lines.line().isBlank()) {
        found.add(cells.all(lines.line()));
      }
    }
    return found;
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

  /** Adds a field that the records so far do not have. */
  void addField(String name) {
    InferredColumn column = new InferredColumn(false);
    for (int i = 0; i < records; i++) {
      column.add("");
    }
    names.add(name);
    columns.add(column);
  }

  /** Proposes to leave out a column, for a reason. */
  public void leaveOut(int column, String why) {
    columns.get(column).leaveOut(why);
  }

  /**
   * Proposes the column of a name or number as that of the rows' weights.
   *
   * @throws BadInputException if there is no such column of numbers
   */
  public void weigh(String name) {
    InferredColumn column = columns.get(place(name, "weight"));
    if (!column.isNumber()) {
      throw new BadInputException(
          file, "found no numbers in the weight column " + name + ", allowed numbers of 0 or more");
    }
    column.weigh();
  }

  /** Adds the cells of a record; an empty one is missing. */
  public void add(List<String> cells) {
    records++;
    for (int j = 0; j < Math.min(cells.size(), columns.size()); j++) {
      columns.get(j).add(cells.get(j));
    }
  }

  /** Number of records that were looked at. */
  public int records() {
    return records;
  }

  /** Whether all records were looked at. */
  public boolean isComplete() {
    return records < MOST_RECORDS;
  }

  /** Number of columns that become features. */
  public long features(String label) {
    int labelled = label(label);
    long used = columns.stream().filter(InferredColumn::isFeature).count();
    return used - (columns.get(labelled).isFeature() ? 1 : 0);
  }

  /** The columns that do not become features, and why. */
  public String leftOut(String label) {
    int labelled = label(label);
    return IntStream.range(0, columns.size())
        .filter(j -> j != labelled && columns.get(j).isIgnored())
        .limit(MOST_TOLD)
        .mapToObj(j -> ColumnName.key(names, j) + ": " + columns.get(j).reason())
        .collect(Collectors.joining("; "));
  }

  /** What a user should know of how the columns are taken, a line each. */
  public List<String> remarks(String label) {
    int labelled = label(label);
    List<String> remarks =
        IntStream.range(0, columns.size())
            .filter(j -> j != labelled)
            .boxed()
            .flatMap(
                j ->
                    columns.get(j).remarks().stream()
                        .map(remark -> "column " + ColumnName.key(names, j) + ": " + remark))
            .collect(Collectors.toCollection(ArrayList::new));
    int unlabelled = unlabelled(label);
    if (unlabelled > 0) {
      remarks.add(
          String.format(
              Locale.ROOT,
              "%,d of %,d rows have no label and are left out%s",
              unlabelled,
              records,
              keptAsClass(label)));
    }
    return remarks;
  }

  /** How texts that stand for no label become a class; empty if there are none. */
  private String keptAsClass(String label) {
    Map<String, Integer> texts = columns.get(label(label)).withoutValue();
    texts.remove("");
    return texts.isEmpty()
        ? ""
        : " (%s); preprocessing.missing without %s keeps %s as a class"
            .formatted(
                texts.entrySet().stream()
                    .map(
                        each ->
                            String.format(
                                Locale.ROOT, "%,d \"%s\"", each.getValue(), each.getKey()))
                    .collect(Collectors.joining(", ")),
                texts.size() > 1 ? "these" : "it",
                texts.size() > 1 ? "them" : "it");
  }

  /** Number of records without a label. */
  public int unlabelled(String label) {
    InferredColumn column = columns.get(label(label));
    return column.isNumber()
        ? column.missing()
        : column.withoutValue().values().stream().mapToInt(count -> count).sum();
  }

  /** The values of the label's column. */
  public List<String> labels(String label) {
    return columns.get(label(label)).classes();
  }

  /**
   * What is to be predicted: numbers if the label's column has more than a few, else classes.
   *
   * @throws BadInputException if the column cannot be predicted
   */
  public TaskKind task(String label) {
    InferredColumn column = columns.get(label(label));
    if (column.isLeftOut()) {
      throw new BadInputException(
          file,
          "found in the label column %s %s, allowed texts or numbers"
              .formatted(label, column.reason()));
    }
    int values = column.classes().size();
    if (values <= 1) {
      throw new BadInputException(
          file,
          "found %s in all %s rows of the label column %s, allowed two values or more"
              .formatted(
                  values == 0 ? "no value" : '"' + column.classes().get(0) + '"', records, label));
    }
    if (column.isNumber() && (!column.isWhole() || values > FEW_NUMBERS)) {
      return TaskKind.REGRESSION;
    }
    if (column.isWrittenNumber()) {
      throw new BadInputException(
          file,
          "found numbers such as \"%s\" in the label column %s, allowed numbers such as 1234.5"
              .formatted(column.classes().get(0), label));
    }
    if (values > MOST_CLASSES) {
      throw new BadInputException(
          file,
          "found more than %s distinct texts in the label column %s, allowed numbers or classes"
              .formatted(MOST_CLASSES, label));
    }
    return TaskKind.CLASSIFICATION;
  }

  /** Whether the label's column has numbers. */
  public boolean isNumber(String label) {
    return columns.get(label(label)).isNumber();
  }

  /** About the median distance of two rows, once numbers are standardised. */
  public double distance(String label) {
    int labelled = label(label);
    double squares = 0;
    for (int j = 0; j < columns.size(); j++) {
      squares += j == labelled ? 0 : columns.get(j).squaredDistance();
    }
    return Math.sqrt(squares);
  }

  /** Whether the first line has the names of the columns. */
  public boolean hasHeader() {
    return header;
  }

  /**
   * The section {@code preprocessing} of a configuration, and the format in a comment.
   *
   * @param label name or number of the label's column, which is left out; null if there is none
   * @throws BadInputException if there is no such column
   */
  public String section(@Nullable String label) {
    return String.format(
            Locale.ROOT, "# from %,d rows of %s: change what is not so\n", records, file)
        + "# data.train.format: "
        + format(label)
        + "\n"
        + preprocessing(label);
  }

  /** The format of the records. */
  public String format(@Nullable String label) {
    boolean commas = columns.stream().anyMatch(InferredColumn::hasCommas);
    return "{%s%s%s, label: %s}"
        .formatted(
            format,
            listed ? ", fields: " + fields(label) : "",
            commas ? ", decimal: \",\"" : "",
            label == null ? "..." : ColumnName.written(names, label(label)));
  }

  private List<String> fields(@Nullable String label) {
    int labelled = label == null ? -1 : label(label);
    return IntStream.range(0, columns.size())
        .filter(j -> j != labelled)
        .mapToObj(j -> ColumnName.yaml(names.get(j)))
        .toList();
  }

  /** The section {@code preprocessing} of a configuration. */
  public String preprocessing(@Nullable String label) {
    return preprocessing(label, InferredColumn::proposal);
  }

  /** The same for a stream, where nothing is fitted to training rows. */
  public String ofStream(String label) {
    return preprocessing(label, InferredColumn::ofStream);
  }

  private String preprocessing(@Nullable String label, Function<InferredColumn, String> proposal) {
    int labelled = label == null ? -1 : label(label);
    StringBuilder text = new StringBuilder("preprocessing:\n");
    Set<String> missing = new TreeSet<>();
    for (int j = 0; j < columns.size(); j++) {
      if (j != labelled) {
        missing.addAll(columns.get(j).missingTexts());
      }
    }
    TableOptions.MISSING.forEach(missing::remove);
    if (!missing.isEmpty()) {
      List<String> all = new ArrayList<>(TableOptions.MISSING);
      all.addAll(missing);
      text.append("  missing: [")
          .append(String.join(", ", all.stream().map(ColumnName::yaml).toList()))
          .append("]\n");
    }
    text.append("  columns:\n");
    for (int j = 0; j < columns.size(); j++) {
      if (j != labelled) {
        text.append("    ")
            .append(ColumnName.key(names, j))
            .append(": ")
            .append(proposal.apply(columns.get(j)))
            .append('\n');
      }
    }
    return text.toString();
  }

  private int label(String label) {
    return place(label, "label");
  }

  /**
   * Index of the column of a name or number.
   *
   * @param what the column is
   */
  private int place(String name, String what) {
    int found = names.indexOf(name);
    if (found != names.lastIndexOf(name)) {
      throw new BadInputException(
          file,
          "found the %s column %s twice, as columns %s and %s, allowed a name of one column, or a number"
              .formatted(what, name, found + 1, names.lastIndexOf(name) + 1));
    }
    if (found < 0) {
      found = ColumnName.place(name, columns.size());
    }
    if (found < 0) {
      throw new BadInputException(
          file,
          "found no %s column %s, allowed column numbers 1 to %s%s"
              .formatted(
                  what,
                  name,
                  columns.size(),
                  header ? " or one of " + String.join(", ", names) : ""));
    }
    return found;
  }
}
