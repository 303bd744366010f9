package org.filbert.connectors.npy;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.BadRecordException;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.RowRange;
import org.filbert.connectors.file.FilePart;
import org.filbert.connectors.file.FormatType;
import org.filbert.connectors.file.InputFile;
import org.filbert.connectors.file.ReadOptions;
import org.filbert.connectors.file.RecordReader;
import org.filbert.connectors.text.CsvColumns;
import org.filbert.connectors.text.CsvLayout;
import org.filbert.connectors.text.Labels;
import org.filbert.connectors.text.MalformedException;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Target;
import org.filbert.table.CellColumns;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a matrix that start in a range of a file. The position of a row is its number, so any
 * partition of a file gives the same records.
 */
final class NpyRecords implements RecordReader {
  private static final int LONGEST_TEXT = 1000;
  private static final int BUFFER = 1 << 18;

  private final ReadOptions options;
  private final InputFile file;
  private final Header header;
  private final CsvLayout layout;
  private final Labels labels;
  private final @Nullable CellColumns columns;
  private final int targets;
  private final InputStream in;
  private final byte[] bytes;
  private final ByteBuffer view;
  private final long lastRow;
  private long row;

  /** The registered format {@code npy}. */
  public static final class Type extends FormatType<Npy> {
    public Type() {
      super("npy", Npy.class);
    }

    @Override
    public RecordReader open(Npy format, ReadOptions options, FilePart part) throws IOException {
      return new NpyRecords(format, options, part);
    }

    @Override
    public boolean splittable(Npy format, InputFile file) {
      return true;
    }
  }

  private NpyRecords(Npy format, ReadOptions options, FilePart part) throws IOException {
    this.options = options;
    this.file = part.file();
    this.header = Header.of(file);
    this.layout =
        new CsvColumns(file.name(), format.unnamed(), Collections.nCopies(header.columns(), ""))
            .layout(options);
    this.labels = new Labels(options.task(), options.labelRequired(), options.columns());
    this.columns = options.columns();
    this.targets = options.labelRequired() ? format.targets().size() : 0;
    RowRange rows = options.rows();
    if (rows != null && rows.last() > header.rows()) {
      throw new BadInputException(
          file.name(),
          "found " + header.rows() + " rows, allowed rows that exist, not rows: " + rows);
    }
    this.row = rows == null ? header.rowFrom(part.from()) : rows.first() - 1;
    this.lastRow = rows == null ? header.rowFrom(part.end()) : rows.last();
    this.bytes = new byte[header.rowBytes()];
    this.view = ByteBuffer.wrap(bytes).order(header.element().order());
    this.in = new BufferedInputStream(file.open(header.offset(row)), BUFFER);
  }

  @Override
  public int features() {
    return layout.features();
  }

  @Override
  public @Nullable Instance next() throws IOException {
    if (row >= lastRow) {
      return null;
    }
    if (in.readNBytes(bytes, 0, bytes.length) < bytes.length) {
      throw new BadInputException(
          file.name(),
          "found %s rows, allowed %s as the header says".formatted(row, header.rows()));
    }
    row++;
    try {
      return example();
    } catch (MalformedException e) {
      Instance.Bad bad = refuse(e.reason());
      if (options.onBadRecord() == OnBadRecord.FAIL) {
        throw new BadRecordException(
            bad.place(), bad.reason() + "; " + options.leavingOut() + " leaves such rows out");
      }
      return bad;
    }
  }

  private Instance.Example example() throws MalformedException {
    double[] values = new double[columns == null ? layout.features() : 0];
    @Nullable String[] texts = new @Nullable String[columns == null ? 0 : layout.features()];
    double[] numbers = new double[targets];
    Target target = null;
    int[] slots = layout.slots();
    for (int column = 0; column < slots.length; column++) {
      int slot = slots[column];
      if (slot >= 0 && columns != null) {
        texts[slot] = cell(columns, column, slot);
      } else if (slot >= 0) {
        values[slot] = number(column);
      } else if (slot == CsvLayout.LABEL) {
        target = target(column);
      } else if (slot <= CsvLayout.TARGETS && targets > 0) {
        numbers[CsvLayout.TARGETS - slot] = number(column);
      }
    }
    Features features =
        columns == null ? new Features.Dense(values) : Features.Cells.of(Arrays.asList(texts));
    return new Instance.Example(
        options.role(),
        file.position(row - 1),
        features,
        targets > 0 ? new Target.Values(numbers) : target);
  }

  private double number(int column) throws MalformedException {
    double number = header.element().number(view, column);
    if (!Double.isFinite(number)) {
      throw new MalformedException(
          "found %s in %s, allowed a finite number".formatted(number, layout.describe(column)));
    }
    return number;
  }

  /** A cell that its column allows; null if it is missing, as NaN is. */
  private @Nullable String cell(CellColumns cells, int column, int slot) throws MalformedException {
    String text = header.element().text(view, column);
    String cell = text == null ? null : cells.value(text);
    if (!cells.allows(slot, cell)) {
      throw new MalformedException(cells.problem(slot, cell, layout.describe(column)));
    }
    return cell;
  }

  private @Nullable Target target(int column) throws MalformedException {
    String text = header.element().text(view, column);
    if (text == null) {
      return labels.missing();
    }
    byte[] label = text.getBytes(StandardCharsets.UTF_8);
    return labels.target(label, 0, label.length);
  }

  /** The last row; its text are its first numbers. */
  @Override
  public Instance.Bad refuse(String reason) {
    List<String> numbers = new ArrayList<>();
    for (int column = 0, length = 0; column < header.columns() && length < LONGEST_TEXT; column++) {
      numbers.add(String.valueOf(header.element().text(view, column)));
      length += numbers.get(column).length() + 1;
    }
    String place = file.name() + ": record " + row;
    return new Instance.Bad(
        options.role(), file.position(row - 1), place, reason, String.join(",", numbers));
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
