package org.filbert.online;

/**
 * How far CDSG may step on an old block of a model with one output (Li and Poczos, Utilize old
 * coordinates, 2016, equation (9)): the step η < 0 keeps
 *
 * <pre>
 *   2 (β + η g)² + 4 η² M² σ² / (B c²)  ≤  β² + γ² g²
 * </pre>
 *
 * where β is the block's accumulated step·gradient, so that updating it is as good as adding a new
 * block with step γ.
 *
 * @param gradient g, the batch mean of ℓ'
 * @param noise M²σ²/B: M bounds |ℓ'|, σ² is the variance of the features' estimate of κ, B the
 *     number of rows
 * @param gamma γ, the step of a new block
 */
record Check(double gradient, double noise, double gamma) {
  /** Longest step on an old block, in steps of a new one. */
  static final double REACH = 5;

  /** c = κ(x, x) + φ², 2 for the cosines and sines of a kernel with κ(x, x) = 1. */
  private static final double C = 2;

  /**
   * |η| of the most negative η that keeps the inequality. 0 if no negative one does, or none that
   * is at most {@value #REACH}γ long, to which all steps are cut.
   */
  double longestStep(double beta) {
    double a = 2 * gradient * gradient + 4 * noise / (C * C);
    double b = 4 * beta * gradient;
    double c = beta * beta - gamma * gamma * gradient * gradient;
    double discriminant = b * b - 4 * a * c;
    if (!(discriminant > 0)) {
      return 0;
    }
    double shortest = (b - Math.sqrt(discriminant)) / (2 * a);
    double longest = (b + Math.sqrt(discriminant)) / (2 * a);
    return shortest > REACH * gamma ? 0 : Math.max(0, longest);
  }
}
