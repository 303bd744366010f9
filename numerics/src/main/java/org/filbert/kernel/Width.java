package org.filbert.kernel;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The width σ &gt; 0 of a kernel as it is configured.
 *
 * @param values the width, or several in ascending order to choose from; none stands for the median
 *     distance of training rows
 */
public record Width(List<Double> values) {
  /** The median distance of training rows. */
  public static final Width MEDIAN = new Width(List.of());

  public Width {
    values = List.copyOf(values);
  }

  /** Whether it is the median distance of training rows. */
  public boolean isMedian() {
    return values.isEmpty();
  }

  /** The width, or the first one, given the median distance where it is needed. */
  public double resolve(OptionalDouble median) {
    return isMedian() ? median.orElseThrow() : values.get(0);
  }
}
