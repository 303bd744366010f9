package org.filbert.solver;

/**
 * What is added to the diagonal of the kernel matrix.
 *
 * @param perSample whether the value is λ, to be multiplied by n, or the ridge itself
 */
public record Ridge(double value, boolean perSample) {
  public Ridge {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          (perSample ? "lambda" : "ridge") + " is " + value + ", must be a number above 0");
    }
  }

  /** The ridge of a system of n rows. */
  public double absolute(int rows) {
    return perSample ? value * rows : value;
  }
}
