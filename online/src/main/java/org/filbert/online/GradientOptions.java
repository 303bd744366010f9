package org.filbert.online;

import org.filbert.data.FormerName;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.SpectralKernel;
import org.filbert.linalg.Precision;
import org.filbert.loss.Loss;

/**
 * Options of doubly stochastic gradients.
 *
 * @param map the first block of features: its seed, kernel and shape are those of all
 * @param lambda λ, 0 for no shrinking
 * @param average 1/ρ: the model is the mean of recent ones, whose weights fade by 1 - ρ with each
 *     step; 1 for the last one alone
 * @param frequencyBytes of generated frequencies to keep, all workers together
 */
@FormerName("org.filbert.online.DoublyStochasticGradients$Options")
public record GradientOptions(
    RandomFourier map,
    Precision precision,
    Algorithm algorithm,
    Loss loss,
    StepSize step,
    double lambda,
    int maxBlocks,
    int average,
    long frequencyBytes) {
  public GradientOptions {
    if (map.form() != RandomFourier.Form.COSINE_SINE) {
      throw new IllegalArgumentException("found blocks of " + map.form() + ", not COSINE_SINE");
    }
    RowLimits.of((SpectralKernel) map.kernel(), precision); // checks the width
    if (maxBlocks < 1) {
      throw new IllegalArgumentException("maxBlocks is " + maxBlocks + ", must be 1 or more");
    }
    if (average < 1) {
      throw new IllegalArgumentException("average is " + average + ", must be 1 or more");
    }
    if (!(lambda >= 0 && Double.isFinite(lambda))) {
      throw new IllegalArgumentException("lambda is " + lambda + ", must be a number of 0 or more");
    }
    double shrinking =
        lambda * step.at(1) * (algorithm instanceof Algorithm.InequalityCdsg ? Check.REACH : 1);
    if (!(shrinking < 1)) {
      throw new IllegalArgumentException(
          "lambda is %s and the step size %s: their product is up to %s, must be below 1"
              .formatted(lambda, step, shrinking));
    }
  }

  /** The kernel, as the features have it. */
  public SpectralKernel spectral() {
    return (SpectralKernel) map.kernel(); // as the map has checked
  }

  boolean averages() {
    return average > 1;
  }
}
