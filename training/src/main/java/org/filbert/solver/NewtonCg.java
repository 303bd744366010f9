package org.filbert.solver;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.filbert.linalg.ConjugateStep;
import org.filbert.shard.Prepared;
import org.filbert.system.Facet;
import org.filbert.system.KernelSystem;
import org.filbert.system.Smooth;
import org.filbert.system.SystemOptions;
import org.filbert.system.equations.Risk;
import org.filbert.system.equations.Vector;

/**
 * Newton's method in a trust region, whose steps come from conjugate gradients: for losses that are
 * not quadratic. Lin, Weng, Keerthi. Trust region Newton method for large-scale logistic
 * regression. JMLR 9, 2008 (TRON, as in LIBLINEAR).
 *
 * <p>With J the objective, g = -∇J and A = ∇²J at u, an iteration is
 *
 * <pre>
 *   s ≈ argmin ½ sᵀA·s - gᵀs,  ‖s‖ ≤ Δ      by conjugate gradients, until ‖g - A·s‖ ≤ 0.1·‖g‖
 *   ρ = (J(u) - J(u + s)) / (½ (gᵀs + sᵀr))   r = g - A·s: what the quadratic promised
 *   u += s if ρ &gt; 1e-4;  Δ grows or shrinks by ρ
 * </pre>
 *
 * <p>Every output has its own problem, trust region and end; all share the passes over the data. An
 * iteration is an epoch of the run's curve.
 */
public final class NewtonCg implements Solver<NewtonCg.State> {
  private static final Vector G = new Vector("gradient");
  private static final Vector S = new Vector("newton step");
  private static final Vector R = new Vector("rest of the newton equation");
  private static final Vector P = new Vector("direction");
  private static final Vector Q = new Vector("image of direction");

  /** Relative residual to which a step solves Newton's equation. */
  private static final double FORCING = 0.1;

  /** Iterations of conjugate gradients for a step, at most. */
  private static final int INNER = 1000;

  /**
   * Options of Newton's method.
   *
   * @param tolerance Norm of the gradient at which to stop, relative to that at w = 0. Default:
   *     1e-3
   * @param maxIterations Largest number of Newton steps. Default: 100
   * @param patience Iterations without a lower validation error before stopping. Default: never
   */
  public record Options(OptionalDouble tolerance, OptionalInt maxIterations, OptionalInt patience)
      implements SystemSolverOptions {
    private static final double TOLERANCE = 1e-3;
    private static final int ITERATIONS = 100;

    public Options {
      new Stopping(
          maxIterations.orElse(ITERATIONS), tolerance.orElse(TOLERANCE), patience.orElse(0));
      if (tolerance.isPresent() && tolerance.getAsDouble() == 0) {
        throw new IllegalArgumentException("tolerance is 0.0, must be above 0 and below 1");
      }
    }

    @Override
    public Stopping stopping() {
      return new Stopping(maxIterations.orElse(ITERATIONS), 0, patience.orElse(0));
    }

    @Override
    public Facet<Smooth> facet() {
      return Smooth.FACET;
    }

    @Override
    public void check(SystemOptions system, Risk risk) {
      system.check(risk);
      SystemSolverOptions.refuseL1(risk);
    }

    @Override
    public Solver<?> solver(Prepared prepared, long seed) {
      return new NewtonCg(tolerance.orElse(TOLERANCE));
    }
  }

  /** The registration of Newton's method. */
  public static final class Type extends SolverType {
    public Type() {
      super("newton-cg", Options.class, List.of(NewtonCg.class));
    }
  }

  /**
   * The state between two iterations.
   *
   * @param outputs columns of each ridge
   * @param regions of every column
   */
  public record State(Position position, double tolerance, int outputs, List<TrustRegion> regions)
      implements Solver.State {
    public State {
      regions = List.copyOf(regions);
    }

    private boolean live(int column) {
      return regions.get(column).live(tolerance);
    }

    @Override
    public boolean finished(int member) {
      return IntStream.range(member * outputs, (member + 1) * outputs).noneMatch(this::live);
    }

    @Override
    public OptionalDouble relativeResidual(int member) {
      double first = 0;
      double now = 0;
      for (TrustRegion region : regions.subList(member * outputs, (member + 1) * outputs)) {
        first += region.firstGradient() * region.firstGradient();
        now += region.gradient() * region.gradient();
      }
      return OptionalDouble.of(Math.sqrt(first > 0 ? now / first : now));
    }
  }

  private final double tolerance;

  private NewtonCg(double tolerance) {
    this.tolerance = tolerance;
  }

  /** Gradient, step, rest, direction and its image. */
  @Override
  public int vectors(int directions) {
    return 5;
  }

  @Override
  public State start(KernelSystem system) {
    system.gradient(G);
    double[] g2 = system.dot(G, G);
    double[] objective = Smooth.FACET.of(system).objective();
    return new State(
        new Position(1, 0, 1),
        tolerance,
        g2.length / system.ridges().size(),
        IntStream.range(0, g2.length)
            .mapToObj(c -> TrustRegion.first(Math.sqrt(g2[c]), objective[c]))
            .toList());
  }

  @Override
  public State step(State state, KernelSystem system, List<Integer> active) {
    int columns = state.regions().size();
    boolean[] live = new boolean[columns];
    for (int c = 0; c < columns; c++) {
      live[c] = active.contains(c / state.outputs()) && state.live(c);
    }
    solve(state, system, live);
    double[] gs = system.dot(G, S);
    double[] rs = system.dot(R, S);
    double[] s2 = system.dot(S, S);
    double[] taken = ones(live, 1);
    system.add(taken, S, Vector.U);
    double[] objective = Smooth.FACET.of(system).objective();
    TrustRegion[] regions = state.regions().toArray(TrustRegion[]::new);
    boolean[] refused = new boolean[columns];
    for (int c = 0; c < columns; c++) {
      if (live[c]) {
        TrustRegion.Step step = new TrustRegion.Step(gs[c], rs[c], Math.sqrt(s2[c]), objective[c]);
        refused[c] = !step.accepted(regions[c]);
        regions[c] = regions[c].after(step);
      }
    }
    system.add(ones(refused, -1), S, Vector.U);
    system.gradient(G);
    double[] g2 = system.dot(G, G);
    for (int c = 0; c < columns; c++) {
      regions[c] = regions[c].withGradient(Math.sqrt(g2[c]));
    }
    Position next = new Position(state.position().epoch() + 1, 0, 1);
    return new State(next, tolerance, state.outputs(), List.of(regions));
  }

  /** S, and R = G - A·S: by conjugate gradients with b = rᵀr / (rᵀr before), to the radius. */
  private static void solve(State state, KernelSystem system, boolean[] live) {
    double[] zeros = new double[live.length];
    system.combine(zeros, G, zeros, S);
    system.copy(G, R);
    system.copy(G, P);
    ConjugateStep<Vector> step = new ConjugateStep<>(system, S, R, P, Q);
    boolean[] open = live.clone();
    double[] r2 = system.dot(R, R);
    for (int i = 0; i < INNER && any(open); i++) {
      double[] before = r2;
      step.advance(pq -> lengths(state, system, open, before, pq));
      r2 = system.dot(R, R);
      double[] b = new double[open.length];
      for (int c = 0; c < open.length; c++) {
        double enough = FORCING * state.regions().get(c).gradient();
        open[c] &= r2[c] > enough * enough;
        b[c] = open[c] ? r2[c] / before[c] : 0;
      }
      step.turn(R, b);
    }
  }

  /** rᵀr / pᵀq of the open columns; those that would leave their region end at its boundary. */
  private static double[] lengths(
      State state, KernelSystem system, boolean[] open, double[] r2, double[] pq) {
    double[] p2 = system.dot(P, P);
    double[] sp = system.dot(S, P);
    double[] s2 = system.dot(S, S);
    double[] a = new double[open.length];
    for (int c = 0; c < open.length; c++) {
      if (open[c]) {
        double radius = state.regions().get(c).radius();
        double step = pq[c] > 0 ? r2[c] / pq[c] : Double.POSITIVE_INFINITY;
        boolean within = s2[c] + 2 * step * sp[c] + step * step * p2[c] <= radius * radius;
        a[c] = within ? step : TrustRegion.toBoundary(s2[c], sp[c], p2[c], radius);
        open[c] = within;
      }
    }
    return a;
  }

  private static boolean any(boolean[] flags) {
    return IntStream.range(0, flags.length).anyMatch(c -> flags[c]);
  }

  private static double[] ones(boolean[] flags, double value) {
    double[] values = new double[flags.length];
    Arrays.setAll(values, c -> flags[c] ? value : 0);
    return values;
  }
}
