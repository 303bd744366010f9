package org.filbert.connectors.text;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.file.InputFile;
import org.filbert.connectors.file.ReadOptions;
import org.filbert.data.Role;
import org.filbert.table.CellColumns;
import org.filbert.table.Decimal;
import org.jspecify.annotations.Nullable;

/** The registered format {@code csv}. */
public final class CsvType extends TextType<Csv> {
  private static final int MOST_COLUMNS = 1 << 24;

  public CsvType() {
    super("csv", Csv.class);
  }

  @Override
  Decimal decimal(Csv format) {
    return format.notation();
  }

  @Override
  TextLayout layout(Csv format, ReadOptions options, Labels labels, TextStart start)
      throws IOException {
    CsvLayout layout = columns(format, options, start);
    long dataOffset = 0;
    if (format.header()) {
      dataOffset = start.lines().nextOffset();
      start.requireLine(Line::isBlank, " after the header");
    }
    IntFunction<String> foundText =
        column -> new FoundText(format, layout).in(start.file(), column);
    return new TextLayout(
        dataOffset,
        new CsvParser(options.role(), labels, format, layout, options.columns(), foundText),
        new QuotedBreaks(format.delimiter()));
  }

  /** With the names of the feature columns in a header, if it has names that tell them. */
  @Override
  public Csv named(Csv format, ReadOptions options, InputFile file) throws IOException {
    if (!format.takesNames() || options.columns() != null) {
      return format;
    }
    try (TextStart start = TextStart.of(file)) {
      return format.withFeatures(columns(format, options, start).featureNames());
    }
  }

  private static CsvLayout columns(Csv format, ReadOptions options, TextStart start)
      throws IOException {
    start.requireLine(Line::isBlank, "");
    LineReader lines = start.lines();
    String file = start.file().name();
    try {
      new QuotedBreaks(format.delimiter()).join(lines);
      lines.line().requireUtf8();
      return new CsvColumns(file, format, new CsvCells(format.delimiter()).all(lines.line()))
          .layout(options);
    } catch (MalformedException e) {
      throw new BadInputException(file, e.reason(), e);
    }
  }

  @Override
  public boolean splittable(Csv format, InputFile file) throws IOException {
    return !QuotedBreaks.in(file, format.delimiter());
  }

  @Override
  LineParser parser(
      Csv format, Labels labels, @Nullable Integer features, @Nullable CellColumns columns) {
    if (format.header()) {
      throw new IllegalArgumentException(
          "header: found true, allowed false, as records have no header: give their format, such as"
              + " {type: csv, label: '1'} with columns by number");
    }
    long last = columns == null ? lastColumn(format, features) : lastColumn(format, columns);
    if (last > MOST_COLUMNS) {
      throw new IllegalArgumentException(
          "features: found %s columns, allowed up to %s".formatted(last, MOST_COLUMNS));
    }
    CsvColumns unnamed = new CsvColumns("records", format, Collections.nCopies((int) last, ""));
    CsvLayout layout =
        columns == null
            ? unnamed.ofNumbers(format.label() != null)
            : unnamed.ofCells(columns, format.label() != null, true);
    return new CsvParser(Role.TRAIN, labels, format, layout, columns, column -> "");
  }

  /** The last column is one that is named. */
  private static long lastColumn(Csv csv, CellColumns columns) {
    Stream<String> named =
        Stream.of(columns.names(), columns.ignored(), csv.ignore()).flatMap(List::stream);
    return Stream.concat(named, Stream.ofNullable(csv.label()))
        .mapToLong(
            name -> {
              long place = ColumnName.place(name, Integer.MAX_VALUE);
              if (place < 0) {
                throw new IllegalArgumentException(
                    "preprocessing.columns: found %s, allowed numbers of columns, as CSV records have no header"
                        .formatted(ColumnName.unmarked(name)));
              }
              return place + 1;
            })
        .max()
        .orElse(0);
  }

  /** The last column is one that is named, or that of the last feature. */
  private static long lastColumn(Csv csv, @Nullable Integer features) {
    int label = csv.label() == null ? 0 : Integer.parseInt(csv.label());
    if (!csv.features().isEmpty()) {
      return Math.max(
          label, csv.features().stream().mapToInt(Integer::parseInt).max().orElseThrow());
    }
    if (features == null) {
      throw new IllegalArgumentException("features: found none, allowed the number of features");
    }
    int more = csv.categories().values().stream().mapToInt(values -> values.size() - 1).sum();
    return Math.max(1L, features - more) + csv.ignore().size() + (label > 0 ? 1L : 0L);
  }
}
