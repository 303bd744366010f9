package org.filbert.solver;

import java.util.List;
import java.util.OptionalInt;
import org.filbert.linalg.Matrix;
import org.filbert.system.Blockwise;
import org.filbert.system.KernelSystem;
import org.filbert.system.equations.BlockGradient;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.Vector;

/**
 * Block coordinate descent: Algorithms 1, 2 and 3 of Tu, Roelofs, Venkataraman, Recht, Large Scale
 * Kernel Learning using Block Coordinate Descent, 2016, which are this iteration on the full
 * kernel, on Nyström columns and on random features, in residual form.
 *
 * <p>An epoch visits every block b of the unknowns once, in random order:
 *
 * <pre>
 *   g = (B - A·u)_b          from the fitted values, which are kept up to date
 *   d = (A_bb)⁻¹·g           at the block's home, by Cholesky, or by conjugate gradients
 *   u_b += d                 and the fitted values follow
 * </pre>
 *
 * <p>On the full kernel g = Y_b - F_b - ridge·α_b. (The paper's listing of Algorithm 1 shifts by λ
 * where nλ is meant, and sums over the wrong index set; its equation (6) drops the residual; the
 * permutation of Algorithms 2 and 3 runs over p/b blocks.) With one block of all unknowns it is a
 * direct solution.
 *
 * <p>With a loss that is not squared A_bb is a bound of ∇²J on the block, so that every step brings
 * J down. With the penalty ‖u‖₁ the step is the exact minimum of that bound and the penalty: random
 * binning's blocks are grids, whose coordinates share no row, so that A_bb is diagonal and a step
 * is the coordinate descent of Wu et al. for all of a grid's coordinates at once:
 *
 * <pre>
 *   u_j ← soft(u_j + g_j / A_jj, ridge / A_jj)      soft(v, t) = sign(v)·max(|v| - t, 0)
 * </pre>
 *
 * <p>With {@code directions} above 0 a block's d is made conjugate to that many last ones, which
 * comes several times nearer to the minimum in as many epochs of normal equations: see {@link
 * Directions}.
 */
public final class BlockDescent implements Solver<BlockDescent.State> {
  /** The registration of block coordinate descent. */
  public static final class Type extends SolverType {
    public Type() {
      super("block-coordinate-descent", BlockDescentOptions.class, List.of(BlockDescent.class));
    }
  }

  /** The state between two blocks. */
  public record State(Position position, Directions directions) implements Solver.State {}

  private final OptionalInt chosen;
  private final long seed;

  BlockDescent(OptionalInt directions, long seed) {
    this.chosen = directions;
    this.seed = seed;
  }

  /** Vectors for the last directions and for that of the block. */
  @Override
  public int vectors(int ofSystem) {
    int directions = chosen.orElse(ofSystem);
    return directions == 0 ? 0 : directions + 1;
  }

  @Override
  public State start(KernelSystem system) {
    return new State(
        new Position(1, 0, system.blocks().count()),
        Directions.none(chosen.orElseGet(() -> Blockwise.FACET.of(system).directions())));
  }

  @Override
  public State step(State state, KernelSystem kernelSystem, List<Integer> active) {
    Blockwise system = Blockwise.FACET.of(kernelSystem);
    Position at = state.position();
    Blocks blocks = system.blocks();
    List<Integer> round = blocks.round(system.order(seed, at.epoch()), at.step());
    Directions directions = state.directions();
    if (directions.most() == 0) {
      system.descend(round, active);
    } else {
      BlockGradient g = system.gradient(round.get(0));
      directions = alongConjugate(directions, system, g, system.solve(round, g.g(), active));
    }
    Position next =
        at.step() + 1 < at.steps()
            ? new Position(at.epoch(), at.step() + 1, at.steps())
            : new Position(at.epoch() + 1, 0, at.steps());
    return new State(next, directions);
  }

  /** Begins with new directions, since the gradient is no longer orthogonal to the old ones. */
  @Override
  public State refitted(State state) {
    return new State(state.position(), Directions.none(state.directions().most()));
  }

  private static Directions alongConjugate(
      Directions directions, Blockwise system, BlockGradient g, Matrix d) {
    Vector s = directions.fresh();
    system.assign(s, g, d);
    Directions.Step step = directions.step(g.g(), d, system.products(s, directions.andFresh()));
    if (!directions.vectors().isEmpty()) {
      system.subtract(step.conjugation(), directions.vectors(), s); // s = d - Σ_j t_j·s_j
    }
    system.add(step.lengths(), s, Vector.U); // u += a·s
    return step.directions();
  }
}
