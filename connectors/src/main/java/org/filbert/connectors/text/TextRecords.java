package org.filbert.connectors.text;

import java.io.IOException;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.BadRecordException;
import org.filbert.connectors.DataFormat;
import org.filbert.connectors.DataSet;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.RowRange;
import org.filbert.connectors.file.InputFile;
import org.filbert.connectors.file.RecordReader;
import org.filbert.data.Instance;
import org.jspecify.annotations.Nullable;

/**
 * The records whose lines start in a range of a text file. Their positions do not depend on the
 * range, so any partition of a file gives the same records.
 */
public final class TextRecords implements RecordReader {
  private final DataSet dataSet;
  private final InputFile file;
  private final LineParser parser;
  private final LineReader lines;
  private final @Nullable QuotedBreaks breaks;
  private final long firstOffset;
  private final long end;
  private final long firstRow;
  private final long lastRow;

  /** Lines and records met so far, from {@code firstOffset} on. */
  private long linesRead;

  private long rowsRead;

  /** Lines of the current record after its first. */
  private int joined;

  private long linesBefore = -1;

  /**
   * Reads the lines that start at {@code from} or after, and before {@code end}; a data set with a
   * row range must be read from 0.
   */
  public TextRecords(DataSet dataSet, InputFile file, long from, long end) throws IOException {
    this.dataSet = dataSet;
    this.file = file;
    this.end = end;
    TextLayout layout = TextLayout.of(dataSet, file);
    this.parser = layout.parser();
    this.breaks =
        dataSet.format() instanceof DataFormat.Csv csv ? new QuotedBreaks(csv.delimiter()) : null;
    RowRange rows = dataSet.rows();
    this.firstRow = rows == null ? 1 : rows.first();
    this.lastRow = rows == null ? Long.MAX_VALUE : rows.last();
    this.lines = LineReader.startingAt(file, Math.max(from, layout.dataOffset()));
    this.firstOffset = lines.nextOffset();
  }

  /**
   * Looks at the beginning of the file.
   *
   * @return the number of features of every record; 0 if it is not fixed
   * @throws BadInputException if the file is not of the configured form or has no records
   */
  public static int check(DataSet dataSet, InputFile file) throws IOException {
    return TextLayout.of(dataSet, file).parser().features();
  }

  /** The format by which other files are read as this one: with the names of its header. */
  public static DataFormat named(DataSet dataSet, InputFile file) throws IOException {
    return dataSet.format() instanceof DataFormat.Csv csv && csv.takesNames()
        ? csv.withFeatures(TextLayout.featureNames(dataSet, csv, file))
        : dataSet.format();
  }

  /** Whether parts of a file can be read on their own: no record has more than one line. */
  public static boolean ofOneLineEach(DataSet dataSet, InputFile file) throws IOException {
    return !(dataSet.format() instanceof DataFormat.Csv csv) || !QuotedBreaks.in(file, csv);
  }

  @Override
  public @Nullable Instance next() throws IOException {
    while (rowsRead < lastRow && lines.nextOffset() < end) {
      if (!lines.next()) {
        if (dataSet.rows() != null) {
          throw new BadInputException(
              file.name(),
              "found " + rowsRead + " rows, allowed rows that exist, not rows: " + dataSet.rows());
        }
        return null;
      }
      linesRead += 1 + joined;
      joined = breaks == null ? 0 : breaks.join(lines);
      if (!parser.passesOver(lines.line()) && ++rowsRead >= firstRow) {
        return record();
      }
    }
    return null;
  }

  private Instance record() throws IOException {
    Line line = lines.line();
    try {
      line.requireUtf8();
      return parser.parse(line, position());
    } catch (MalformedException e) {
      Instance.Bad bad = refuse(e.reason());
      if (dataSet.onBadRecord() == OnBadRecord.FAIL) {
        String remedy = e.remedy();
        throw new BadRecordException(
            bad.place(), bad.reason() + (remedy.isEmpty() ? "" : "; ") + remedy);
      }
      return bad;
    }
  }

  private long position() {
    return file.position(lines.offset());
  }

  @Override
  public Instance.Bad refuse(String reason) throws IOException {
    String place = file.name() + ":" + lineNumber();
    return new Instance.Bad(dataSet.role(), position(), place, reason, lines.line().excerpt());
  }

  /** Counts the lines before those read here when a number is needed for the first time. */
  private long lineNumber() throws IOException {
    if (linesBefore < 0) {
      linesBefore = file.linesBefore(firstOffset);
    }
    return linesBefore + linesRead;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
