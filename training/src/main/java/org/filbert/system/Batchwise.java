package org.filbert.system;

/** A system that can be solved from a few training rows at a time. */
public interface Batchwise extends KernelSystem {
  /** Every system but random binning. */
  Facet<Batchwise> FACET =
      new Facet<>(
          Batchwise.class,
          "system: {type: full-kernel}, {type: nystrom} or {type: random-features}");

  /** The system as a function of rows. */
  RowBatches batches();
}
