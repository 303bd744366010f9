package org.filbert.calibration;

/** A function from the scores of a row to the probabilities of its classes. */
public non-sealed interface Probabilities extends Calibration {

  /**
   * Fits probabilities to the scores of rows that the model has not seen.
   *
   * @param f scores, k for each row
   * @param labels the class of each row
   * @param weights of the rows, above 0
   */
  static Probabilities fitted(double[] f, int k, int[] labels, double[] weights) {
    return k == 1 ? Sigmoid.fit(f, labels, weights) : Softmax.fit(f, k, labels, weights);
  }

  /** Probabilities of the classes, in their order, of the k scores from a place in an array on. */
  double[] of(double[] scores, int from, int k);

  /** Probabilities of the classes, in their order, of the scores of a row. */
  default double[] of(double[] scores) {
    return of(scores, 0, scores.length);
  }
}
