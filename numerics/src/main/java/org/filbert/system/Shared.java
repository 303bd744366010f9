package org.filbert.system;

import java.util.List;
import org.filbert.workers.Key;
import org.filbert.workers.Worker;

/** What all workers know of the system under way. */
record Shared(SystemSettings settings, List<Double> ridges, Blocks blocks) {
  static final Key<Shared> KEY = Key.constant("system", Shared.class);

  static Shared of(Worker worker) {
    return worker.get(KEY);
  }
}
