package org.filbert.solver;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.filbert.data.RefusedException;
import org.filbert.kernel.Kernel;
import org.filbert.model.Outputs;
import org.filbert.shard.Prepared;
import org.filbert.system.Access;
import org.filbert.system.Columns;
import org.filbert.system.FeatureOptions;
import org.filbert.system.KernelSystem;
import org.filbert.system.Sketch;
import org.filbert.system.SketchedFeatures;
import org.filbert.system.SystemOptions;
import org.filbert.system.Vector;
import org.jspecify.annotations.Nullable;

/**
 * Conjugate gradients for all right-hand sides at once, each with its own scalars and its own end,
 * preconditioned by a sketch of the kernel matrix: Avron, Clarkson, Woodruff, Faster Kernel Ridge
 * Regression Using Sketching and Preconditioning, 2016.
 *
 * <pre>
 *   Q = A·P                  a = rᵀz / pᵀq of every column
 *   U += a·P,  R -= a·Q      Z = M⁻¹·R
 *   P ← Z + b·P              b = zᵀ(r - r before) / (rᵀz before)
 * </pre>
 *
 * <p>This b, of Polak and Ribière, allows for an M that rounds. An iteration is an epoch of the
 * run's curve. A column ends when ‖b - A·u‖ ≤ tolerance·‖b‖. What the recurrence says of R is
 * checked every {@value #CHECK} iterations and before an end is believed: the fitted values and the
 * residual are computed anew. If they have come apart, or a direction of negative curvature shows
 * that conjugacy is lost, the iteration begins anew from there; if that does not help, it stops and
 * says so.
 */
public final class ConjugateGradients implements Solver<ConjugateGradients.State> {
  /** Iterations after which the true residual is computed. */
  static final int CHECK = 10;

  private static final Vector R = new Vector("residual");
  private static final Vector P = new Vector("direction");
  private static final Vector Q = new Vector("image of direction");
  private static final Vector Z = new Vector("preconditioned residual");

  /**
   * What can be chosen.
   *
   * @param preconditioner landmarks if absent and the system is of a kernel matrix, else none
   * @param size landmarks or features of the preconditioner; if absent, doubled from {@value
   *     PreconditionerSize#FIRST} as long as that pays
   * @param preconditionerRidge 10 times each ridge if absent
   * @param tolerance relative residual of every right-hand side to stop at; if absent 1e-3 for
   *     classes and 1e-5 for regression
   * @param maxIterations 1,000 if absent
   * @param patience iterations without a better validation error to stop after; absent: never
   * @param features of which a Hadamard transform makes the preconditioner's, if it is of random
   *     features; absent: as many as there are in the end
   * @param hadamard columns of that transform, of which a gaussian matrix makes the
   *     preconditioner's; absent: as many as there are in the end
   */
  public record Options(
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

    public Options {
      new Stopping(1, tolerance.orElse(0), patience.orElse(0)); // checks them
      if (tolerance.isPresent() && tolerance.getAsDouble() == 0) {
        throw new IllegalArgumentException("tolerance is 0.0, must be above 0 and below 1");
      }
      Bounds.atLeast("size", size, 1);
      Bounds.atLeast("maxIterations", maxIterations, 1);
      Bounds.atLeast("patience", patience, 1);
      Bounds.atLeast("features", features, 1);
      Bounds.atLeast("hadamard", hadamard, 1);
      if (preconditionerRidge.isPresent()
          && !(preconditionerRidge.getAsDouble() > 0
              && Double.isFinite(preconditionerRidge.getAsDouble()))) {
        throw new IllegalArgumentException(
            "preconditionerRidge is "
                + preconditionerRidge.getAsDouble()
                + ", must be a number above 0");
      }
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

    private static void descend(String name, OptionalInt value, String above, OptionalInt most) {
      if (value.isPresent() && most.isPresent() && value.getAsInt() > most.getAsInt()) {
        throw new IllegalArgumentException(
            "%s is %d, must be at most %s, %d"
                .formatted(name, value.getAsInt(), above, most.getAsInt()));
      }
    }

    /** Most columns of the preconditioner. */
    private int most() {
      int own = hadamard.orElse(features.orElse(Integer.MAX_VALUE));
      return size.orElse(Math.min(own, PreconditionerSize.MOST));
    }

    private Columns columns(Preconditioner kind, Kernel kernel, int number) {
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
    public Access access() {
      return Access.ofWhole();
    }

    @Override
    public void check(SystemOptions system, Kernel kernel) {
      SystemSolverOptions.super.check(system, kernel);
      if (preconditioner.isPresent() && preconditioner.get() != Preconditioner.NONE) {
        if (!system.sketchable()) {
          throw new IllegalArgumentException(
              "solver.preconditioner is %s, which needs system: {type: full-kernel}"
                  .formatted(preconditioner.get().key()));
        }
        preconditioner.get().columns(1, kernel); // checks them
      }
    }

    @Override
    public Solver<?> solver(Prepared prepared, long seed) {
      return new ConjugateGradients(this, prepared);
    }
  }

  /** As it is registered. */
  public static final class Type extends NamedType {
    public Type() {
      super(
          "conjugate-gradients",
          Options.class,
          List.of(State.class, Residuals.class, PreconditionerSize.class));
    }
  }

  /**
   * What is remembered between two iterations.
   *
   * @param iterations the most there will be
   * @param rz rᵀz of every column
   * @param checked whether the residuals are those of the coefficients
   * @param size of the preconditioner
   */
  public record State(
      Position position,
      int iterations,
      Residuals residuals,
      double[] rz,
      boolean checked,
      PreconditionerSize size)
      implements Solver.State {

    @Override
    public boolean finished(int member) {
      return checked && (residuals.stalled() || residuals.solved(member));
    }

    @Override
    public Optional<Boolean> converged() {
      return Optional.of(residuals.solved());
    }

    @Override
    public OptionalDouble relativeResidual(int member) {
      return OptionalDouble.of(residuals.relative(member));
    }

    @Override
    public SortedMap<String, Double> choices() {
      SortedMap<String, Double> choices = new TreeMap<>();
      if (size.columns() > 0) {
        choices.put("preconditionerSize", (double) size.columns());
        if (size.rate() > 0) {
          choices.put("conditionNumber", size.condition());
        }
      }
      return choices;
    }

    @Override
    public List<String> warnings() {
      boolean over = residuals.stalled() || position.epoch() > iterations;
      if (!over || residuals.solved()) {
        return List.of();
      }
      return List.of(
          String.format(
              Locale.ROOT,
              "conjugate gradients ended after %d iterations (%s) at a relative residual of %.2g, the tolerance is %.2g",
              position.epoch() - 1,
              residuals.stalled() ? "rounding leaves no progress" : "maxIterations",
              residuals.largest(),
              residuals.tolerance()));
    }
  }

  private final Options options;
  private final Prepared prepared;
  private final double tolerance;

  private ConjugateGradients(Options options, Prepared prepared) {
    boolean classes = prepared.outputs() instanceof Outputs.Classes;
    this.options = options;
    this.prepared = prepared;
    this.tolerance = options.tolerance().orElse(classes ? 1e-3 : 1e-5);
  }

  @Override
  public Optional<Sketch> sketch(boolean sketchable, List<Double> ridges) {
    Preconditioner kind =
        options
            .preconditioner()
            .orElse(sketchable ? Preconditioner.LANDMARKS : Preconditioner.NONE);
    if (kind == Preconditioner.NONE) {
      return Optional.empty();
    }
    if (options.size().orElse(0) >= prepared.rows()) {
      throw new RefusedException(
          "solver.size is %d, must be less than the number of training rows, %d"
              .formatted(options.size().getAsInt(), prepared.rows()));
    }
    int most = options.size().orElse(PreconditionerSize.most(options.most(), prepared.rows()));
    OptionalDouble own = options.preconditionerRidge();
    return Optional.of(
        new Sketch(
            options.columns(
                kind,
                prepared.kernel(),
                options.size().orElse(Math.min(PreconditionerSize.FIRST, most))),
            own.isPresent()
                ? List.of(own.getAsDouble())
                : ridges.stream().map(ridge -> 10 * ridge).toList(),
            most));
  }

  private @Nullable Sketch sketch(KernelSystem system) {
    return sketch(system.sketchable(), system.ridges()).orElse(null);
  }

  /** Residual, direction, its image, and what the preconditioner makes of the residual. */
  @Override
  public int vectors(int directions) {
    return 4;
  }

  @Override
  public State start(KernelSystem system) {
    Sketch sketch = sketch(system);
    if (sketch != null) {
      system.sketch(sketch);
    }
    system.gradient(R);
    double[] residual2 = system.dot(R, R);
    double[] right2 = right2(system, residual2);
    Vector z = precondition(system, sketch);
    system.copy(z, P);
    return new State(
        new Position(1, 0, 1),
        options.stopping().epochs(),
        Residuals.first(tolerance, right2.length / system.ridges().size(), right2, residual2),
        system.dot(R, z),
        false,
        new PreconditionerSize(sketch == null ? 0 : sketch.columns().columns(), 1, 0));
  }

  /** ‖B‖² = ‖R + A·u‖² of every column. */
  private static double[] right2(KernelSystem system, double[] residual2) {
    if (Arrays.stream(system.dot(Vector.U, Vector.U)).allMatch(square -> square == 0)) {
      return residual2;
    }
    double[] ones = new double[residual2.length];
    Arrays.fill(ones, 1);
    system.apply(Vector.U, Q);
    system.add(ones, R, Q);
    return system.dot(Q, Q);
  }

  /** M⁻¹·R */
  private static Vector precondition(KernelSystem system, @Nullable Sketch sketch) {
    if (sketch == null) {
      return R;
    }
    system.precondition(sketch, R, Z);
    return Z;
  }

  @Override
  public State step(State before, KernelSystem system, List<Integer> active) {
    Residuals residuals = before.residuals;
    int columns = before.rz.length;
    int iteration = before.position.epoch();
    system.apply(P, Q);
    double[] pq = system.dot(P, Q);
    double[] a = new double[columns];
    boolean lost = false;
    for (int c = 0; c < columns; c++) {
      if (active.contains(c / residuals.outputs()) && !residuals.done().get(c)) {
        a[c] = pq[c] > 0 ? before.rz[c] / pq[c] : 0;
        lost |= !(pq[c] > 0);
      }
    }
    system.add(a, P, Vector.U);
    system.add(Arrays.stream(a).map(x -> -x).toArray(), Q, R);
    residuals = residuals.after(system.dot(R, R));
    boolean check =
        lost
            || iteration % CHECK == 0
            || iteration == before.iterations
            || active.stream().anyMatch(residuals::solved);
    Sketch sketch = sketch(system);
    PreconditionerSize size = before.size;
    if (check) {
      double[] true2 = trueResiduals(system);
      lost |= residuals.apart(true2);
      residuals = residuals.checked(true2);
      size = size.after(iteration, residuals.largest(), CHECK);
      if (sketch != null) {
        PreconditionerSize grown =
            size.grown(sketch.most(), residuals.largest() / tolerance, cost(columns));
        if (grown.columns() > size.columns()) {
          system.sketch(sketch.withColumns(grown.columns()));
          lost = true;
        }
        size = grown;
      }
    }
    Vector z = precondition(system, sketch == null ? null : sketch.withColumns(size.columns()));
    double[] change = system.dot(Q, z);
    double[] b = new double[columns];
    for (int c = 0; c < columns; c++) {
      b[c] = lost || a[c] == 0 ? 0 : -a[c] * change[c] / before.rz[c];
    }
    double[] ones = new double[columns];
    Arrays.fill(ones, 1);
    system.combine(ones, z, b, P);
    return new State(
        new Position(iteration + 1, 0, 1),
        before.iterations,
        residuals,
        system.dot(R, z),
        check,
        size);
  }

  private PreconditionerSize.Cost cost(int columns) {
    return new PreconditionerSize.Cost(prepared.rows(), prepared.rowValues(), columns);
  }

  /** ‖B - A·u‖² of every column from the elements of u. */
  private static double[] trueResiduals(KernelSystem system) {
    system.refit(Vector.U);
    system.gradient(R);
    return system.dot(R, R);
  }
}
