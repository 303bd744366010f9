package org.filbert.system.equations;

import java.util.List;

/**
 * The number that is added to the diagonal of the kernel matrix, or a path of several numbers that
 * are solved side by side.
 *
 * @param values ascending
 * @param perSample whether the values are λ, which is multiplied by n, or ridges
 */
public record Ridge(List<Double> values, boolean perSample) {
  /** No penalty, for solvers that need none. */
  public static final Ridge NONE = new Ridge(0, false);

  public Ridge {
    values = List.copyOf(values);
    String name = perSample ? "lambda" : "ridge";
    if (values.isEmpty()) {
      throw new IllegalArgumentException(name + " has no values, must have one or more");
    }
    for (int i = 0; i < values.size(); i++) {
      double value = values.get(i);
      if (!(value > 0 || (value == 0 && values.size() == 1 && !perSample))
          || Double.isInfinite(value)) {
        throw new IllegalArgumentException(name + " is " + value + ", must be a number above 0");
      }
      if (i > 0 && value <= values.get(i - 1)) {
        throw new IllegalArgumentException(
            "%s has %s after %s, several values must ascend"
                .formatted(name, value, values.get(i - 1)));
      }
    }
  }

  /** One value. */
  public Ridge(double value, boolean perSample) {
    this(List.of(value), perSample);
  }

  /**
   * The ridges of a system of n rows.
   *
   * @param rows n, or the sum of the rows' weights
   */
  public List<Double> absolute(double rows) {
    return perSample ? values.stream().map(value -> value * rows).toList() : values;
  }
}
