package org.filbert.connectors.text;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.file.InputFile;
import org.jspecify.annotations.Nullable;

/** Reads the lines of a file from some line on, with their offsets. */
final class LineReader implements Closeable {
  private static final int LONGEST_LINE = 1 << 28;
  private static final String SEPARATOR = "sep=";

  private final InputFile file;
  private final InputStream in;
  private final Line line;

  /** Offset in the file of the buffer's first byte. */
  private long bufferOffset;

  private int next;
  private int limit;

  /** Length of the current line before any extension. */
  private int ownLength;

  private int ownNext;

  private @Nullable String separator;

  private LineReader(InputFile file, InputStream in, long offset) {
    this.file = file;
    this.line = new Line(new byte[file.bufferBytes()], 0, 0);
    this.in = in;
    this.bufferOffset = offset;
  }

  /**
   * Starts at the first line that begins at or after {@code offset}. A byte order mark, and a first
   * line such as {@code sep=;} that spreadsheets read, are passed over.
   */
  static LineReader startingAt(InputFile file, long offset) throws IOException {
    long opened = Math.max(0, offset - 1);
    LineReader reader = new LineReader(file, file.open(opened), opened);
    try {
      if (offset == 0) {
        reader.skipByteOrderMark();
        reader.skipSeparator();
      } else {
        reader.next();
      }
      return reader;
    } catch (IOException | RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  /** Whether the file begins with these bytes. Must be called before the first line is read. */
  boolean beginsWith(int... first) {
    int at = 0;
    while (at < first.length && at < limit && (line.bytes[at] & 0xFF) == first[at]) {
      at++;
    }
    return at == first.length;
  }

  /** Goes to the next line. False at the end of the file. */
  boolean next() throws IOException {
    line.from = next;
    if (!end()) {
      return false;
    }
    ownLength = line.to - line.from;
    ownNext = next - line.from;
    return true;
  }

  /** Adds the line break and the next line to the current line. False at the end of the file. */
  boolean extend() throws IOException {
    return end();
  }

  /** Restores an extension that was undone by {@link #shrink}. */
  void extendTo(long end, long following) {
    line.to = (int) (end - bufferOffset);
    next = (int) (following - bufferOffset);
  }

  /** Undoes all extensions of the current line. */
  void shrink() {
    line.to = line.from + ownLength;
    next = line.from + ownNext;
  }

  /** Ends the current line at the first line break at or after {@code next}. */
  private boolean end() throws IOException {
    int searched = next;
    while (true) {
      int end = indexOfLineBreak(searched);
      if (end >= 0) {
        set(end);
        next = end + 1;
        return true;
      }
      searched = limit - line.from;
      if (!fill()) {
        boolean any = next < limit;
        if (any) {
          set(limit);
          next = limit;
        }
        return any;
      }
      searched += line.from;
    }
  }

  /** The current line. */
  Line line() {
    return line;
  }

  /** Offset of the current line in the uncompressed file. */
  long offset() {
    return bufferOffset + line.from;
  }

  /** End of the current line, without its line break. */
  long endOffset() {
    return bufferOffset + line.to;
  }

  /** Offset of the following line. */
  long nextOffset() {
    return bufferOffset + next;
  }

  private void set(int end) {
    line.to = end > line.from && line.bytes[end - 1] == '\r' ? end - 1 : end;
  }

  private int indexOfLineBreak(int from) {
    byte[] bytes = line.bytes;
    for (int at = from; at < limit; at++) {
      if (bytes[at] == '\n') {
        return at;
      }
    }
    return -1;
  }

  /** Moves the current line to the front of the buffer and reads more bytes behind it. */
  private boolean fill() throws IOException {
    int kept = limit - line.from;
    if (kept == line.bytes.length) {
      if (kept >= LONGEST_LINE) {
        throw new BadInputException(
            file.name(),
            "found a line of more than " + LONGEST_LINE + " bytes, allowed shorter lines of text");
      }
      line.bytes = Arrays.copyOf(line.bytes, 2 * kept);
    } else {
      System.arraycopy(line.bytes, line.from, line.bytes, 0, kept);
    }
    bufferOffset += line.from;
    next -= line.from;
    line.to -= line.from;
    line.from = 0;
    int read = in.read(line.bytes, kept, line.bytes.length - kept);
    limit = kept + Math.max(0, read);
    return read > 0;
  }

  private void skipByteOrderMark() throws IOException {
    while (limit < 3 && fill()) {}
    byte[] bytes = line.bytes;
    if (limit >= 3
        && bytes[0] == (byte) 0xEF
        && bytes[1] == (byte) 0xBB
        && bytes[2] == (byte) 0xBF) {
      next = 3;
    }
  }

  private void skipSeparator() throws IOException {
    int length = SEPARATOR.length() + 3; // the separator, and a line break of one or two bytes
    while (limit - next < length && fill()) {}
    int at = next;
    for (int i = 0; i < SEPARATOR.length(); i++) {
      if (at == limit || Character.toLowerCase((char) line.bytes[at++]) != SEPARATOR.charAt(i)) {
        return;
      }
    }
    int end = at + 1;
    if (end < limit && line.bytes[end] == '\r') {
      end++;
    }
    if (end < limit && line.bytes[end] == '\n') {
      separator = String.valueOf((char) line.bytes[at]);
      next = end + 1;
    }
  }

  /** The delimiter that the first line of the file names; null if it does not. */
  @Nullable String separator() {
    return separator;
  }

  /** Whether the lines at the beginning of the file end with a carriage return alone. */
  boolean hasBareReturns() {
    int returns = 0;
    for (int at = next; at < limit; at++) {
      if (line.bytes[at] == '\n') {
        return false;
      }
      returns += line.bytes[at] == '\r' ? 1 : 0;
    }
    return returns > 1;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
