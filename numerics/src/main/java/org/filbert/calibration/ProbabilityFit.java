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

  /**
   * As {@link #of}, for scores of rows by a solution without them. Probabilities of the second
   * class rise with the scores: they would fall with those of a solution that is a constant nearly,
   * for which a row's score is the mean of the others, lacks the row's own target, and tells it.
   */
  public static Probabilities ofLeftOut(double[] f, int k, int[] labels, double[] weights) {
    Probabilities fitted = of(f, k, labels, weights);
    if (!(fitted instanceof Sigmoid sigmoid) || sigmoid.a() <= 0) {
      return fitted;
    }
    double[] sums = {1, 1};
    for (int i = 0; i < labels.length; i++) {
      sums[labels[i]] += weights[i];
    }
    return new Sigmoid(0, Math.log(sums[0] / sums[1]));
  }
}
