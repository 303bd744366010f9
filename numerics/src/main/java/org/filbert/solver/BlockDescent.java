package org.filbert.solver;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.filbert.linalg.Matrix;
import org.filbert.shard.Prepared;
import org.filbert.system.Access;
import org.filbert.system.Blocks;
import org.filbert.system.KernelSystem;
import org.filbert.system.Risk;
import org.filbert.system.SystemOptions;
import org.filbert.system.Vector;

/**
 * Block coordinate descent: Algorithms 1, 2 and 3 of Tu, Roelofs, Venkataraman, Recht, Large Scale
 * Kernel Learning using Block Coordinate Descent, 2016, which are this iteration on the full
 * kernel, on Nyström columns and on random features, in residual form.
 *
 * <p>An epoch visits every block b of the unknowns once, in random order:
 *
 * <pre>
 *   g = (B - A·u)_b          from the fitted values, which are kept up to date
 *   d = (A_bb)⁻¹·g           at the block's home, by Cholesky
 *   u_b += d                 and the fitted values follow
 * </pre>
 *
 * <p>On the full kernel g = Y_b - F_b - ridge·α_b. (The paper's listing of Algorithm 1 shifts by λ
 * where nλ is meant, and sums over the wrong index set; its equation (6) drops the residual; the
 * permutation of Algorithms 2 and 3 runs over p/b blocks.) One block of everything is a direct
 * solution.
 *
 * <p>With a loss that is not squared A_bb is a bound of ∇²J on the block, so that every step brings
 * J down. With the penalty ‖u‖₁ the step is the exact minimum of that bound and the penalty: random
 * binning's blocks are grids, whose coordinates share no row, so that a step is the coordinate
 * descent of Wu et al. for all of a grid's coordinates at once.
 *
 * <p>With {@code directions} above 0 a block's d is made conjugate to that many last ones, which
 * comes several times nearer to the minimum in as many epochs of normal equations: see {@link
 * Directions}.
 */
public final class BlockDescent implements Solver<BlockDescent.State> {
  /**
   * What can be chosen.
   *
   * @param blockSize rows, landmarks or features that are solved for at a time
   * @param epochs sweeps over all blocks, at most
   * @param tolerance relative residual to stop at; absent: never
   * @param patience epochs without a better validation error to stop after; absent: never
   * @param directions that a block's step is made conjugate to; absent: as many as pay on the
   *     system
   */
  public record Options(
      int blockSize,
      int epochs,
      OptionalDouble tolerance,
      OptionalInt patience,
      OptionalInt directions)
      implements SystemSolverOptions {
    public Options {
      Bounds.atLeast("blockSize", blockSize, 1);
      Bounds.atLeast("patience", patience, 1);
      Bounds.atLeast("directions", directions, 0);
      new Stopping(epochs, tolerance.orElse(0), patience.orElse(0)); // checks them
    }

    @Override
    public Stopping stopping() {
      return new Stopping(epochs, tolerance.orElse(0), patience.orElse(0));
    }

    /** Takes any: blocks are solved with a bound of the loss's curvature. */
    @Override
    public void check(SystemOptions system, Risk risk) {
      system.check(risk);
      if (!risk.linear() && directions.orElse(0) > 0) {
        throw new IllegalArgumentException(
            "solver.directions is %d, which only objective: {loss: square, penalty: l2} has"
                .formatted(directions.getAsInt()));
      }
    }

    @Override
    public Access access() {
      return Access.ofBlocks(blockSize);
    }

    @Override
    public Solver<?> solver(Prepared prepared, long seed) {
      return new BlockDescent(directions, seed);
    }
  }

  /** As it is registered. */
  public static final class Type extends NamedType {
    public Type() {
      super(
          "block-coordinate-descent",
          Options.class,
          List.of(State.class, Directions.class, Directions.Direction.class));
    }
  }

  /** What is remembered between two blocks. */
  public record State(Position position, Directions directions) implements Solver.State {}

  private final OptionalInt chosen;
  private final long seed;

  BlockDescent(OptionalInt directions, long seed) {
    this.chosen = directions;
    this.seed = seed;
  }

  /** The last directions, and the one that a block begins with. */
  @Override
  public int vectors(int ofSystem) {
    int directions = chosen.orElse(ofSystem);
    return directions == 0 ? 0 : directions + 1;
  }

  @Override
  public State start(KernelSystem system) {
    return new State(
        new Position(1, 0, system.blocks().count()),
        Directions.none(chosen.orElse(system.directions())));
  }

  @Override
  public State step(State state, KernelSystem system, List<Integer> active) {
    Position at = state.position();
    Blocks blocks = system.blocks();
    List<Integer> round = blocks.round(system.order(seed, at.epoch()), at.step());
    Directions directions = state.directions();
    if (directions.most() == 0) {
      system.descend(round, active);
    } else {
      int b = round.get(0);
      Matrix g = system.gradient(b);
      directions = alongConjugate(directions, system, b, g, system.solve(round, g, active));
    }
    Position next =
        at.step() + 1 < at.steps()
            ? new Position(at.epoch(), at.step() + 1, at.steps())
            : new Position(at.epoch() + 1, 0, at.steps());
    return new State(next, directions);
  }

  /** Begins with new directions: the gradient is orthogonal to the old ones no more. */
  @Override
  public State refitted(State state) {
    return new State(state.position(), Directions.none(state.directions().most()));
  }

  private static Directions alongConjugate(
      Directions directions, KernelSystem system, int b, Matrix g, Matrix d) {
    Vector s = directions.fresh();
    system.assign(s, b, d);
    Directions.Step step = directions.step(g, d, system.products(s, directions.andFresh()));
    if (!directions.vectors().isEmpty()) {
      system.subtract(step.conjugation(), directions.vectors(), s); // s = d - Σ_j t_j·s_j
    }
    system.add(step.lengths(), s, Vector.U); // u += a·s
    return step.directions();
  }
}
