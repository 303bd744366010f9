package org.filbert.kernel;

import java.util.OptionalDouble;

/**
 * A solution that a metric is learned from.
 *
 * @param kernel The kernel, with a width that is a number.
 * @param ridge Added to the diagonal of its matrix.
 */
public record MetricSolution(KernelOptions kernel, double ridge) {
  public MetricSolution {
    if (kernel.automatic() || kernel.needsMedian() || !kernel.widths().isEmpty()) {
      throw new IllegalArgumentException(
          "a kernel of kernel.metric.solutions is left open, must have a type and one number as"
              + " sigma");
    }
    if (kernel.metric().isPresent()) {
      throw new IllegalArgumentException(
          "a kernel of kernel.metric.solutions has a metric, must have none");
    }
    if (!(ridge > 0) || Double.isInfinite(ridge)) {
      throw new IllegalArgumentException(
          "a ridge of kernel.metric.solutions is %s, must be a number above 0".formatted(ridge));
    }
  }

  /** The kernel itself. */
  public Kernel function() {
    return kernel.kernel(OptionalDouble.empty());
  }
}
