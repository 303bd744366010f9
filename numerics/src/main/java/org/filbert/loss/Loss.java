package org.filbert.loss;

import java.util.Optional;
import org.filbert.calibration.Probabilities;

/**
 * A convex loss ℓ(f, y) of the k scores f of one row against its k targets y.
 *
 * <p>Class targets are +1 for the row's class and -1 elsewhere, with a single column for two
 * classes. All but {@link SoftmaxLoss} are sums over the columns. Values and gradients are finite
 * for all scores up to 1e150 in size.
 */
public interface Loss {

  /** ℓ(f, y). */
  double value(double[] scores, double[] targets);

  /** ∂ℓ/∂f, k values in a new array; a subgradient where ℓ has a kink. */
  double[] gradient(double[] scores, double[] targets);

  /**
   * M, the least number that ‖∂ℓ/∂f‖₂ never exceeds with k columns; infinite where there is none.
   */
  double gradientBound(int columns);

  /** What the k scores that minimise it say of the classes, if those are probabilities. */
  default Optional<Probabilities> probabilities(int columns) {
    return Optional.empty();
  }
}
