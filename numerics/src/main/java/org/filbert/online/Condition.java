package org.filbert.online;

import org.filbert.workers.FormerName;

/**
 * The size and the progress of a model that learns.
 *
 * @param steps batches learned from
 * @param blocks that it has; experts of recursive least squares
 * @param bytes of its coefficients
 * @param stepSize of the last step; 0 where there are no steps of a size
 * @param reuse share of the steps that updated an old block; NaN before the first
 * @param setbacks times that it diverged, went back to a good model, and halved the step
 */
@FormerName("org.filbert.online.progressive.Condition")
public record Condition(
    long steps, int blocks, long bytes, double stepSize, double reuse, int setbacks) {}
