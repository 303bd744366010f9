package org.filbert.online;

/**
 * What an {@link OnlineLearner} remembers between two batches.
 *
 * @param columns what the gradients' columns stand for
 */
public record OnlineState(GradientState gradients, Columns columns) {}
