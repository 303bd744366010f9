package org.filbert.connectors.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.filbert.table.CellColumns;
import org.jspecify.annotations.Nullable;

/** The texts that stand for a missing value, as bytes of a file. */
record MissingTexts(List<byte[]> texts) {
  /** Those of a table; none without its columns. */
  static MissingTexts of(@Nullable CellColumns columns) {
    return new MissingTexts(
        columns == null
            ? List.of()
            : columns.missing().stream()
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList());
  }

  /** Whether a part of bytes is one of them. */
  boolean has(byte[] bytes, int from, int to) {
    for (byte[] text : texts) {
      if (Arrays.equals(text, 0, text.length, bytes, from, to)) {
        return true;
      }
    }
    return false;
  }
}
