package org.filbert.connectors.text;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Iterates over the cells of a CSV line (RFC 4180) or of a record of several lines. If the
 * delimiter is a space, any number of spaces and tabs separates cells.
 */
final class CsvCells {
  private final byte delimiter;
  private final boolean blanks;
  private byte[] line = {};
  private int next;
  private int end;

  /** The bytes that contain the current cell: the line, or a copy without doubled quotes. */
  byte[] bytes = {};

  int from;
  int to;

  CsvCells(String delimiter) {
    this.delimiter = (byte) delimiter.charAt(0);
    this.blanks = delimiter.charAt(0) == ' ';
  }

  void start(Line text) {
    line = text.bytes;
    next = text.from;
    end = text.to;
    while (blanks && end > next && separates(line[end - 1])) {
      end--;
    }
    skipMoreBlanks();
  }

  /** All cells of a line as text. */
  List<String> all(Line text) throws MalformedException {
    List<String> cells = new ArrayList<>();
    start(text);
    while (next()) {
      cells.add(text());
    }
    return cells;
  }

  /** The current cell as text. */
  String text() {
    return text(Integer.MAX_VALUE);
  }

  /** The first bytes of the current cell as text. */
  String text(int most) {
    return new String(bytes, from, Math.min(to - from, most), StandardCharsets.UTF_8);
  }

  /** Goes to the next cell and trims it. False after the last cell. */
  boolean next() throws MalformedException {
    if (next > end) {
      return false;
    }
    bytes = line;
    from = skipBlanks(next);
    if (from < end && line[from] == '"') {
      quoted();
      return true;
    }
    int at = from;
    while (at < end && !separates(line[at])) {
      at++;
    }
    next = at + 1;
    skipMoreBlanks();
    while (at > from && isBlank(line[at - 1])) {
      at--;
    }
    to = at;
    return true;
  }

  private void quoted() throws MalformedException {
    int opening = from;
    boolean doubled = false;
    int at = ++from;
    while (at < end && (line[at] != '"' || (at + 1 < end && line[at + 1] == '"'))) {
      boolean pair = line[at] == '"';
      doubled |= pair;
      at += pair ? 2 : 1;
    }
    if (at >= end) {
      throw new MalformedException(
          "found the quoted cell "
              + MalformedException.quote(line, opening, end)
              + " without an end, allowed cells with a closing quote");
    }
    to = at;
    next = skipBlanks(at + 1);
    if (next < end && !separates(line[next])) {
      throw new MalformedException(
          "found "
              + MalformedException.quote(line, opening, end)
              + ", allowed a delimiter after the closing quote (a quote in a cell is doubled)");
    }
    next++;
    skipMoreBlanks();
    if (doubled) {
      removeDoubledQuotes();
    }
  }

  private void removeDoubledQuotes() {
    byte[] single = new byte[to - from];
    int length = 0;
    for (int at = from; at < to; at++) {
      single[length++] = line[at];
      if (line[at] == '"') {
        at++;
      }
    }
    bytes = single;
    from = 0;
    to = length;
  }

  private int skipBlanks(int at) {
    int first = at;
    while (first < end && isBlank(line[first])) {
      first++;
    }
    return first;
  }

  private void skipMoreBlanks() {
    while (blanks && next < end && separates(line[next])) {
      next++;
    }
  }

  private boolean separates(byte b) {
    return b == delimiter || (blanks && b == '\t');
  }

  private boolean isBlank(byte b) {
    return (b == ' ' || b == '\t') && !separates(b);
  }
}
