package org.filbert.kernel;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The width σ &gt; 0 of a kernel as it is configured.
 *
 * @param values the width, or several in ascending order to choose from; none stands for the median
 *     distance of training rows
 * @param automatic whether it is chosen around the median distance by leaving rows out
 */
public record Width(List<Double> values, boolean automatic) {
  /** The median distance of training rows. */
  public static final Width MEDIAN = new Width(List.of());

  /** The width that predicts training rows best by the others. */
  public static final Width AUTOMATIC = new Width(List.of(), true);

  public Width {
    values = List.copyOf(values);
  }

  /** A width, or several to choose from. */
  public Width(List<Double> values) {
    this(values, false);
  }

  /** Whether it is the median distance of training rows, or is chosen around that. */
  public boolean isMedian() {
    return values.isEmpty();
  }

  /** The width, or the first one, given the median distance where it is needed. */
  public double resolve(OptionalDouble median) {
    return isMedian() ? median.orElseThrow() : values.get(0);
  }
}
