package org.filbert.solver;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.filbert.data.RefusedException;
import org.filbert.linalg.Naturals;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.system.Access;
import org.filbert.system.Coordinatewise;
import org.filbert.system.Facet;
import org.filbert.system.KernelSystem;
import org.filbert.system.Risk;
import org.filbert.system.SystemOptions;
import org.filbert.system.SystemSettings;

/**
 * Descent by τ single coordinates at a time, on random binning: Algorithm 2 of Wu, Yen, Chen, Yan,
 * Revisiting Random Binning Features, KDD 2016, on the threads of one worker. An epoch visits every
 * coordinate once, in random order.
 *
 * <p>A row is in R of D bins, so that few of τ coordinates share rows: they are at least τ / (1 +
 * (R - 1)(τ - 1)/(D - 1)) times as fast as one. What the first epoch shows of that is measured, as
 * the decrease of J a second against that of one thread from the same start.
 *
 * <p>Threads do not wait for each other, so that with more than one a run does not repeat bit by
 * bit.
 */
public final class CoordinateDescent implements Solver<CoordinateDescent.State> {
  /**
   * Options of coordinate descent.
   *
   * @param threads Number τ of threads that move weights at the same time.
   * @param epochs Largest number of passes over all weights.
   * @param tolerance Norm of subgradients at which to stop, relative to the first epoch's. Default:
   *     1e-3
   * @param patience Epochs without a lower validation error before stopping. Default: never
   */
  public record Options(int threads, int epochs, OptionalDouble tolerance, OptionalInt patience)
      implements SystemSolverOptions {
    private static final double TOLERANCE = 1e-3;

    public Options {
      SolverOptions.atLeast("threads", threads, 1);
      new Stopping(epochs, tolerance.orElse(TOLERANCE), patience.orElse(0));
    }

    @Override
    public Stopping stopping() {
      return new Stopping(epochs, 0, patience.orElse(0));
    }

    @Override
    public Access access() {
      return Access.ofWhole();
    }

    @Override
    public Facet<Coordinatewise> facet() {
      return Coordinatewise.FACET;
    }

    /** Takes any. */
    @Override
    public void check(SystemOptions system, Risk risk) {
      system.check(risk);
    }

    /** With the rows of every bin, R of them for each row, and with u and F of three passes. */
    @Override
    public Plan plan(
        Plan ofSystem, SystemOptions system, SystemSettings settings, Prepared prepared) {
      long rows = prepared.rows();
      return ofSystem.and(
          List.of(
              new Plan.Item(
                  "rows of the bins", rows * ofSystem.blocks() * Naturals.size(prepared.rows())),
              new Plan.Item(
                  "fitted values of a pass", 3 * rows * prepared.columns() * Double.BYTES)));
    }

    @Override
    public Solver<?> solver(Prepared prepared, long seed) {
      if (prepared.shardRows().size() > 1) {
        throw new RefusedException(
            "solver.type is coordinate-descent, whose threads share all rows: it needs parallelism:"
                + " 1, found "
                + prepared.shardRows().size());
      }
      return new CoordinateDescent(threads, tolerance.orElse(TOLERANCE), seed);
    }
  }

  /** As it is registered. */
  public static final class Type extends SolverType {
    public Type() {
      super("coordinate-descent", Options.class, CoordinateDescent.class);
    }
  }

  /**
   * What is remembered between two epochs.
   *
   * @param bound of the speed-up
   * @param speedUp as measured
   * @param first squared norm of the first epoch's subgradients, of each ridge; none before it
   * @param last of the last one's
   */
  public record State(
      Position position,
      int threads,
      double tolerance,
      double bound,
      double speedUp,
      List<Double> first,
      List<Double> last)
      implements Solver.State {
    public State {
      first = List.copyOf(first);
      last = List.copyOf(last);
    }

    @Override
    public SortedMap<String, Double> choices() {
      return new TreeMap<>(
          Map.of("threads", (double) threads, "speedUp", speedUp, "speedUpBound", bound));
    }

    @Override
    public OptionalDouble relativeResidual(int member) {
      if (first.isEmpty()) {
        return OptionalDouble.empty();
      }
      double begin = first.get(member);
      return OptionalDouble.of(begin > 0 ? Math.sqrt(last.get(member) / begin) : 0);
    }

    @Override
    public boolean finished(int member) {
      OptionalDouble residual = relativeResidual(member);
      return residual.isPresent() && residual.getAsDouble() <= tolerance;
    }
  }

  private final int threads;
  private final double tolerance;
  private final long seed;

  private CoordinateDescent(int threads, double tolerance, long seed) {
    this.threads = threads;
    this.tolerance = tolerance;
    this.seed = seed;
  }

  @Override
  public int vectors(int directions) {
    return 0;
  }

  @Override
  public State start(KernelSystem system) {
    double grids = system.blocks().count();
    double bound =
        threads / (1 + (grids - 1) * (threads - 1) / Math.max(1, system.blocks().unknowns() - 1));
    return new State(new Position(1, 0, 1), threads, tolerance, bound, 1, List.of(), List.of());
  }

  @Override
  public State step(State state, KernelSystem system, List<Integer> active) {
    int epoch = state.position().epoch();
    boolean first = state.first().isEmpty();
    Coordinatewise.Sweep sweep =
        Coordinatewise.FACET.of(system).sweep(threads, seed, epoch, active, first && threads > 1);
    return new State(
        new Position(epoch + 1, 0, 1),
        threads,
        tolerance,
        state.bound(),
        first ? sweep.speedUp() : state.speedUp(),
        first ? sweep.residual2() : state.first(),
        sweep.residual2());
  }
}
