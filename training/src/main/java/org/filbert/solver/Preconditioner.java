package org.filbert.solver;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.filbert.kernel.Kernel;
import org.filbert.system.FeatureOptions;
import org.filbert.system.LowRankFactor;
import org.filbert.system.NystromOptions;

/** Preconditioners of conjugate gradients on a kernel matrix. */
public enum Preconditioner {
  /** Nothing. */
  NONE,
  /** Random features of the kernel. */
  RANDOM_FEATURES,
  /** The kernel's columns of some rows, drawn uniformly. */
  LANDMARKS,
  /** The kernel's columns of some rows, drawn by randomly pivoted Cholesky. */
  PIVOTED_LANDMARKS;

  /** As it stands in a configuration. */
  String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Columns of this kind.
   *
   * @throws IllegalArgumentException if the kernel has none
   */
  LowRankFactor columns(int number, Kernel kernel) {
    return switch (this) {
      case NONE -> throw new IllegalStateException("no columns");
      case RANDOM_FEATURES -> FeatureOptions.of(kernel, number);
      case LANDMARKS -> landmarks(number, NystromOptions.Sampling.UNIFORM);
      case PIVOTED_LANDMARKS -> landmarks(number, NystromOptions.Sampling.PIVOTED);
    };
  }

  private static NystromOptions landmarks(int number, NystromOptions.Sampling sampling) {
    return new NystromOptions(
        number,
        Optional.of(sampling),
        OptionalDouble.empty(),
        Optional.of(NystromOptions.Order.RANDOM));
  }
}
