package org.filbert.connectors.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.filbert.data.Features;
import org.jspecify.annotations.Nullable;

/** The cells of a record that is read: each is put into its slot, in any order. */
final class CellSlots {
  private static final byte[] NONE = {};

  private final byte[][] sources;

  /** Where each cell begins in its source; -1 for a missing one. */
  private final int[] from;

  private final int[] to;

  CellSlots(int slots) {
    sources = new byte[slots][];
    from = new int[slots];
    to = new int[slots];
    clear();
  }

  private void clear() {
    Arrays.fill(sources, NONE);
    Arrays.fill(from, -1);
  }

  /** Sets a slot to a part of bytes, which must not change before {@link #take}. */
  void set(int slot, byte[] bytes, int begin, int end) {
    sources[slot] = bytes;
    from[slot] = begin;
    to[slot] = end;
  }

  /** Sets a slot to a text; null for a missing cell. */
  void set(int slot, @Nullable String text) {
    if (text == null) {
      from[slot] = -1;
    } else {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      set(slot, bytes, 0, bytes.length);
    }
  }

  /** A copy of all cells; all slots are missing afterwards. */
  Features.Cells take() {
    int length = 0;
    for (int j = 0; j < to.length; j++) {
      length += from[j] < 0 ? 0 : to[j] - from[j];
    }
    byte[] text = new byte[length];
    int[] ends = new int[to.length];
    int end = 0;
    for (int j = 0; j < ends.length; j++) {
      if (from[j] < 0) {
        ends[j] = -1 - end;
      } else {
        System.arraycopy(sources[j], from[j], text, end, to[j] - from[j]);
        end += to[j] - from[j];
        ends[j] = end;
      }
    }
    clear();
    return new Features.Cells(text, ends);
  }
}
