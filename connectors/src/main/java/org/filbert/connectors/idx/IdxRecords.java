package org.filbert.connectors.idx;

import java.io.IOException;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.RowRange;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.FilePart;
import org.filbert.connectors.file.FormatType;
import org.filbert.connectors.file.InputFile;
import org.filbert.connectors.file.ReadOptions;
import org.filbert.connectors.file.RecordReader;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Target;
import org.jspecify.annotations.Nullable;

/** Reads the records of an idx file, and their labels from a second file if there is one. */
final class IdxRecords implements RecordReader {
  private final ReadOptions options;
  private final InputFile file;
  private final IdxFile values;
  private final @Nullable IdxFile labels;
  private final @Nullable Target[] targets = new @Nullable Target[256];
  private final long lastRow;
  private long row;

  /** The registered format {@code idx}. */
  public static final class Type extends FormatType<Idx> {
    public Type() {
      super("idx", Idx.class);
    }

    @Override
    public RecordReader open(Idx format, ReadOptions options, FilePart part) throws IOException {
      return new IdxRecords(options, part);
    }
  }

  /** Reads the headers and skips to the first record of the range. */
  private IdxRecords(ReadOptions options, FilePart part) throws IOException {
    this.options = options;
    this.file = part.file();
    this.values = new IdxFile(file);
    IdxFile opened = null;
    try {
      if (part.labels() != null) {
        opened = new IdxFile(part.labels());
        requireMatching(opened);
      }
      this.labels = opened;
      RowRange rows = options.rows();
      this.lastRow = rows == null ? values.records() : rows.last();
      if (lastRow > values.records()) {
        throw new BadInputException(
            file.name(),
            "found " + values.records() + " rows, allowed rows that exist, not rows: " + rows);
      }
      this.row = rows == null ? 0 : rows.first() - 1;
      values.skip(row);
      if (opened != null) {
        opened.skip(row);
      }
    } catch (IOException | RuntimeException e) {
      values.close();
      if (opened != null) {
        opened.close();
      }
      throw e;
    }
  }

  @Override
  public int features() {
    return values.width();
  }

  @Override
  public @Nullable Instance next() throws IOException {
    if (row == lastRow) {
      return null;
    }
    byte[] record = values.next();
    double[] features = new double[record.length];
    for (int i = 0; i < features.length; i++) {
      features[i] = Byte.toUnsignedInt(record[i]);
    }
    return new Instance.Example(
        options.role(), file.position(row++), new Features.Dense(features), target());
  }

  /** An idx record has no text. */
  @Override
  public Instance.Bad refuse(String reason) {
    String place = file.name() + ": record " + row;
    return new Instance.Bad(options.role(), file.position(row - 1), place, reason, "");
  }

  private @Nullable Target target() throws IOException {
    if (labels == null) {
      return null;
    }
    int value = Byte.toUnsignedInt(labels.next()[0]);
    Target known = targets[value];
    if (known == null) {
      known =
          options.task() == TaskKind.CLASSIFICATION
              ? new Target.ClassName(Integer.toString(value))
              : new Target.Values(new double[] {value});
      targets[value] = known;
    }
    return known;
  }

  private void requireMatching(IdxFile opened) {
    if (opened.records() != values.records() || opened.width() != 1) {
      throw new BadInputException(
          opened.name(),
          "found %s labels of %s bytes, allowed %s labels of one byte, as %s has records"
              .formatted(opened.records(), opened.width(), values.records(), file.name()));
    }
  }

  @Override
  public void close() throws IOException {
    values.close();
    if (labels != null) {
      labels.close();
    }
  }
}
