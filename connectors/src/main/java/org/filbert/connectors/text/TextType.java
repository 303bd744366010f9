package org.filbert.connectors.text;

import java.io.IOException;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.file.FilePart;
import org.filbert.connectors.file.FormatType;
import org.filbert.connectors.file.InputFile;
import org.filbert.connectors.file.ReadOptions;
import org.filbert.connectors.file.RecordReader;
import org.filbert.table.CellColumns;
import org.filbert.table.Decimal;
import org.jspecify.annotations.Nullable;

/** A registered format of lines of text. */
abstract class TextType<F extends DataFormat> extends FormatType<F> {
  TextType(String name, Class<F> format) {
    super(name, format);
  }

  /** Reads the beginning of a file. */
  abstract TextLayout layout(F format, ReadOptions options, Labels labels, TextStart start)
      throws IOException;

  /**
   * The parser of training records that come one by one.
   *
   * @param features number of features of every record; null if that is not known
   * @param columns whose cells are taken as they stand; null for numbers
   * @throws IllegalArgumentException if such records cannot have the format or the number
   */
  abstract LineParser parser(
      F format, Labels labels, @Nullable Integer features, @Nullable CellColumns columns);

  /** Whether a record that comes alone is a single line. */
  boolean oneLine() {
    return true;
  }

  /** How numbers are written. */
  Decimal decimal(F format) {
    return Decimal.POINT;
  }

  @Override
  public final RecordReader open(F format, ReadOptions options, FilePart part) throws IOException {
    Labels labels =
        new Labels(options.task(), options.labelRequired(), options.columns(), decimal(format));
    try (TextStart start = TextStart.of(part.file())) {
      return new TextRecords(options, part, layout(format, options, labels, start));
    }
  }

  @Override
  public boolean splittable(F format, InputFile file) throws IOException {
    return true;
  }

  @Override
  public final String place(InputFile file, long offset) throws IOException {
    return file.name() + ":" + (file.linesBefore(offset) + 1);
  }
}
