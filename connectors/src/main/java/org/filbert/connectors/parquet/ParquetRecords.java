package org.filbert.connectors.parquet;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.flink.core.fs.FSDataInputStream;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.BadRecordException;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.RowRange;
import org.filbert.connectors.file.FilePart;
import org.filbert.connectors.file.InputFile;
import org.filbert.connectors.file.ReadOptions;
import org.filbert.connectors.file.RecordReader;
import org.filbert.connectors.text.CsvLayout;
import org.filbert.connectors.text.Labels;
import org.filbert.connectors.text.MalformedException;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Target;
import org.filbert.table.CellColumns;
import org.filbert.table.CellText;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the row groups that start in a range of a file. The position of a row is its number,
 * so any partition of a file gives the same records.
 */
final class ParquetRecords implements RecordReader {
  private static final String MIXED =
      " leaves such rows out, preprocessing.columns takes mixed columns, as filbert data infer"
          + " proposes them";

  private final ReadOptions options;
  private final InputFile file;
  private final CsvLayout layout;
  private final List<Used> used = new ArrayList<>();
  private final Labels labels;
  private final @Nullable CellColumns columns;
  private final int targets;
  private final List<Footer.Group> groups;
  private final long lastRow;
  private final FSDataInputStream in;

  private int nextGroup;
  private long groupEnd;

  /** Number of the next row. */
  private long row;

  /** A column with a use. */
  private static final class Used {
    final Field field;
    final String described;
    final Cell cell;
    final int slot;
    @Nullable Values values;

    Used(Field field, String described, Cell cell, int slot) {
      this.field = field;
      this.described = described;
      this.cell = cell;
      this.slot = slot;
    }

    Values values() {
      return Objects.requireNonNull(values);
    }
  }

  ParquetRecords(ReadOptions options, FilePart part, Table table) throws IOException {
    this.options = options;
    this.file = part.file();
    this.layout = table.layout();
    for (int column = 0; column < layout.slots().length; column++) {
      Field field = table.footer().fields().get(column);
      Cell cell = Cell.of(field.element());
      if (Table.isUsed(layout.slots()[column]) && cell != null) {
        used.add(new Used(field, layout.describe(column), cell, layout.slots()[column]));
      }
    }
    this.labels = new Labels(options.task(), options.labelRequired(), options.columns());
    this.columns = options.columns();
    this.targets = options.labelRequired() ? table.format().targets().size() : 0;
    RowRange rows = options.rows();
    this.lastRow = rows == null ? Long.MAX_VALUE : rows.last();
    if (rows != null && lastRow > table.footer().rows()) {
      throw new BadInputException(
          file.name(),
          "found " + table.footer().rows() + " rows, allowed rows that exist, not rows: " + rows);
    }
    long first = rows == null ? 0 : rows.first() - 1;
    this.groups =
        table.footer().groups().stream()
            .filter(group -> group.start() >= part.from() && group.start() < part.end())
            .filter(group -> group.firstRow() + group.rows() > first)
            .toList();
    this.in = file.stored();
    try {
      while (row < first && advance()) {
        row++;
      }
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  @Override
  public int features() {
    return layout.features();
  }

  @Override
  public @Nullable Instance next() throws IOException {
    if (!advance()) {
      return null;
    }
    row++;
    try {
      return example();
    } catch (MalformedException e) {
      Instance.Bad bad = refuse(e.reason());
      if (options.onBadRecord() == OnBadRecord.FAIL) {
        throw new BadRecordException(
            bad.place(),
            bad.reason() + (columns == null ? "; " + options.leavingOut() + MIXED : ""));
      }
      return bad;
    }
  }

  /** Goes to the values of the next row. */
  private boolean advance() throws IOException {
    while (row >= groupEnd) {
      if (nextGroup == groups.size()) {
        return false;
      }
      start(groups.get(nextGroup++));
    }
    if (row >= lastRow) {
      return false;
    }
    for (Used each : used) {
      each.values().next();
    }
    return true;
  }

  private void start(Footer.Group group) {
    row = group.firstRow();
    groupEnd = row + group.rows();
    for (Used each : used) {
      Chunk chunk = Chunk.of(file, each.field, each.described, group);
      each.values = new Values(file.name(), chunk, in);
    }
  }

  private Instance.Example example() throws MalformedException {
    double[] values = new double[columns == null ? layout.features() : 0];
    @Nullable String[] texts = new @Nullable String[columns == null ? 0 : layout.features()];
    double[] numbers = new double[targets];
    String document = null;
    Target target = null;
    for (Used each : used) {
      int slot = each.slot;
      if (slot >= 0 && columns != null) {
        texts[slot] = cell(columns, each);
      } else if (slot >= 0) {
        values[slot] = number(each);
      } else if (slot == CsvLayout.LABEL) {
        target = target(each);
      } else if (slot == CsvLayout.TEXT) {
        document = text(each);
        if (document == null) {
          throw new MalformedException("found no value in " + each.described + ", allowed text");
        }
      } else if (targets > 0) {
        numbers[CsvLayout.TARGETS - slot] = number(each);
      }
    }
    Features features =
        columns != null
            ? Features.Cells.of(Arrays.asList(texts))
            : document != null ? new Features.Text(document) : new Features.Dense(values);
    return new Instance.Example(
        options.role(),
        file.position(row - 1),
        features,
        targets > 0 ? new Target.Values(numbers) : target);
  }

  private @Nullable Target target(Used column) throws MalformedException {
    String text = text(column);
    if (text == null) {
      return labels.missing();
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return labels.target(bytes, 0, bytes.length);
  }

  /** A cell that its column allows; null if it is missing. */
  private static @Nullable String cell(CellColumns columns, Used column) throws MalformedException {
    String text = text(column);
    String plain =
        text != null && column.cell instanceof Cell.Truth
            ? CellText.truth(text.equals("true"), columns.columns().get(column.slot).kind())
            : text;
    String value = plain == null ? null : columns.value(plain);
    String cell =
        value != null && column.cell instanceof Cell.Utf8
            ? columns.columns().get(column.slot).plain(value)
            : value;
    if ((value != null && cell == null) || !columns.allows(column.slot, cell)) {
      throw new MalformedException(columns.problem(column.slot, value, column.described));
    }
    return cell;
  }

  private static double number(Used column) throws MalformedException {
    try {
      double number = column.values().present() ? column.cell.number(column.values()) : Double.NaN;
      if (!Double.isNaN(number)) {
        return number;
      }
    } catch (CharacterCodingException
        | DateTimeException
        | ArithmeticException
        | NumberFormatException e) {
      // the text of it says what is wrong
    }
    String text = text(column);
    throw new MalformedException(
        "found %s in %s, allowed a finite number"
            .formatted(
                text == null ? "no value" : MalformedException.quote(text), column.described));
  }

  /** The value as text; null if it is missing. */
  private static @Nullable String text(Used column) throws MalformedException {
    try {
      return column.values().present() ? column.cell.text(column.values()) : null;
    } catch (CharacterCodingException e) {
      throw new MalformedException(
          "found bytes that are not UTF-8 in " + column.described + ", allowed UTF-8 text");
    } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
      throw new MalformedException(
          "found a value out of range in %s, allowed what its type can be"
              .formatted(column.described));
    }
  }

  /** The last row; its text are the values that have a use. */
  @Override
  public Instance.Bad refuse(String reason) {
    List<String> cells = new ArrayList<>();
    for (Used each : used) {
      try {
        cells.add(String.valueOf(text(each)));
      } catch (MalformedException e) {
        cells.add("?");
      }
    }
    String place = file.name() + ": record " + row;
    return new Instance.Bad(
        options.role(), file.position(row - 1), place, reason, excerpt(String.join(",", cells)));
  }

  private static String excerpt(String text) {
    return text.length() > 1000 ? text.substring(0, 1000) : text;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
