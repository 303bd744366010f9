package org.filbert.solver;

/**
 * When a run stops.
 *
 * @param epochs most epochs
 * @param tolerance stop once the relative residual is no larger; 0 never does
 * @param patience stop after so many epochs without a lower validation error and keep the best
 *     coefficients; 0 never does
 */
public record Stopping(int epochs, double tolerance, int patience) {
  public Stopping {
    if (epochs < 1) {
      throw new IllegalArgumentException("epochs is " + epochs + ", must be at least 1");
    }
    if (patience < 0) {
      throw new IllegalArgumentException("patience is " + patience + ", must be at least 0");
    }
    if (!(tolerance >= 0 && tolerance < 1)) {
      throw new IllegalArgumentException(
          "tolerance is " + tolerance + ", must be a relative residual from 0 to below 1");
    }
  }
}
