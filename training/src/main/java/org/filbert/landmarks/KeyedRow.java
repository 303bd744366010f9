package org.filbert.landmarks;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A training row that may be chosen: those with the smallest keys win.
 *
 * @param position the row's position in the input
 */
record KeyedRow(double key, long position) {
  private static final Comparator<KeyedRow> ORDER =
      Comparator.comparingDouble(KeyedRow::key).thenComparingLong(KeyedRow::position);

  static List<KeyedRow> first(Stream<KeyedRow> candidates, int count) {
    return candidates.sorted(ORDER).limit(count).toList();
  }
}
