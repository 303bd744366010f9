package org.filbert.jobs.online;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.filbert.online.progressive.Report;

/**
 * Models on their way to the store. Each waits until a checkpoint is complete that was taken after
 * it came: from then on no failure takes back what it was learned from. In every checkpoint until
 * then.
 */
final class WaitingSnapshots {
  private final NavigableMap<Long, List<Report.Snapshot>> inCheckpoints = new TreeMap<>();
  private List<Report.Snapshot> inNone = new ArrayList<>();

  void add(Report.Snapshot snapshot) {
    inNone.add(snapshot);
  }

  /** A checkpoint is taken; the models that it has to hold. */
  List<Report.Snapshot> taken(long checkpoint) {
    inCheckpoints.put(checkpoint, inNone);
    inNone = new ArrayList<>();
    return inCheckpoints.values().stream().flatMap(List::stream).toList();
  }

  /** A checkpoint is complete; the models that wait no longer, in their order. */
  List<Report.Snapshot> completed(long checkpoint) {
    NavigableMap<Long, List<Report.Snapshot>> safe = inCheckpoints.headMap(checkpoint, true);
    List<Report.Snapshot> safeNow = safe.values().stream().flatMap(List::stream).toList();
    safe.clear();
    return safeNow;
  }
}
