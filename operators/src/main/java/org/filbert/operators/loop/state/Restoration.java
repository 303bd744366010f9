package org.filbert.operators.loop.state;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.filbert.data.RefusedException;
import org.filbert.operators.loop.spec.Attempts;
import org.filbert.operators.loop.spec.Loop;
import org.filbert.operators.loop.spec.StreamSpec;
import org.filbert.workers.Worker;

/**
 * Restores a worker. Where a stream goes on with another number of workers, it finds the states of
 * all former workers and takes over its part of each.
 */
public final class Restoration {
  private final WorkerSnapshots snapshots;
  private final Worker own;
  private final Loop loop;
  private final Map<String, Double> seconds = new TreeMap<>();
  private int formers;

  public Restoration(WorkerSnapshots snapshots, Worker own, Loop loop) {
    this.snapshots = snapshots;
    this.own = own;
    this.loop = loop;
  }

  /** Restores the worker from what Flink gives it. Returns its progress. */
  public WorkerState from(Iterable<KeyedStateHandle> handles) throws IOException {
    WorkerState state = WorkerState.start(loop instanceof StreamSpec);
    int expected = 0;
    for (KeyedStateHandle handle : handles) {
      WorkerSnapshots.Restored found =
          StateFormat.read(
              () -> snapshots.restore((IncrementalRemoteKeyedStateHandle) handle, own));
      if (found.worker() == own) {
        state = found.state();
      } else {
        takeOver(found);
        expected = found.worker().count();
      }
    }
    if (formers != expected) {
      throw new IllegalStateException(
          "worker %s found the states of %s of %s former workers"
              .formatted(own.index(), formers, expected));
    }
    return formers == 0
        ? state
        : new WorkerState(true, List.of(), 0, 0, Attempts.Mark.NONE, seconds, null);
  }

  private void takeOver(WorkerSnapshots.Restored former) {
    Worker worker = former.worker();
    if (!(loop instanceof StreamSpec<?, ?, ?> stream)) {
      throw new IllegalStateException(
          "state of worker %s of %s came back at worker %s of %s"
              .formatted(worker.index(), worker.count(), own.index(), own.count()));
    }
    if (former.state().position() == null) {
      throw StateFormat.refused(
          "the checkpoint is of an earlier version of Filbert, found parallelism %s: go on with the run's own, and change it after the next checkpoint"
              .formatted(own.count()),
          null);
    }
    try {
      stream.program().takeOver(worker, own);
    } catch (RefusedException e) {
      throw StateFormat.refused(String.valueOf(e.getMessage()), e);
    }
    worker.close();
    formers++;
    if (worker.index() % own.count() == own.index()) {
      former.state().seconds().forEach((phase, spent) -> seconds.merge(phase, spent, Double::sum));
    }
  }
}
