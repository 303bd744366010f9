package org.filbert.system;

import org.filbert.linalg.Precision;
import org.filbert.shard.Prepared;
import org.filbert.workers.Workers;

/** Systems of columns. */
interface ColumnOptions extends SystemOptions, Columns {
  /** Precision of the columns of a system that is solved. */
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
