package org.filbert.system;

import org.filbert.linalg.Precision;
import org.filbert.shard.Prepared;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.SystemSettings;
import org.filbert.workers.Workers;

/**
 * A factor Z (n×p) of a low-rank approximation Z·Zᵀ ≈ K. Its columns have a system of their own, or
 * precondition that of K.
 */
public interface LowRankFactor {
  /** Number p of columns. */
  int columns();

  /** A factor of the same kind with another number of columns. */
  LowRankFactor withColumns(int number);

  /** The division of the columns into blocks. */
  Blocks blocks(SystemSettings settings, Prepared prepared);

  /** Puts the system of the columns on the workers, with columns of this precision. */
  ColumnSystem begin(
      SystemSettings settings, Prepared prepared, Workers workers, Precision elements);

  /** The system that {@link #begin} put there. */
  ColumnSystem open(
      SystemSettings settings,
      Prepared prepared,
      Blocks blocks,
      Workers workers,
      Precision elements);
}
