package org.filbert.testing;

import java.util.List;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.linalg.Backend;
import org.filbert.train.rows.LocalRows;
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
    return LocalRows.workers(instances, placement, backend);
  }
}
