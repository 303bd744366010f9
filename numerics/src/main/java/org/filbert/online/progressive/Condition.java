package org.filbert.online.progressive;

import org.filbert.online.GradientState;

/**
 * The size and the progress of a model that learns.
 *
 * @param steps batches learned from
 * @param blocks that it has
 * @param bytes of its coefficients
 * @param stepSize of the last step
 * @param reuse share of the steps that updated an old block; NaN before the first
 * @param setbacks times that it diverged, went back to a good model, and halved the step
 */
public record Condition(
    long steps, int blocks, long bytes, double stepSize, double reuse, int setbacks) {
  static Condition of(GradientState state, int blockFeatures) {
    int blocks = state.blocks().size();
    return new Condition(
        state.step(),
        blocks,
        (long) blocks * blockFeatures * state.columns() * Double.BYTES,
        state.stepSize(),
        (double) state.reused() / state.step(),
        state.schedule().halvings());
  }
}
