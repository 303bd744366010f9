package org.filbert.solver;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
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
 * residual are computed anew, and held-out rows are scored. If they have come apart, or a direction
 * of negative curvature shows that conjugacy is lost, the iteration begins anew from there; if that
 * does not help, it stops and says so.
 */
public final class ConjugateGradients implements Solver<ConjugateGradients.State> {
  /** Iterations after which the true residual is computed. */
  static final int CHECK = 10;

  private static final Vector R = new Vector("residual");
  private static final Vector P = new Vector("direction");
  private static final Vector Q = new Vector("image of direction");
  private static final Vector Z = new Vector("preconditioned residual");

  /** Of the best residual: more is no progress. */
  private static final double PROGRESS = 0.95;

  /** Checks in succession that find rounding and no progress, after which it is over. */
  private static final int PATIENCE = 3;

  /** Of the tolerance: what a recurrence must come to, so that the true residual is below it. */
  private static final double SAFELY = 0.99;

  /** Of the true residual norm: a larger difference from the recurrence's means a new beginning. */
  private static final double APART = 0.1;

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
      atLeastOne("size", size);
      atLeastOne("maxIterations", maxIterations);
      atLeastOne("patience", patience);
      atLeastOne("features", features);
      atLeastOne("hadamard", hadamard);
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

    private static void atLeastOne(String name, OptionalInt value) {
      if (value.isPresent() && value.getAsInt() < 1) {
        throw new IllegalArgumentException(
            name + " is " + value.getAsInt() + ", must be at least 1");
      }
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
  public static final class Type implements SolverType {
    @Override
    public String name() {
      return "conjugate-gradients";
    }

    @Override
    public Class<? extends SolverOptions> options() {
      return Options.class;
    }

    @Override
    public List<Class<?>> messages() {
      return List.of(State.class, Terms.class, PreconditionerSize.class);
    }
  }

  /**
   * What holds for all iterations.
   *
   * @param iterations the most there will be
   * @param outputs columns of each ridge
   */
  record Terms(double tolerance, int iterations, int outputs) {}

  /**
   * What is remembered between two iterations; numbers are of every column.
   *
   * @param right2 ‖b‖²
   * @param residual2 ‖r‖²
   * @param rz rᵀz
   * @param done columns that have met the tolerance, which stay as they are
   * @param scored whether held-out rows were scored at the end of the last iteration
   * @param best the largest relative residual of a column at the best check so far
   * @param checks since then
   * @param restarts new beginnings
   * @param size of the preconditioner
   */
  public record State(
      Position position,
      Terms terms,
      double[] right2,
      double[] residual2,
      double[] rz,
      List<Boolean> done,
      boolean scored,
      double best,
      int checks,
      int restarts,
      PreconditionerSize size)
      implements Solver.State {

    /** After a step: a column whose residual has come below the tolerance is done. */
    private State with(double[] newResidual2) {
      double bound = SAFELY * SAFELY * terms.tolerance * terms.tolerance;
      List<Boolean> nowDone =
          IntStream.range(0, done.size())
              .mapToObj(c -> done.get(c) || newResidual2[c] <= bound * right2[c])
              .toList();
      return new State(
          position, terms, right2, newResidual2, rz, nowDone, false, best, checks, restarts, size);
    }

    /**
     * The state with the true residual: columns that are not there yet are not done. Its norm may
     * well rise before it falls; only if it is not what the recurrence says is that a sign of
     * rounding.
     */
    private State checked(double[] newResidual2) {
      double bound = terms.tolerance * terms.tolerance;
      List<Boolean> nowDone =
          IntStream.range(0, done.size())
              .mapToObj(c -> newResidual2[c] <= bound * right2[c])
              .toList();
      double now = largest(newResidual2);
      boolean better = now < PROGRESS * best;
      boolean rounding =
          apart(newResidual2)
              || IntStream.range(0, done.size()).anyMatch(c -> done.get(c) && !nowDone.get(c));
      return new State(
          position,
          terms,
          right2,
          newResidual2,
          rz,
          nowDone,
          true,
          better ? now : best,
          better || !rounding ? 0 : checks + 1,
          restarts,
          size.after(position.epoch(), now, CHECK));
    }

    private State next(double[] newRz, boolean restarted, PreconditionerSize newSize) {
      return new State(
          new Position(position.epoch() + 1, 0, 1),
          terms,
          right2,
          residual2,
          newRz,
          done,
          scored,
          best,
          checks,
          restarts + (restarted ? 1 : 0),
          newSize);
    }

    private boolean solved(int member) {
      return columns(member).allMatch(done::get);
    }

    private IntStream columns(int member) {
      return IntStream.range(member * terms.outputs, (member + 1) * terms.outputs);
    }

    /** Whether true residuals are far from what the recurrence says. */
    private boolean apart(double[] trueResidual2) {
      return IntStream.range(0, right2.length)
          .filter(c -> !done.get(c))
          .anyMatch(
              c -> {
                double norm = Math.sqrt(trueResidual2[c]);
                return Math.abs(norm - Math.sqrt(residual2[c])) > APART * norm;
              });
    }

    @Override
    public boolean finished(int member) {
      return scored && (stalled() || solved(member));
    }

    private boolean stalled() {
      return checks >= PATIENCE;
    }

    @Override
    public Optional<Boolean> converged() {
      return Optional.of(done.stream().allMatch(own -> own));
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
      boolean over = stalled() || position.epoch() > terms.iterations;
      if (!over || converged().orElseThrow()) {
        return List.of();
      }
      return List.of(
          String.format(
              Locale.ROOT,
              "conjugate gradients ended after %d iterations (%s) at a relative residual of %.2g, the tolerance is %.2g",
              position.epoch() - 1,
              stalled() ? "rounding leaves no progress" : "maxIterations",
              largest(),
              terms.tolerance));
    }

    @Override
    public OptionalDouble relativeResidual(int member) {
      double all =
          Arrays.stream(right2, member * terms.outputs, (member + 1) * terms.outputs).sum();
      double left =
          Arrays.stream(residual2, member * terms.outputs, (member + 1) * terms.outputs).sum();
      return OptionalDouble.of(Math.sqrt(all > 0 ? left / all : left));
    }

    private double largest() {
      return largest(residual2);
    }

    /** The largest relative residual of a column. */
    private double largest(double[] norms2) {
      double largest = 0;
      for (int c = 0; c < right2.length; c++) {
        largest = Math.max(largest, right2[c] > 0 ? Math.sqrt(norms2[c] / right2[c]) : 0);
      }
      return largest;
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
    double[] right2 = system.dot(R, R);
    Vector z = precondition(system, sketch);
    system.combine(filled(right2.length, 1), z, new double[right2.length], P);
    return new State(
        new Position(1, 0, 1),
        new Terms(tolerance, options.stopping().epochs(), right2.length / system.ridges().size()),
        right2,
        right2,
        system.dot(R, z),
        Collections.nCopies(right2.length, false),
        false,
        Double.POSITIVE_INFINITY,
        0,
        0,
        new PreconditionerSize(sketch == null ? 0 : sketch.columns().columns(), 1, 0));
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
    int columns = before.right2.length;
    int iteration = before.position.epoch();
    system.apply(P, Q);
    double[] pq = system.dot(P, Q);
    double[] a = new double[columns];
    boolean lost = false;
    for (int c = 0; c < columns; c++) {
      if (active.contains(c / before.terms.outputs) && !before.done.get(c)) {
        a[c] = pq[c] > 0 ? before.rz[c] / pq[c] : 0;
        lost |= !(pq[c] > 0);
      }
    }
    system.add(a, P, Vector.U);
    system.add(Arrays.stream(a).map(x -> -x).toArray(), Q, R);
    State state = before.with(system.dot(R, R));
    if (lost
        || iteration % CHECK == 0
        || iteration == options.stopping().epochs()
        || active.stream().anyMatch(state::solved)) {
      State checked = checked(state, system);
      lost |= state.apart(checked.residual2);
      state = checked;
    }
    Sketch sketch = sketch(system);
    PreconditionerSize size = state.size;
    if (sketch != null && state.scored) {
      size = size.grown(sketch.most(), state.largest() / tolerance, cost(columns));
      if (size.columns() > state.size.columns()) {
        system.sketch(sketch.withColumns(size.columns()));
        lost = true;
      }
    }
    Vector z = precondition(system, sketch == null ? null : sketch.withColumns(size.columns()));
    double[] change = system.dot(Q, z);
    double[] b = new double[columns];
    for (int c = 0; c < columns; c++) {
      b[c] = lost || a[c] == 0 ? 0 : -a[c] * change[c] / before.rz[c];
    }
    system.combine(filled(columns, 1), z, b, P);
    return state.next(system.dot(R, z), lost, size);
  }

  private PreconditionerSize.Cost cost(int columns) {
    return new PreconditionerSize.Cost(prepared.rows(), prepared.rowValues(), columns);
  }

  private static double[] filled(int length, double value) {
    double[] values = new double[length];
    Arrays.fill(values, value);
    return values;
  }

  /** The true residual, and scores of held-out rows. */
  private static State checked(State state, KernelSystem system) {
    system.refit(Vector.U);
    system.gradient(R);
    system.score(Vector.U);
    return state.checked(system.dot(R, R));
  }
}
