package org.filbert.connectors.text;

import java.nio.charset.StandardCharsets;
import org.filbert.data.Features;
import org.jspecify.annotations.Nullable;

/** The cells of a record that is read: each is put into its slot, in any order. */
final class CellSlots {
  private final byte @Nullable [][] sources;
  private final int[] from;
  private final int[] to;

  CellSlots(int slots) {
    sources = new byte @Nullable [slots][];
    from = new int[slots];
    to = new int[slots];
  }

  /** Sets a slot to a part of bytes, which must not change before {@link #take}. */
  void set(int slot, byte[] bytes, int begin, int end) {
    sources[slot] = bytes;
    from[slot] = begin;
    to[slot] = end;
  }

  /** Sets a slot to a text; null for a missing cell. */
  void set(int slot, @Nullable String text) {
    byte[] bytes = text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    sources[slot] = bytes;
    from[slot] = 0;
    to[slot] = bytes == null ? 0 : bytes.length;
  }

  /** A copy of all cells; all slots are missing afterwards. */
  Features.Cells take() {
    int length = 0;
    for (int j = 0; j < to.length; j++) {
      length += sources[j] == null ? 0 : to[j] - from[j];
    }
    byte[] text = new byte[length];
    int[] ends = new int[to.length];
    int end = 0;
    for (int j = 0; j < ends.length; j++) {
      byte[] source = sources[j];
      if (source == null) {
        ends[j] = -1 - end;
      } else {
        System.arraycopy(source, from[j], text, end, to[j] - from[j]);
        end += to[j] - from[j];
        ends[j] = end;
      }
      sources[j] = null;
    }
    return new Features.Cells(text, ends);
  }
}
