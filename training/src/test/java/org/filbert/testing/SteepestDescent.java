package org.filbert.testing;

import java.util.List;
import org.filbert.shard.Prepared;
import org.filbert.solver.Solver;
import org.filbert.solver.SolverType;
import org.filbert.solver.Stopping;
import org.filbert.solver.SystemSolverOptions;
import org.filbert.system.KernelSystem;
import org.filbert.system.equations.Access;
import org.filbert.system.equations.Vector;

/**
 * u += a·g along the residual g = B - A·u, with a = gᵀg / gᵀA·g: the simplest solver there is, for
 * tests of what all solvers share. A step is an epoch.
 */
public final class SteepestDescent implements Solver<SteepestDescent.State> {
  private static final Vector G = new Vector("gradient");
  private static final Vector Q = new Vector("image of gradient");

  /** What can be chosen. */
  public record Options(int epochs) implements SystemSolverOptions {
    @Override
    public Stopping stopping() {
      return new Stopping(epochs, 0, 0);
    }

    @Override
    public Access access() {
      return Access.ofWhole();
    }

    @Override
    public Solver<?> solver(Prepared prepared, long seed) {
      return new SteepestDescent();
    }
  }

  /** The registration of this type. */
  public static final class Type extends SolverType {
    public Type() {
      super("steepest-descent", Options.class, List.of(SteepestDescent.class));
    }
  }

  /** Nothing but the epoch. */
  public record State(Position position) implements Solver.State {}

  @Override
  public int vectors(int directions) {
    return 2;
  }

  @Override
  public State start(KernelSystem system) {
    return new State(new Position(1, 0, 1));
  }

  @Override
  public State step(State state, KernelSystem system, List<Integer> active) {
    system.gradient(G);
    system.apply(G, Q);
    double[] a = system.dot(G, G);
    double[] curvature = system.dot(G, Q);
    int outputs = a.length / system.ridges().size();
    for (int c = 0; c < a.length; c++) {
      a[c] = active.contains(c / outputs) && curvature[c] > 0 ? a[c] / curvature[c] : 0;
    }
    system.add(a, G, Vector.U);
    return new State(new Position(state.position().epoch() + 1, 0, 1));
  }
}
