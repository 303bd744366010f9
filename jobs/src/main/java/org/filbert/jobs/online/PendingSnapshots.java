package org.filbert.jobs.online;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.filbert.online.progressive.Report;

/**
 * Models that wait for their publication. A model is published when a checkpoint that contains it
 * is complete, as no failure can then undo the steps before it. Until then all checkpoints contain
 * it.
 */
final class PendingSnapshots {
  private final NavigableMap<Long, List<Report.Snapshot>> inCheckpoints = new TreeMap<>();
  private List<Report.Snapshot> inNone = new ArrayList<>();

  void add(Report.Snapshot snapshot) {
    inNone.add(snapshot);
  }

  /** Called when a checkpoint is taken. Returns the models that it must contain. */
  List<Report.Snapshot> taken(long checkpoint) {
    inCheckpoints.put(checkpoint, inNone);
    inNone = new ArrayList<>();
    return inCheckpoints.values().stream().flatMap(List::stream).toList();
  }

  /** Called when a checkpoint is complete. Returns the models to publish, in their order. */
  List<Report.Snapshot> completed(long checkpoint) {
    NavigableMap<Long, List<Report.Snapshot>> safe = inCheckpoints.headMap(checkpoint, true);
    List<Report.Snapshot> safeNow = safe.values().stream().flatMap(List::stream).toList();
    safe.clear();
    return safeNow;
  }
}
