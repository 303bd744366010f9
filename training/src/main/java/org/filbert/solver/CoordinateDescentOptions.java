package org.filbert.solver;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.filbert.data.RefusedException;
import org.filbert.linalg.Naturals;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.system.Coordinatewise;
import org.filbert.system.Facet;
import org.filbert.system.SystemOptions;
import org.filbert.system.equations.Risk;
import org.filbert.system.equations.SystemSettings;

/**
 * Options of coordinate descent.
 *
 * @param threads Number τ of threads that move weights at the same time.
 * @param epochs Largest number of passes over all weights.
 * @param tolerance Norm of subgradients at which to stop, relative to the first epoch's. Default:
 *     1e-3
 * @param patience Epochs without a lower validation error before stopping. Default: never
 */
public record CoordinateDescentOptions(
    int threads, int epochs, OptionalDouble tolerance, OptionalInt patience)
    implements SystemSolverOptions {
  private static final double TOLERANCE = 1e-3;

  public CoordinateDescentOptions {
    SolverOptions.atLeast("threads", threads, 1);
    new Stopping(epochs, tolerance.orElse(TOLERANCE), patience.orElse(0)); // checks them
  }

  @Override
  public Stopping stopping() {
    return new Stopping(epochs, 0, patience.orElse(0));
  }

  @Override
  public Facet<Coordinatewise> facet() {
    return Coordinatewise.FACET;
  }

  /** Accepts every risk. */
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
