package org.filbert.system.equations;

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
public record Shared(
    SystemSettings settings,
    List<Double> ridges,
    Blocks blocks,
    Precision elements,
    Precision factors) {
  public static final Key<Shared> KEY = Key.constant("system", Shared.class);

  public static Shared of(
      SystemSettings settings,
      Prepared prepared,
      Blocks blocks,
      Precision elements,
      Precision factors) {
    return new Shared(
        settings, settings.ridge().absolute(prepared.weight()), blocks, elements, factors);
  }

  public static Shared of(Worker worker) {
    return worker.get(KEY);
  }
}
