package org.filbert.online;

/**
 * What an {@link OnlineLearner} remembers between two batches.
 *
 * @param columns what the gradients' columns stand for
 * @param lastGood what it goes back to when its steps diverge
 */
public record OnlineState(GradientState gradients, Columns columns, LastGood lastGood) {
  /** After something else than a batch has changed the gradients. */
  public OnlineState with(GradientState changed) {
    return new OnlineState(changed, columns, lastGood);
  }
}
