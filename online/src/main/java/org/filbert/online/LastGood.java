package org.filbert.online;

/**
 * The last model that was known to be good, which a learner goes back to when its steps diverge.
 * Its coefficients are with the workers.
 *
 * @param state of the learner when it had that model
 * @param failures times that it went back to it
 */
public record LastGood(GradientState state, int failures) {
  /**
   * For a run that an earlier version began without a good model: there is none to go back to until
   * the first is kept.
   */
  public static LastGood none(GradientState state) {
    return new LastGood(state, MOST_FAILURES);
  }

  /** Batches from one to the next, if that is good. */
  static final int DISTANCE = 100;

  /** Failures in a row after which a shorter step does not help either. */
  static final int MOST_FAILURES = 10;

  /** Whether a later state may take its place. */
  boolean isOld(GradientState now) {
    return now.step() - state.step() >= DISTANCE;
  }

  boolean exhausted() {
    return failures >= MOST_FAILURES;
  }

  /**
   * After having gone back to it.
   *
   * @param back the state that the learner goes on from
   */
  LastGood failed(GradientState back) {
    return new LastGood(back, failures + 1);
  }

  /** With the factors that the workers have multiplied their numbers by. */
  LastGood rescaled(Scales by) {
    return new LastGood(state.rescaled(by), failures);
  }
}
