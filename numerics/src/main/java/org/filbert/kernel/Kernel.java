package org.filbert.kernel;

import java.util.OptionalDouble;
import org.filbert.linalg.VectorMath;

/**
 * A positive semi-definite kernel κ(x, z) that depends on the pair through one {@link Statistic}.
 *
 * <p>A kernel is a record of its parameters, numbers that the constructor checks. {@link
 * KernelType} makes it known.
 */
public interface Kernel {
  /** What {@link #of} takes. */
  Statistic statistic();

  /** p of the norm ‖x - z‖_p whose p-th power is the statistic of distances. */
  default double power() {
    return statistic() == Statistic.ABSOLUTE_DISTANCE ? 1 : 2;
  }

  /** κ of two rows with a distance ‖x - z‖_p, for kernels of distances. */
  default double at(double distance) {
    return of(
        switch (statistic()) {
          case ABSOLUTE_DISTANCE -> distance;
          case POWER_DISTANCE -> Math.pow(distance, power());
          case SQUARED_DISTANCE, DOT -> distance * distance;
        });
  }

  /** κ as a function of the statistic: the slow reference. */
  double of(double statistic);

  /** x[i] ← κ(x[i]) for i in [from, from + count), in float and fast. */
  void apply(float[] x, int from, int count, VectorMath math);

  /** As {@link #apply(float[], int, int, VectorMath)}, in double; by {@link #of} by default. */
  default void apply(double[] x, int from, int count, VectorMath math) {
    for (int i = from; i < from + count; i++) {
      x[i] = of(x[i]);
    }
  }

  /**
   * The same kernel with another width σ.
   *
   * @throws UnsupportedOperationException if it has none
   */
  default Kernel withSigma(double sigma) {
    throw new UnsupportedOperationException("the kernel " + this + " has no sigma");
  }

  /** The width σ, if it has one. */
  default OptionalDouble width() {
    return OptionalDouble.empty();
  }

  /**
   * Whether κ has a kink where the squared distance is 0, so that a rounding error δ in that moves
   * κ by √δ.
   */
  default boolean kinkedAtZero() {
    return false;
  }

  /** Whether κ(x, z) depends on x - z alone, so that all inputs may be moved by one vector. */
  default boolean shiftInvariant() {
    return statistic() != Statistic.DOT;
  }
}
