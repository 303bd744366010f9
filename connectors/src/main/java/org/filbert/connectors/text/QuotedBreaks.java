package org.filbert.connectors.text;

import java.io.IOException;
import org.filbert.connectors.file.InputFile;

/**
 * Joins the lines of CSV records with line breaks in quoted cells (RFC 4180). A quote that is never
 * closed, or is not followed by a delimiter, affects its own line only.
 */
final class QuotedBreaks {
  private static final int MOST_LINES = 10_000;

  /** State of the scan of a record's cells. */
  private enum At {
    CELL_START,
    PLAIN,
    QUOTED,
    AFTER_QUOTE,
    MISTAKE
  }

  private final byte delimiter;
  private final int mostLines;

  /** Number of the next line. */
  private long next;

  /** No line before this one closes a cell that is open at its end. */
  private long unclosed;

  /** The last line up to which a cell stays open if it was open before. */
  private long quoted;

  private long quotedEnd;
  private long quotedNext;

  QuotedBreaks(String delimiter) {
    this(delimiter, MOST_LINES);
  }

  /**
   * @param mostLines largest number of lines after the first in a record
   */
  QuotedBreaks(String delimiter, int mostLines) {
    this.delimiter = (byte) delimiter.charAt(0);
    this.mostLines = mostLines;
  }

  /** Whether any record of a file spans several lines. Reads the whole file. */
  static boolean in(InputFile file, String delimiter) throws IOException {
    QuotedBreaks breaks = new QuotedBreaks(delimiter);
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
   * Extends the current line to the end of its record. Must be called for each line, or for the
   * first line only.
   *
   * <p>The state after a line that begins in a quoted cell does not depend on where the cell began.
   * The result for lines after an unclosed quote therefore also holds for the next such quote, and
   * the time is linear in the length of the file.
   *
   * @return the number of lines that were added
   */
  int join(LineReader lines) throws IOException {
    long first = next++;
    Line line = lines.line();
    if (!hasQuote(line) || walk(line, line.from, At.CELL_START) != At.QUOTED || first < unclosed) {
      return 0;
    }
    long last = first;
    if (first < quoted) {
      lines.extendTo(quotedEnd, quotedNext);
      last = quoted;
    }
    while (last - first < mostLines) {
      int walked = line.to - line.from;
      boolean more = lines.extend();
      At at = more ? walk(line, line.from + walked, At.QUOTED) : At.MISTAKE;
      last++;
      if (at == At.MISTAKE) {
        unclosed = last;
        break;
      }
      if (at != At.QUOTED) {
        next = last + 1;
        return (int) (last - first);
      }
      quoted = last;
      quotedEnd = lines.endOffset();
      quotedNext = lines.nextOffset();
    }
    lines.shrink();
    return 0;
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
