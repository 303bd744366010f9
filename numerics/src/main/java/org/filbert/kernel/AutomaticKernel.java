package org.filbert.kernel;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The kernel and the width that predict training rows best by the others: one of gaussian, matern,
 * exponential, laplacian and k-pq.
 *
 * @param metric A metric of the inputs that is learned. Default: none
 */
public record AutomaticKernel(Optional<MetricOptions> metric) implements KernelOptions {
  /** The gaussian kernel, which stands for it until it is chosen. */
  @Override
  public Kernel kernel(OptionalDouble median) {
    return new Gaussian(median.orElseThrow());
  }

  @Override
  public Optional<Width> width() {
    return Optional.of(Width.AUTOMATIC);
  }

  @Override
  public boolean automatic() {
    return true;
  }
}
