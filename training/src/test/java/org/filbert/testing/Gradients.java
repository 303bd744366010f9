package org.filbert.testing;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.filbert.solver.ConjugateGradientsOptions;
import org.filbert.solver.Preconditioner;

/** Conjugate gradients as the tests want them. */
public final class Gradients {
  private Gradients() {}

  /**
   * Options without patience.
   *
   * @param size of the preconditioner, if there is one
   */
  public static ConjugateGradientsOptions of(
      Preconditioner kind, int size, double tolerance, int iterations) {
    return new ConjugateGradientsOptions(
        Optional.of(kind),
        kind == Preconditioner.NONE ? OptionalInt.empty() : OptionalInt.of(size),
        OptionalDouble.empty(),
        OptionalDouble.of(tolerance),
        OptionalInt.of(iterations),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty());
  }

  /** A few iterations, with a preconditioner of so many columns. */
  public static ConjugateGradientsOptions few(Preconditioner kind, int size) {
    return of(kind, size, 1e-2, 12);
  }

  /** The same with levels of a sketch of random features. */
  public static ConjugateGradientsOptions withLevels(
      ConjugateGradientsOptions options, OptionalInt features, OptionalInt hadamard) {
    return new ConjugateGradientsOptions(
        options.preconditioner(),
        options.size(),
        options.preconditionerRidge(),
        options.tolerance(),
        options.maxIterations(),
        options.patience(),
        features,
        hadamard);
  }
}
