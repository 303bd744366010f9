package org.filbert.kernel;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A kernel as it is configured; its width may be left to the data. The components of a record that
 * implements this are its keys in a configuration; optional ones may be left out.
 */
public interface KernelOptions {
  /**
   * Makes the kernel; of several widths with the first one.
   *
   * @param median the median distance of training rows; present if {@link #needsMedian}
   */
  Kernel kernel(OptionalDouble median);

  /** The key {@code sigma}, if the kernel has one. */
  default Optional<Width> width() {
    return Optional.empty();
  }

  /** Whether the width is the median distance of training rows. */
  default boolean needsMedian() {
    return width().isPresent() && width().get().isMedian();
  }

  /** Whether the width is chosen by leaving training rows out. */
  default boolean automaticWidth() {
    return width().isPresent() && width().get().automatic();
  }

  /** Whether the kernel itself is chosen by leaving training rows out. */
  default boolean automatic() {
    return false;
  }

  /** The key {@code metric}, if the kernel has one and it is given. */
  default Optional<MetricOptions> metric() {
    return Optional.empty();
  }

  /** The widths to choose from: none, or more than one. */
  default List<Double> widths() {
    return width().map(Width::values).filter(values -> values.size() > 1).orElse(List.of());
  }
}
