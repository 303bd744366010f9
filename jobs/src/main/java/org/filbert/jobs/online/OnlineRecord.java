package org.filbert.jobs.online;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of a run for its files.
 *
 * @param seconds that the run has been up
 * @param snapshots models published
 * @param modelVersion of the last of them
 */
record OnlineRecord(
    List<OnlineLine> lines,
    double seconds,
    long deadLetters,
    int snapshots,
    @Nullable Integer modelVersion) {
  static final OnlineRecord EMPTY = new OnlineRecord(List.of(), 0, 0, 0, null);

  OnlineRecord {
    lines = List.copyOf(lines);
  }
}
