package org.filbert.online;

/**
 * Factors at the driver, so that the workers need not change all coefficients at every step. Of the
 * coefficients A_t after step t the workers hold à = A/s. Of their fading mean
 *
 * <pre>
 *   Ā_t = (1 - ρ) Ā_{t-1} + ρ A_t = S_t Ã_t - q_t C̃_t,   S_t = (1 - ρ) S_{t-1} + ρ s_t,   q_t = (1 - ρ)ᵗ
 * </pre>
 *
 * the workers hold C̃, which changes only where à does: by S_{t-1}/q_{t-1} times the change of Ã.
 *
 * @param current s
 * @param mean S
 * @param fade q, since it was last 1
 * @param missing (1 - ρ)ᵗ since the beginning: what is missing to 1 in the weights of the mean
 */
record Scales(double current, double mean, double fade, double missing) {
  static final Scales INITIAL = new Scales(1, 0, 1, 1);
  private static final double LEAST = 1e-6;

  /** After a step that shrinks A by a factor and lets the mean fade by 1 - ρ. */
  Scales after(double shrinking, double rho) {
    double next = current * shrinking;
    return new Scales(next, (1 - rho) * mean + rho * next, (1 - rho) * fade, (1 - rho) * missing);
  }

  /** The change of C̃ for a change of à by 1, in the next step. */
  double meanFactor() {
    return mean / fade;
  }

  /** Whether à or C̃ become too large. */
  boolean small() {
    return current < LEAST || fade < LEAST;
  }

  /** With à multiplied by the other's s, and C̃ by its q. */
  Scales rescaled(Scales by) {
    return new Scales(current / by.current, mean / by.current, fade / by.fade, missing);
  }
}
