package org.filbert.system;

import org.filbert.linalg.Precision;
import org.filbert.shard.Prepared;
import org.filbert.workers.Workers;

/** Systems of columns Z, which also serve to approximate the kernel matrix. */
public sealed interface ColumnOptions extends SystemOptions permits NystromOptions, FeatureOptions {
  /** Number of columns. */
  int columns();

  /** The same kind of columns in another number. */
  ColumnOptions withColumns(int number);

  /** Puts the system on the workers, with columns of this precision. */
  ColumnSystem begin(
      SystemSettings settings, Prepared prepared, Workers workers, Precision elements);

  /** The system that {@link #begin(SystemSettings, Prepared, Workers, Precision)} put there. */
  ColumnSystem open(
      SystemSettings settings,
      Prepared prepared,
      Blocks blocks,
      Workers workers,
      Precision elements);

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
