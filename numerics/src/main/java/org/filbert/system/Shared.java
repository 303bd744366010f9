package org.filbert.system;

import java.util.List;
import org.filbert.linalg.Precision;
import org.filbert.shard.Prepared;
import org.filbert.workers.Key;
import org.filbert.workers.Worker;

/**
 * The properties of the present system, which all workers know.
 *
 * @param elements precision of kernel values or features
 * @param factors precision of the factors
 */
record Shared(
    SystemSettings settings,
    List<Double> ridges,
    Blocks blocks,
    Precision elements,
    Precision factors) {
  static final Key<Shared> KEY = Key.constant("system", Shared.class);

  static Shared of(
      SystemSettings settings,
      Prepared prepared,
      Blocks blocks,
      Precision elements,
      Precision factors) {
    return new Shared(
        settings, settings.ridge().absolute(prepared.weight()), blocks, elements, factors);
  }

  static Shared of(Worker worker) {
    return worker.get(KEY);
  }
}
