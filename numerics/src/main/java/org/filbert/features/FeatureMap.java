package org.filbert.features;

/**
 * A map z from d input features to p columns whose inner products z(x)ᵀz(x') stand for a kernel.
 *
 * <p>A map is plain data: parameters and a seed. Whatever is random in column j is a function of
 * these and j alone, and {@link FeatureBlocks} regenerates it on any worker.
 */
public interface FeatureMap {
  /** Columns that are generated together: blocks whose ends are multiples of this waste nothing. */
  int GROUP = 128;

  /** Number of input features d. */
  int inputs();

  /** Number of columns p. */
  int outputs();
}
