package org.filbert.online;

/**
 * The state of an {@link GradientLearner} between two batches.
 *
 * @param columns what the gradients' columns stand for
 * @param lastGood what it goes back to when its steps diverge
 */
public record OnlineState(GradientState gradients, Columns columns, LastGood lastGood)
    implements LearnerState {
  /** The state with gradients that something other than a batch has changed. */
  public OnlineState with(GradientState changed) {
    return new OnlineState(changed, columns, lastGood);
  }
}
