package org.filbert.jobs.online;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State of a run's files.
 *
 * @param seconds since the run started
 * @param snapshots number of published models
 * @param modelVersion of the last published model
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
