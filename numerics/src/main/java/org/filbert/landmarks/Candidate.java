package org.filbert.landmarks;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A training row that may be chosen: those with the smallest keys are.
 *
 * @param position the row's position in the input
 */
record Candidate(double key, long position) {
  private static final Comparator<Candidate> ORDER =
      Comparator.comparingDouble(Candidate::key).thenComparingLong(Candidate::position);

  static List<Candidate> first(Stream<Candidate> candidates, int count) {
    return candidates.sorted(ORDER).limit(count).toList();
  }
}
