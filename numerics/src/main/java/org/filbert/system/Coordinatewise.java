package org.filbert.system;

import java.util.List;

/** A system whose unknowns can be minimised one at a time. */
public interface Coordinatewise extends KernelSystem {
  /** Random binning. */
  Facet<Coordinatewise> FACET = new Facet<>(Coordinatewise.class, "system: {type: random-binning}");

  /**
   * The result of a pass over all coordinates.
   *
   * @param residual2 of each ridge, the squared norm of the subgradients that were met
   * @param speedUp of several threads over one; 1 unless it was measured
   */
  record Sweep(List<Double> residual2, double speedUp) {}

  /**
   * Moves every coordinate of u, one after the other, to the minimum of a bound of J. Threads do
   * not wait for each other, so that with more than one a pass does not repeat bit by bit. The
   * fitted values of training rows follow.
   *
   * @param measured whether to measure how much faster the threads are than one
   */
  Sweep sweep(int threads, long seed, int epoch, List<Integer> active, boolean measured);
}
