package org.filbert.testing;

import java.util.ArrayList;
import java.util.List;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.linalg.Backend;
import org.filbert.shard.ShardState;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Worker;

/** Local workers over given instances, placed as an engine places them. */
public final class Shards {
  private Shards() {}

  public static LocalWorkers local(List<Instance> instances, Placement placement, Backend backend) {
    return new LocalWorkers(workers(instances, placement, backend));
  }

  public static List<Worker> workers(
      List<Instance> instances, Placement placement, Backend backend) {
    List<List<Instance>> shards = new ArrayList<>();
    for (int i = 0; i < placement.workers(); i++) {
      shards.add(new ArrayList<>());
    }
    instances.forEach(instance -> shards.get(placement.worker(instance)).add(instance));
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < placement.workers(); i++) {
      Worker worker = new Worker(i, placement.workers(), backend);
      worker.put(ShardState.INSTANCES, placement.shuffle(shards.get(i)));
      workers.add(worker);
    }
    return workers;
  }
}
