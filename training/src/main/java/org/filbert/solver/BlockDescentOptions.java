package org.filbert.solver;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.system.Blockwise;
import org.filbert.system.Facet;
import org.filbert.system.SystemOptions;
import org.filbert.system.equations.Access;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.Risk;
import org.filbert.system.equations.SystemSettings;

/**
 * Options of block coordinate descent.
 *
 * @param blockSize Rows, landmarks or features of a block; {@code random-binning} ignores it.
 * @param epochs Largest number of passes over all blocks.
 * @param tolerance Relative residual at which to stop, 0 to below 1. Default: never
 * @param patience Epochs without a lower validation error before stopping. Default: never
 * @param directions Earlier steps that each step is made conjugate to. Default: 0 for {@code
 *     full-kernel}, else 10
 * @param blockSolver By a factor, or iteratively where a factor does not fit. Default: {@code
 *     cholesky}
 * @param rank Rank of the preconditioner of an iterative block. Default: a tenth of {@code
 *     blockSize}
 */
public record BlockDescentOptions(
    int blockSize,
    int epochs,
    OptionalDouble tolerance,
    OptionalInt patience,
    OptionalInt directions,
    Optional<BlockSolver> blockSolver,
    OptionalInt rank)
    implements SystemSolverOptions {
  /** Supersteps that a step along a conjugate direction takes besides. */
  private static final int CONJUGATION = 3;

  public BlockDescentOptions {
    SolverOptions.atLeast("blockSize", blockSize, 1);
    SolverOptions.atLeast("patience", patience, 1);
    SolverOptions.atLeast("directions", directions, 0);
    SolverOptions.atLeast("rank", rank, 1);
    if (rank.isPresent() && !iterates(blockSolver)) {
      throw new IllegalArgumentException(
          "rank is given, which only blockSolver: conjugate-gradients has");
    }
    new Stopping(epochs, tolerance.orElse(0), patience.orElse(0)); // checks them
  }

  /** Options with blocks that are solved by Cholesky, and defaults for the rest. */
  public static BlockDescentOptions of(int blockSize, int epochs) {
    return new BlockDescentOptions(
        blockSize,
        epochs,
        OptionalDouble.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty(),
        OptionalInt.empty());
  }

  private static boolean iterates(Optional<BlockSolver> blockSolver) {
    return blockSolver.filter(BlockSolver.CONJUGATE_GRADIENTS::equals).isPresent();
  }

  @Override
  public Stopping stopping() {
    return new Stopping(epochs, tolerance.orElse(0), patience.orElse(0));
  }

  @Override
  public Facet<Blockwise> facet() {
    return Blockwise.FACET;
  }

  /** Accepts every risk: blocks are solved with a bound of the loss's curvature. */
  @Override
  public void check(SystemOptions system, Risk risk) {
    system.check(risk);
    if (!risk.linear() && directions.orElse(0) > 0) {
      throw new IllegalArgumentException(
          "solver.directions is %s, which only objective: {loss: square, penalty: l2} has"
              .formatted(directions.getAsInt()));
    }
    if (risk.norm() == Risk.Norm.L1 && iterates(blockSolver)) {
      throw new IllegalArgumentException(
          "solver.blockSolver is conjugate-gradients, which only objective: {penalty: l2} has");
    }
  }

  @Override
  public Access access() {
    return iterates(blockSolver)
        ? Access.ofSketchedBlocks(blockSize, rank.orElse((blockSize - 1) / 10 + 1))
        : Access.ofBlocks(blockSize);
  }

  /**
   * With what conjugate directions take: a block's is multiplied by each earlier one and itself,
   * each is subtracted from it, and it is added to the unknowns.
   */
  @Override
  public Plan plan(
      Plan ofSystem, SystemOptions system, SystemSettings settings, Prepared prepared) {
    int most = settings.risk().linear() ? directions.orElse(system.directions()) : 0;
    if (most == 0) {
      return ofSystem;
    }
    Blocks blocks = system.blocks(settings, prepared);
    double vector = system.vectorBytes(settings, prepared, blocks) / (double) Double.BYTES;
    double first = uses(most, 0, blocks.count());
    double later = uses(most, blocks.count(), (long) epochs * blocks.count());
    return ofSystem.with(
        ofSystem
            .work()
            .and(
                CONJUGATION * blocks.count(),
                vector * first,
                epochs > 1 ? vector * later / (epochs - 1) : 0));
  }

  /** Number of vectors that the steps from one (inclusive) to another multiply or add. */
  private static double uses(int most, long from, long to) {
    double uses = 0;
    for (long step = from; step < to; step++) {
      uses += 2.0 * Math.min(step, most) + 2;
    }
    return uses;
  }

  @Override
  public Solver<?> solver(Prepared prepared, long seed) {
    return new BlockDescent(directions, seed);
  }

  /** How a block's equations are solved. */
  public enum BlockSolver {
    /** By a factor of order b, kept if there is room. */
    CHOLESKY,
    /** By conjugate gradients to a relative residual of 1e-6, preconditioned by a sketch. */
    CONJUGATE_GRADIENTS
  }
}
