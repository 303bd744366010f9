package org.filbert.kernel;

/** What a kernel needs to know of a pair of rows. */
public enum Statistic {
  /** xᵀz. */
  DOT,
  /** ‖x - z‖². */
  SQUARED_DISTANCE,
  /** ‖x - z‖₁. */
  ABSOLUTE_DISTANCE,
  /** Σ_f |x_f - z_f|^p, with p of {@link Kernel#power}. */
  POWER_DISTANCE
}
