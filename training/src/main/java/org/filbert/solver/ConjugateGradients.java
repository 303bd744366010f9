package org.filbert.solver;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.filbert.linalg.ConjugateStep;
import org.filbert.shard.Prepared;
import org.filbert.system.KernelSystem;
import org.filbert.system.Preconditioned;
import org.filbert.system.SelfPreconditioned;
import org.filbert.system.Sketch;
import org.filbert.system.equations.Vector;

/**
 * Conjugate gradients for all right-hand sides at once, each with its own scalars and its own end,
 * preconditioned by a sketch of the kernel matrix: Avron, Clarkson, Woodruff, Faster Kernel Ridge
 * Regression Using Sketching and Preconditioning, 2016. The equations of landmarks are
 * preconditioned by the landmarks.
 *
 * <pre>
 *   Z = M⁻¹·R                b = zᵀ(r - r before) / (rᵀz before) of every column
 *   P ← Z + b·P,  Q = A·P    a = rᵀz / pᵀq
 *   U += a·P,  R -= a·Q
 * </pre>
 *
 * <p>That is a {@link ConjugateStep}. An iteration is an epoch of the run's curve. A column ends
 * when ‖b - A·u‖ ≤ tolerance·‖b‖. The recurrence's R is checked every {@value #CHECK} iterations
 * and before the solver stops: fitted values and residual are computed anew. If the two differ, or
 * a direction of negative curvature shows that conjugacy is lost, the iteration restarts from
 * there. If the residual has grown far beyond that of the best check, it restarts from the unknowns
 * of that check: below what rounding permits, directions are noise that leads away. If that does
 * not help, it stops with a warning.
 */
public final class ConjugateGradients implements Solver<ConjugateGradients.State> {
  /** Iterations after which the true residual is computed. */
  static final int CHECK = 10;

  private static final Vector R = new Vector("residual");
  private static final Vector P = new Vector("direction");
  private static final Vector Q = new Vector("image of direction");
  private static final Vector Z = new Vector("preconditioned residual");

  /** The unknowns of the check with the smallest residual. */
  private static final Vector GOOD = new Vector("best checked");

  /** The registration of conjugate gradients. */
  public static final class Type extends SolverType {
    public Type() {
      super(
          "conjugate-gradients",
          ConjugateGradientsOptions.class,
          List.of(ConjugateGradients.class));
    }
  }

  /**
   * The state between two iterations.
   *
   * @param iterations largest number of iterations
   * @param rz rᵀz of every column before the last step
   * @param a its length in every column; 0 where the next direction is the first one
   * @param checked whether the residuals are those of the coefficients
   * @param size of the preconditioner
   */
  public record State(
      Position position,
      int iterations,
      Residuals residuals,
      double[] rz,
      double[] a,
      boolean checked,
      PreconditionerSize size)
      implements Solver.State {
    /** The state after a step, with squared norms of R by the recurrence. */
    private State after(double[] residual2, double[] newRz, double[] newA) {
      return new State(
          new Position(position.epoch() + 1, 0, 1),
          iterations,
          residuals.after(residual2),
          newRz,
          newA,
          false,
          size);
    }

    private boolean toBeChecked(List<Integer> active) {
      int iteration = position.epoch() - 1;
      return iteration % CHECK == 0
          || iteration == iterations
          || active.stream().anyMatch(residuals::solved);
    }

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
              "conjugate gradients ended after %s iterations (%s) at a relative residual of %.2g,"
                  + " the tolerance is %.2g",
              position.epoch() - 1,
              residuals.stalled() ? "rounding leaves no progress" : "maxIterations",
              residuals.largest(),
              residuals.tolerance()));
    }
  }

  private final ConjugateGradientsOptions options;
  private final Prepared prepared;
  private final double tolerance;

  ConjugateGradients(ConjugateGradientsOptions options, Prepared prepared) {
    this.options = options;
    this.prepared = prepared;
    this.tolerance = options.tolerance(prepared.outputs());
  }

  private Optional<Sketch> sketch(KernelSystem system) {
    boolean kernelMatrix = Preconditioned.FACET.find(system).isPresent();
    return options.sketch(kernelMatrix, system.ridges(), prepared);
  }

  /** Residual, direction, its image, preconditioned residual, and the best unknowns. */
  @Override
  public int vectors(int directions) {
    return 5;
  }

  @Override
  public State start(KernelSystem system) {
    Optional<Sketch> sketch = sketch(system);
    sketch.ifPresent(own -> Preconditioned.FACET.of(system).sketch(own));
    system.gradient(R);
    double[] residual2 = system.dot(R, R);
    double[] right2 = right2(system, residual2);
    system.copy(Vector.U, GOOD);
    int columns = right2.length;
    return new State(
        new Position(1, 0, 1),
        options.stopping().epochs(),
        Residuals.first(tolerance, columns / system.ridges().size(), right2, residual2),
        new double[columns],
        new double[columns],
        false,
        new PreconditionerSize(sketch.map(own -> own.columns().columns()).orElse(0), 1, 0));
  }

  /** ‖B‖² = ‖R + A·u‖² of every column. */
  private static double[] right2(KernelSystem system, double[] residual2) {
    if (Arrays.stream(system.dot(Vector.U, Vector.U)).allMatch(square -> square == 0)) {
      return residual2;
    }
    system.apply(Vector.U, Q);
    system.add(ones(residual2.length), R, Q);
    return system.dot(Q, Q);
  }

  @Override
  public State step(State before, KernelSystem system, List<Integer> active) {
    Vector z = precondition(before.size, system);
    ConjugateStep<Vector> step = new ConjugateStep<>(system, Vector.U, R, P, Q);
    double[] rz = system.dot(R, z);
    step.turn(z, step.conjugation(z, before.a, before.rz));
    boolean[] lost = new boolean[1];
    double[] a =
        step.advance(
            pq -> {
              double[] lengths = new double[pq.length];
              for (int c = 0; c < pq.length; c++) {
                if (active.contains(c / before.residuals.outputs())
                    && !before.residuals.done().get(c)) {
                  lengths[c] = pq[c] > 0 ? rz[c] / pq[c] : 0;
                  lost[0] |= !(pq[c] > 0);
                }
              }
              return lengths;
            });
    State after = before.after(system.dot(R, R), rz, a);
    return lost[0] || after.toBeChecked(active) ? checked(after, system, lost[0]) : after;
  }

  /** M⁻¹·R */
  private Vector precondition(PreconditionerSize size, KernelSystem system) {
    Optional<Sketch> sketch = sketch(system);
    if (sketch.isPresent()) {
      Preconditioned.FACET.of(system).precondition(sketch.get().withColumns(size.columns()), R, Z);
      return Z;
    }
    Optional<SelfPreconditioned> own =
        SelfPreconditioned.FACET.find(system).filter(any -> options.own());
    own.ifPresent(known -> known.precondition(R, Z));
    return own.isPresent() ? Z : R;
  }

  /**
   * Computes the true residual, and enlarges the preconditioner if that pays.
   *
   * @param lost whether conjugacy is lost, so that the iteration restarts in any case
   */
  private State checked(State state, KernelSystem system, boolean lost) {
    double[] true2 = trueResidual2(system);
    boolean astray = state.residuals.astray(true2);
    if (astray) {
      system.copy(GOOD, Vector.U);
      true2 = trueResidual2(system);
    } else if (state.residuals.best(true2)) {
      system.copy(Vector.U, GOOD);
    }
    boolean anew = lost || astray || state.residuals.apart(true2);
    Residuals residuals = state.residuals.checked(true2, astray);
    PreconditionerSize size =
        state.size.after(state.position.epoch() - 1, residuals.largest(), CHECK);
    Optional<Sketch> sketch = sketch(system);
    if (sketch.isPresent()) {
      PreconditionerSize grown =
          size.grown(sketch.get().most(), residuals.largest() / tolerance, cost(true2.length));
      if (grown.columns() > size.columns()) {
        Preconditioned.FACET.of(system).sketch(sketch.get().withColumns(grown.columns()));
        anew = true;
      }
      size = grown;
    }
    return new State(
        state.position,
        state.iterations,
        residuals,
        state.rz,
        anew ? new double[state.a.length] : state.a,
        true,
        size);
  }

  /** ‖R‖² of every column, with R ← B - A·u from fitted values that are computed anew. */
  private static double[] trueResidual2(KernelSystem system) {
    system.refit(Vector.U);
    system.gradient(R);
    return system.dot(R, R);
  }

  private PreconditionerSize.Cost cost(int columns) {
    return new PreconditionerSize.Cost(prepared.rows(), prepared.rowValues(), columns);
  }

  private static double[] ones(int length) {
    double[] ones = new double[length];
    Arrays.fill(ones, 1);
    return ones;
  }
}
