package org.filbert.system;

import org.filbert.linalg.Precision;
import org.filbert.shard.Prepared;
import org.filbert.workers.Workers;

/** Options of a system of columns. */
interface ColumnOptions extends SystemOptions, LowRankFactor {
  /** Precision of the columns. */
  Precision elements(SystemSettings settings);

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
