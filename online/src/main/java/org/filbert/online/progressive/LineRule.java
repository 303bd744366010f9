package org.filbert.online.progressive;

/**
 * When a line of the progressive table is due.
 *
 * @param first rows before the first line
 * @param doubling whether the number of rows doubles from line to line; else it grows by {@code
 *     first}
 */
public record LineRule(long first, boolean doubling) {
  public LineRule {
    if (first < 1) {
      throw new IllegalArgumentException(
          "a line is asked for after " + first + " rows, must be 1 or more");
    }
  }

  /** Rows at which the line after the given number of rows is due. */
  long next(long rows) {
    if (!doubling) {
      return (rows / first + 1) * first;
    }
    long next = first;
    while (next <= rows) {
      next *= 2;
    }
    return next;
  }
}
