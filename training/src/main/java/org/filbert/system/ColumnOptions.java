package org.filbert.system;

import java.util.Optional;
import org.filbert.linalg.Precision;
import org.filbert.shard.Prepared;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.SystemSettings;
import org.filbert.system.internal.entries.KeptTiming;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;

/** Options of a system of columns. */
interface ColumnOptions extends SystemOptions, LowRankFactor {
  /** Precision of the columns. */
  Precision elements(SystemSettings settings);

  @Override
  default Optional<Task<Double>> keptTiming(SystemSettings settings, Prepared prepared) {
    int columns = settings.columns(prepared);
    return Optional.of(new KeptTiming(null, elements(settings), columns, false));
  }

  @Override
  default KernelSystem begin(SystemSettings settings, Prepared prepared, Workers workers) {
    return begin(settings, prepared, workers, elements(settings));
  }

  @Override
  default KernelSystem open(
      SystemSettings settings, Prepared prepared, Blocks blocks, Workers workers) {
    return open(settings, prepared, blocks, workers, elements(settings));
  }
}
