package org.filbert.online;

import java.util.List;
import org.filbert.data.FormerName;
import org.jspecify.annotations.Nullable;

/**
 * The size and the progress of a model that learns.
 *
 * @param steps batches learned from; rows of recursive least squares
 * @param blocks that it has; experts of recursive least squares
 * @param bytes of its coefficients
 * @param stepSize of the last step; 0 where there are no steps of a size
 * @param reuse share of the steps that updated an old block; NaN before the first
 * @param setbacks times that it diverged, went back to a good model, and halved the step
 * @param weights of the experts of late; none for a learner without experts
 */
@FormerName("org.filbert.online.progressive.Condition")
public record Condition(
    long steps,
    int blocks,
    long bytes,
    double stepSize,
    double reuse,
    int setbacks,
    @Nullable List<Double> weights) {
  public Condition {
    weights = weights == null ? List.of() : List.copyOf(weights); // absent in earlier states
  }

  @Override
  public List<Double> weights() {
    return weights == null ? List.of() : weights;
  }
}
