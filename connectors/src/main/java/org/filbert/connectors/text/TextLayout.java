package org.filbert.connectors.text;

import org.jspecify.annotations.Nullable;

/**
 * What the beginning of a text file tells about all of it, wherever a reader starts. Not shared
 * between readers.
 *
 * @param dataOffset where the first line after a header starts
 * @param breaks joins the lines of records; null if each record is one line
 */
record TextLayout(long dataOffset, LineParser parser, @Nullable QuotedBreaks breaks) {
  /** Of a file without a header, and with one record on each line. */
  TextLayout(LineParser parser) {
    this(0, parser, null);
  }
}
