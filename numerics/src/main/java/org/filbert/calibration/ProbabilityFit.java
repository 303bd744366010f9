package org.filbert.calibration;

/** Fits probabilities to the scores of rows that the model has not seen. */
public final class ProbabilityFit {
  private ProbabilityFit() {}

  /**
   * A sigmoid for one score, a softmax for several.
   *
   * @param f scores, k for each row
   * @param labels the class of each row
   * @param weights of the rows, above 0
   */
  public static Probabilities of(double[] f, int k, int[] labels, double[] weights) {
    return k == 1 ? Sigmoid.fit(f, labels, weights) : Softmax.fit(f, k, labels, weights);
  }
}
