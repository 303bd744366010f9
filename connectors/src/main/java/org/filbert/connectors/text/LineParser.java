package org.filbert.connectors.text;

import org.filbert.data.Instance;

/** Makes an example of a line. */
interface LineParser {
  /** Whether a line is no record but a blank one, or a comment. */
  default boolean passesOver(Line line) {
    return line.isBlank();
  }

  /**
   * Parses a line that is UTF-8 and not passed over.
   *
   * @throws MalformedException if the line is no record of the format
   */
  Instance.Example parse(Line line, long position) throws MalformedException;

  /** The number of features of every record; 0 if it is not fixed. */
  int features();
}
