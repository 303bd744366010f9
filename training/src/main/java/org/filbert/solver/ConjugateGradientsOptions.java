package org.filbert.solver;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.filbert.data.Outputs;
import org.filbert.data.RefusedException;
import org.filbert.kernel.Kernel;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.system.FeatureOptions;
import org.filbert.system.LowRankFactor;
import org.filbert.system.Preconditioned;
import org.filbert.system.SelfPreconditioned;
import org.filbert.system.Sketch;
import org.filbert.system.SketchedFeatures;
import org.filbert.system.SystemOptions;
import org.filbert.system.equations.SystemSettings;

/**
 * Options of conjugate gradients.
 *
 * @param preconditioner What approximates the kernel matrix. Of {@code nystrom} it is {@code
 *     landmarks}, its own, or {@code none}; of other systems {@code none}. Default: {@code
 *     landmarks} for {@code full-kernel} and {@code nystrom}, else {@code none}
 * @param size Its landmarks or features s, for {@code full-kernel}. Default: 500, doubled as long
 *     as that pays
 * @param preconditionerRidge Its diagonal μ, above 0. Default: 10 times each ridge
 * @param tolerance Relative residual at which to stop. Default: 1e-3, for regression 1e-5
 * @param maxIterations Largest number of iterations. Default: 1000
 * @param patience Iterations without a lower validation error before stopping. Default: never
 * @param features Random features before a Hadamard transform reduces them. Default: no transform
 * @param hadamard Columns after that transform, before a Gaussian matrix reduces them to {@code
 *     size}. Default: {@code size}
 */
public record ConjugateGradientsOptions(
    Optional<Preconditioner> preconditioner,
    OptionalInt size,
    OptionalDouble preconditionerRidge,
    OptionalDouble tolerance,
    OptionalInt maxIterations,
    OptionalInt patience,
    OptionalInt features,
    OptionalInt hadamard)
    implements SystemSolverOptions {
  private static final int ITERATIONS = 1000;

  public ConjugateGradientsOptions {
    new Stopping(1, tolerance.orElse(0), patience.orElse(0)); // checks them
    if (tolerance.isPresent() && tolerance.getAsDouble() == 0) {
      throw new IllegalArgumentException("tolerance is 0.0, must be above 0 and below 1");
    }
    SolverOptions.atLeast("size", size, 1);
    SolverOptions.atLeast("maxIterations", maxIterations, 1);
    SolverOptions.atLeast("patience", patience, 1);
    SolverOptions.atLeast("features", features, 1);
    SolverOptions.atLeast("hadamard", hadamard, 1);
    SolverOptions.aboveZero("preconditionerRidge", preconditionerRidge);
    if (preconditioner.filter(Preconditioner.NONE::equals).isPresent()) {
      needsPreconditioner("size", size.isPresent());
      needsPreconditioner("preconditionerRidge", preconditionerRidge.isPresent());
    }
    if (features.isPresent()
        && preconditioner.filter(Preconditioner.RANDOM_FEATURES::equals).isEmpty()) {
      throw new IllegalArgumentException(
          "features is given, which only preconditioner: random-features has");
    }
    if (hadamard.isPresent() && features.isEmpty()) {
      throw new IllegalArgumentException("hadamard is given, which needs features");
    }
    descend("hadamard", hadamard, "features", features);
    descend("size", size, "hadamard", hadamard);
    descend("size", size, "features", features);
  }

  /** The defaults, and most iterations. */
  public static ConjugateGradientsOptions of(OptionalInt maxIterations) {
    return new ConjugateGradientsOptions(
        Optional.empty(),
        OptionalInt.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        maxIterations,
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty());
  }

  private static void descend(String name, OptionalInt value, String above, OptionalInt most) {
    if (value.isPresent() && most.isPresent() && value.getAsInt() > most.getAsInt()) {
      throw new IllegalArgumentException(
          "%s is %s, must be at most %s, %s"
              .formatted(name, value.getAsInt(), above, most.getAsInt()));
    }
  }

  /** The tolerance of every right-hand side, for these outputs. */
  double tolerance(Outputs outputs) {
    return tolerance.orElse(outputs instanceof Outputs.Classes ? 1e-3 : 1e-5);
  }

  /**
   * The first preconditioner of a run, if it has one.
   *
   * @param kernelMatrix whether the system is of a kernel matrix
   * @param ridges as added to its diagonal
   * @throws RefusedException if it would have as many columns as there are rows
   */
  Optional<Sketch> sketch(boolean kernelMatrix, List<Double> ridges, Prepared prepared) {
    Preconditioner kind = preconditioner.orElse(Preconditioner.LANDMARKS);
    if (!kernelMatrix || kind == Preconditioner.NONE) {
      return Optional.empty();
    }
    if (size.orElse(0) >= prepared.rows()) {
      throw new RefusedException(
          "solver.size is %s, must be less than the number of training rows, %s"
              .formatted(size.getAsInt(), prepared.rows()));
    }
    int most = size.orElse(PreconditionerSize.most(most(), prepared.rows()));
    int first = size.orElse(Math.min(PreconditionerSize.FIRST, most));
    return Optional.of(
        new Sketch(
            columns(kind, prepared.kernel(), first),
            preconditionerRidge.isPresent()
                ? List.of(preconditionerRidge.getAsDouble())
                : ridges.stream().map(ridge -> 10 * ridge).toList(),
            most));
  }

  /** Whether a system that knows a preconditioner uses it. */
  boolean own() {
    return preconditioner.orElse(Preconditioner.LANDMARKS) == Preconditioner.LANDMARKS;
  }

  private boolean takesOwn(SystemOptions system) {
    return own() && SelfPreconditioned.FACET.offeredBy(system);
  }

  /** Most columns of the preconditioner. */
  private int most() {
    int own = hadamard.orElse(features.orElse(Integer.MAX_VALUE));
    return size.orElse(Math.min(own, PreconditionerSize.MOST));
  }

  private LowRankFactor columns(Preconditioner kind, Kernel kernel, int number) {
    return features.isPresent()
        ? new SketchedFeatures(
            FeatureOptions.of(kernel, features.getAsInt()), hadamard.orElse(number), number)
        : kind.columns(number, kernel);
  }

  private static void needsPreconditioner(String key, boolean given) {
    if (given) {
      throw new IllegalArgumentException(key + " is given, which preconditioner: none has not");
    }
  }

  @Override
  public Stopping stopping() {
    return new Stopping(maxIterations.orElse(ITERATIONS), 0, patience.orElse(0));
  }

  @Override
  public void check(SystemOptions system, Kernel kernel) {
    SystemSolverOptions.super.check(system, kernel);
    if (preconditioner.isPresent()
        && preconditioner.get() != Preconditioner.NONE
        && !takesOwn(system)) {
      Preconditioned.FACET.require(
          system, "solver.preconditioner is " + preconditioner.get().key());
      preconditioner.get().columns(1, kernel); // checks them
    }
    if (size.isPresent()) {
      Preconditioned.FACET.require(system, "solver.size is " + size.getAsInt());
    }
    if (preconditionerRidge.isPresent()) {
      Preconditioned.FACET.require(
          system, "solver.preconditionerRidge is " + preconditionerRidge.getAsDouble());
    }
  }

  @Override
  public Plan plan(
      Plan ofSystem, SystemOptions system, SystemSettings settings, Prepared prepared) {
    boolean kernelMatrix = Preconditioned.FACET.offeredBy(system);
    Plan checking =
        ofSystem.with(
            ofSystem.work().reading(0, ofSystem.work().entries() / ConjugateGradients.CHECK));
    if (takesOwn(system)) {
      return system.preconditioned(checking, settings);
    }
    return sketch(kernelMatrix, settings.ridge().absolute(prepared.weight()), prepared)
        .map(sketch -> sketch.on(checking, settings, prepared))
        .orElse(checking);
  }

  @Override
  public Solver<?> solver(Prepared prepared, long seed) {
    return new ConjugateGradients(this, prepared);
  }
}
