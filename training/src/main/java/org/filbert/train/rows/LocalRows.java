package org.filbert.train.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.shard.ShardState;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Worker;

/** Rows, and workers over them, of a training on threads of this process. */
public final class LocalRows {
  /** Rows that are worth another worker. */
  private static final int ROWS = 1000;

  private LocalRows() {}

  /** Training rows of dense features. */
  public static List<Instance> rows(double[][] x, int targets, IntFunction<Target> target) {
    if (x.length != targets) {
      throw new IllegalArgumentException(
          "found %s rows and %s targets, must be as many".formatted(x.length, targets));
    }
    List<Instance> rows = new ArrayList<>();
    for (int i = 0; i < x.length; i++) {
      rows.add(new Instance.Example(Role.TRAIN, i, new Features.Dense(x[i]), target.apply(i)));
    }
    return rows;
  }

  /** Workers over rows, one for each core, fewer if there are few rows. */
  public static LocalWorkers workers(List<? extends Instance> rows, long seed) {
    int cores = Runtime.getRuntime().availableProcessors();
    int count = Math.max(1, Math.min(cores, rows.size() / ROWS));
    return new LocalWorkers(workers(rows, new Placement(seed, count), Backends.best()));
  }

  /** Workers over rows that are placed as an engine places them. */
  public static List<Worker> workers(
      List<? extends Instance> rows, Placement placement, Backend backend) {
    List<List<Instance>> shards = new ArrayList<>();
    for (int i = 0; i < placement.workers(); i++) {
      shards.add(new ArrayList<>());
    }
    rows.forEach(row -> shards.get(placement.worker(row)).add(row));
    List<Worker> workers = new ArrayList<>();
    for (List<Instance> shard : shards) {
      Worker worker = new Worker(workers.size(), placement.workers(), backend);
      worker.put(ShardState.INSTANCES, placement.shuffle(shard));
      workers.add(worker);
    }
    return workers;
  }
}
