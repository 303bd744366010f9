package org.filbert.connectors.text;

import java.io.IOException;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.BadRecordException;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.RowRange;
import org.filbert.connectors.file.FilePart;
import org.filbert.connectors.file.InputFile;
import org.filbert.connectors.file.ReadOptions;
import org.filbert.connectors.file.RecordReader;
import org.filbert.data.Instance;
import org.jspecify.annotations.Nullable;

/**
 * The records whose lines start in a range of a text file. Their positions do not depend on the
 * range, so any partition of a file gives the same records.
 */
final class TextRecords implements RecordReader {
  private final ReadOptions options;
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
   * Reads the records whose first byte is in a part of a file; a range of rows is of the whole
   * file.
   */
  TextRecords(ReadOptions options, FilePart part, TextLayout layout) throws IOException {
    this.options = options;
    this.file = part.file();
    this.end = part.end();
    this.parser = layout.parser();
    this.breaks = layout.breaks();
    RowRange rows = options.rows();
    this.firstRow = rows == null ? 1 : rows.first();
    this.lastRow = rows == null ? Long.MAX_VALUE : rows.last();
    this.lines = LineReader.startingAt(file, Math.max(part.from(), layout.dataOffset()));
    this.firstOffset = lines.nextOffset();
  }

  @Override
  public int features() {
    return parser.features();
  }

  @Override
  public @Nullable Instance next() throws IOException {
    while (rowsRead < lastRow && lines.nextOffset() < end) {
      if (!lines.next()) {
        if (options.rows() != null) {
          throw new BadInputException(
              file.name(),
              "found " + rowsRead + " rows, allowed rows that exist, not rows: " + options.rows());
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
      if (options.onBadRecord() == OnBadRecord.FAIL) {
        String remedy = e.remedy(options.leavingOut());
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
    return new Instance.Bad(options.role(), position(), place, reason, lines.line().excerpt());
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
