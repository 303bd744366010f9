package org.filbert.online.recursive;

import java.util.BitSet;
import java.util.Objects;
import org.filbert.model.RobustScaling;
import org.jspecify.annotations.Nullable;

/**
 * How far rows of a batch can be learned from at once: up to the next row after which their scaling
 * may become another one, whatever the predictions are until then.
 *
 * @param to end of these rows
 * @param recent the last rows then, with losses of 0; null where no scaling is watched
 * @param look whether another scaling may be tried then
 */
record Ahead(int to, @Nullable Recent recent, boolean look) {
  /** Up to the next row after which the first rows are scaled anew. */
  static Ahead of(Opening opening, int firstRows, Opening rows, int from) {
    return new Ahead(Math.min(rows.count(), from + opening.untilDue(firstRows)), null, false);
  }

  /** Up to the first look at the last rows that finds features to be tried in another scaling. */
  static Ahead of(@Nullable Recent before, RobustScaling present, Opening rows, int from) {
    Recent recent = Objects.requireNonNullElse(before, Recent.EMPTY);
    int to = from;
    while (to < rows.count()) {
      int until = recent.untilLook();
      Opening part = rows.part(to, rows.end(to, until));
      to += part.count();
      int learned = part.learned().length;
      recent = recent.and(part, new double[learned]);
      if (learned == until) {
        BitSet unsuited = recent.unsuited(present);
        Recent looked = recent.looked(unsuited);
        if (!looked.tried(unsuited).isEmpty()) {
          return new Ahead(to, recent, true);
        }
        recent = looked;
      }
    }
    return new Ahead(to, recent, false);
  }
}
