package org.filbert.calibration;

/** A function from the scores of a row to the probabilities of its classes. */
public non-sealed interface Probabilities extends Calibration {

  /** Probabilities of the classes, in their order, of the k scores from a place in an array on. */
  double[] of(double[] scores, int from, int k);

  /** Probabilities of the classes, in their order, of the scores of a row. */
  default double[] of(double[] scores) {
    return of(scores, 0, scores.length);
  }
}
