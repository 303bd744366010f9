package org.filbert.system;

import org.filbert.linalg.Precision;
import org.filbert.shard.Prepared;
import org.filbert.workers.Workers;

/** Columns Z (n×p) with Z·Zᵀ ≈ K: they have a system of their own, or serve that of K. */
public interface Columns {
  /** Number of columns. */
  int columns();

  /** The same kind of columns in another number. */
  Columns withColumns(int number);

  /** How they are cut and spread. */
  Blocks blocks(SystemSettings settings, Prepared prepared);

  /** Puts their system on the workers, with columns of this precision. */
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
