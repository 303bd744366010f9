package org.filbert.connectors.text;

import java.io.IOException;
import org.filbert.connectors.DataFormat;
import org.filbert.connectors.file.InputFile;

/**
 * Joins the lines of a CSV record whose quoted cells have line breaks (RFC 4180). A quote that is
 * never closed, or not followed by a delimiter where it is, is a mistake on its own line, and takes
 * no other with it.
 */
final class QuotedBreaks {
  private static final int MOST_LINES = 10_000;

  /** Where a walk over the cells of a record is. */
  private enum At {
    CELL_START,
    PLAIN,
    QUOTED,
    AFTER_QUOTE,
    MISTAKE
  }

  private final byte delimiter;

  QuotedBreaks(String delimiter) {
    this.delimiter = (byte) delimiter.charAt(0);
  }

  /** Whether any record of a file has more than one line, found out by reading all of it. */
  static boolean in(InputFile file, DataFormat.Csv format) throws IOException {
    QuotedBreaks breaks = new QuotedBreaks(format.delimiter());
    try (LineReader lines = LineReader.startingAt(file, 0)) {
      while (lines.next()) {
        if (breaks.join(lines) > 0) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Extends the current line to the end of its record.
   *
   * @return the number of lines that it has been extended by
   */
  int join(LineReader lines) throws IOException {
    if (!hasQuote(lines.line())) {
      return 0;
    }
    int joined = 0;
    int walked = 0;
    At at = At.CELL_START;
    while (true) {
      Line line = lines.line();
      at = walk(line, line.from + walked, at);
      if (at != At.QUOTED) {
        break;
      }
      walked = line.to - line.from;
      if (joined == MOST_LINES || !lines.extend()) {
        at = At.MISTAKE;
        break;
      }
      joined++;
    }
    if (joined > 0 && at == At.MISTAKE) {
      lines.shrink();
      return 0;
    }
    return joined;
  }

  private static boolean hasQuote(Line line) {
    for (int i = line.from; i < line.to; i++) {
      if (line.bytes[i] == '"') {
        return true;
      }
    }
    return false;
  }

  private At walk(Line line, int from, At start) {
    At at = start;
    for (int i = from; i < line.to && at != At.MISTAKE; i++) {
      byte b = line.bytes[i];
      if (at == At.QUOTED) {
        if (b == '"' && i + 1 < line.to && line.bytes[i + 1] == '"') {
          i++;
        } else if (b == '"') {
          at = At.AFTER_QUOTE;
        }
      } else if (b == delimiter) {
        at = At.CELL_START;
      } else if (at == At.CELL_START && b == '"') {
        at = At.QUOTED;
      } else if (b != ' ' && b != '\t' && b != '\r') {
        at = at == At.AFTER_QUOTE ? At.MISTAKE : At.PLAIN;
      }
    }
    return at;
  }
}
