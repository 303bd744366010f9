package org.filbert.jobs.online;

import java.util.ArrayList;
import java.util.List;

/**
 * The lines of a progressive table. Of a run without end they are at most {@link #MOST}: whenever
 * there are as many, every other one of the older half goes, so that a line is the rarer the longer
 * ago it was.
 */
final class TableLines {
  static final int MOST = 2000;

  private TableLines() {}

  /** The table with a further line. */
  static List<OnlineLine> add(List<OnlineLine> lines, OnlineLine next) {
    List<OnlineLine> more = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.size() < MOST || i >= MOST / 2 || i % 2 == 0) {
        more.add(lines.get(i));
      }
    }
    more.add(next);
    return List.copyOf(more);
  }
}
