package org.filbert.online.progressive;

/** Tells from a learner's errors that the stream has changed. Immutable. */
public sealed interface DriftDetector permits Adwin {
  /**
   * Takes in errors in their order.
   *
   * @param errors from 0 to 1
   */
  Watched watch(double[] errors);

  /**
   * The result of watching errors.
   *
   * @param next the detector after the errors, a fresh one if there was a change
   * @param drift whether they have become larger
   */
  record Watched(DriftDetector next, boolean drift) {}
}
