package org.filbert.jobs.online;

import java.util.ArrayList;
import java.util.List;

/**
 * Bounds the progressive table of a run without end to {@link #MOST} lines. When it is full, every
 * second line of the older half is dropped, so that older lines are sparser.
 */
final class ProgressiveTable {
  static final int MOST = 2000;

  private ProgressiveTable() {}

  /** The table with one more line. */
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
