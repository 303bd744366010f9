package org.filbert.connectors.text;

import org.filbert.data.Instance;

/** Parses a line into an example. */
interface LineParser {
  /** Whether a line is blank or a comment instead of a record. */
  default boolean passesOver(Line line) {
    return line.isBlank();
  }

  /**
   * Parses a UTF-8 line that is a record.
   *
   * @throws MalformedException if the line does not have the format
   */
  Instance.Example parse(Line line, long position) throws MalformedException;

  /** The number of features of each record; 0 if it varies. */
  int features();
}
