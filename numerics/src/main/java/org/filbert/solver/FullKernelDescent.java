package org.filbert.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.cache.CacheBudget;
import org.filbert.data.Rows;
import org.filbert.kernel.Kernel;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.CurvePoint;
import org.filbert.model.KernelExpansion;
import org.filbert.model.Model;
import org.filbert.solver.BlockTasks.Begin;
import org.filbert.solver.BlockTasks.Block;
import org.filbert.solver.BlockTasks.Evaluate;
import org.filbert.solver.BlockTasks.Factorise;
import org.filbert.solver.BlockTasks.Fetch;
import org.filbert.solver.BlockTasks.Piece;
import org.filbert.solver.BlockTasks.Shared;
import org.filbert.solver.BlockTasks.Solution;
import org.filbert.solver.BlockTasks.Solve;
import org.filbert.solver.BlockTasks.Update;
import org.filbert.solver.CoefficientTasks.Export;
import org.filbert.solver.CoefficientTasks.Keep;
import org.filbert.solver.CoefficientTasks.Part;
import org.filbert.solver.CoefficientTasks.Remember;
import org.filbert.train.Plan;
import org.filbert.train.Prepared;
import org.filbert.train.Score;
import org.filbert.workers.Workers;

/**
 * Block Gauss-Seidel on (K + ridge·I) α = Y: Algorithm 1 of Tu, Roelofs, Venkataraman, Recht, Large
 * Scale Kernel Learning using Block Coordinate Descent, 2016, in residual form.
 *
 * <p>An epoch visits every block I once, in random order:
 *
 * <pre>
 *   Δ    = (K_II + ridge·I)⁻¹ (Y_I - F_I - ridge·α_I)     at the block's home, by Cholesky
 *   α_I += Δ                                              where the rows are
 *   F   += K(:, I) Δ                                      everywhere, tile by tile
 * </pre>
 *
 * with α and F (n×k) spread over the workers by rows. (The paper's listing shifts by λ where nλ is
 * meant, and sums over the wrong index set.) The homes of a round factorise side by side, so the b³
 * term of the paper's cost is divided by P. One block of all rows is a direct solution.
 *
 * <p>Several ridges are solved side by side: α, F and Δ have k columns for each, a block has a
 * factor for each, and everything else, the kernel above all, is computed once.
 *
 * <p>Rows with weights W = diag(w_i) in the squared loss, Σ w_i‖y_i - f_i‖² + ridge·tr(αᵀKα), solve
 * (K + ridge·W⁻¹) α = Y: the ridge of row i is ridge / w_i.
 */
public final class FullKernelDescent implements Restartable<DescentState> {

  /**
   * What can be chosen.
   *
   * @param ridge one, or several that are solved side by side
   * @param blockSize rows of a block; see {@link BlockLayout#of}
   * @param epochs most passes over all blocks
   * @param tolerance stop once ‖Y - F - ridge·α‖ ≤ tolerance·‖Y‖; 0 never does
   * @param patience stop after so many epochs without a lower validation error and keep the best
   *     coefficients; 0 never does
   * @param cache kernel tiles to keep on all workers together
   * @param factorBytes Cholesky factors to keep on all workers together
   */
  public record Options(
      Kernel kernel,
      Precision precision,
      Ridge ridge,
      int blockSize,
      int epochs,
      double tolerance,
      int patience,
      CacheBudget cache,
      long factorBytes,
      long seed) {
    public Options {
      atLeast("blockSize", blockSize, 1);
      checkRun(epochs, tolerance, patience, factorBytes);
    }

    Stopping stopping() {
      return new Stopping(epochs, tolerance, patience);
    }

    /** What all solvers ask of these options. */
    static void checkRun(int epochs, double tolerance, int patience, long factorBytes) {
      atLeast("epochs", epochs, 1);
      atLeast("patience", patience, 0);
      atLeast("factorBytes", factorBytes, 0);
      if (!(tolerance >= 0 && tolerance < 1)) {
        throw new IllegalArgumentException("tolerance is " + tolerance + ", must be in [0, 1)");
      }
    }

    private static void atLeast(String name, long value, long least) {
      if (value < least) {
        throw new IllegalArgumentException(name + " is " + value + ", must be at least " + least);
      }
    }
  }

  private final Options options;

  public FullKernelDescent(Options options) {
    this.options = options;
  }

  @Override
  public Plan plan(Prepared prepared) {
    return DescentPlan.of(options, prepared);
  }

  @Override
  public DescentState start(Prepared prepared, Workers workers) {
    Patience.check(options.patience(), options.ridge(), prepared);
    BlockLayout layout = BlockLayout.of(options.blockSize(), prepared.shardRows());
    List<Double> ridges = options.ridge().absolute(prepared.rows());
    List<Double> squares = workers.gather(new Begin(new Shared(options, ridges, layout)));
    double norm = Math.sqrt(squares.stream().mapToDouble(Double::doubleValue).sum());
    return new DescentState(layout, options.epochs(), 1, 0, 0, norm, RidgePath.of(ridges));
  }

  @Override
  public boolean done(DescentState state) {
    return state.stopped();
  }

  /** One block, and at the end of an epoch the look at where it has led. */
  @Override
  public DescentState step(DescentState state, Workers workers) {
    long start = System.nanoTime();
    List<List<Integer>> rounds = state.layout().rounds(options.seed(), state.epoch());
    List<Integer> order = rounds.stream().flatMap(List::stream).toList();
    int block = order.get(state.position());

    List<Piece> pieces = workers.gather(new Fetch(block));
    Rows x = Rows.concat(pieces.stream().map(Piece::x).toList());
    Matrix residual = Matrix.concat(pieces.stream().map(Piece::residual).toList());
    Solve solve = new Solve(block, residual, state.path().active());
    Matrix delta = Solution.found(workers.gather(solve));
    while (delta == null) { // again if a worker lost the factor to a failure before it could solve
      factorise(remaining(rounds, state.position()), workers);
      delta = Solution.found(workers.gather(solve));
    }
    double heldOutSeconds =
        workers.gather(new Update(block, x, delta)).stream().reduce(0.0, Math::max);

    DescentState next = state.afterBlock((System.nanoTime() - start) / 1e9 - heldOutSeconds);
    return next.position() < order.size() ? next : endOfEpoch(next, workers);
  }

  /**
   * Blocks of the round under way that are still to come: their homes work on them side by side.
   */
  private static List<Integer> remaining(List<List<Integer>> rounds, int position) {
    int before = 0;
    for (List<Integer> round : rounds) {
      if (position < before + round.size()) {
        return round.subList(position - before, round.size());
      }
      before += round.size();
    }
    throw new IllegalStateException("position " + position + " of " + before);
  }

  private static void factorise(List<Integer> blocks, Workers workers) {
    List<Block> rows = new ArrayList<>();
    for (int block : blocks) {
      rows.add(Block.of(block, workers.gather(new Fetch(block))));
    }
    workers.gather(new Factorise(rows));
  }

  private DescentState endOfEpoch(DescentState state, Workers workers) {
    List<Fit> fits = Fit.merged(workers.gather(new Evaluate()));
    List<CurvePoint> points =
        IntStream.range(0, fits.size()).mapToObj(m -> point(state, m, fits.get(m))).toList();
    RidgePath path = state.path().afterEpoch(options.stopping(), points);
    List<Integer> improved = path.bestIn(state.epoch());
    if (!improved.isEmpty()) {
      workers.gather(new Remember(improved));
    }
    return state.afterEpoch(path);
  }

  private static CurvePoint point(DescentState state, int member, Fit fit) {
    double ridge = state.path().members().get(member).ridge();
    return fit.point(
        state.epoch(),
        state.seconds(),
        Math.sqrt(fit.residual2()),
        state.targetNorm(),
        fit.objective(ridge, (int) fit.train().rows()));
  }

  @Override
  public void keep(DescentState state, Workers workers) {
    workers.gather(new Keep(state.path().best()));
  }

  @Override
  public Model model(Prepared prepared, DescentState state, Workers workers) {
    List<Part> parts = workers.gather(new Export(state.path().best()));
    return new KernelExpansion(
        options.kernel(),
        Rows.concat(parts.stream().map(Part::centres).toList()),
        Matrix.concat(parts.stream().map(Part::alpha).toList()));
  }

  /** The classes of this solver's tasks, answers and states. */
  public static List<Class<?>> messages() {
    return List.of(
        DescentState.class,
        RidgePath.class,
        RidgePath.Member.class,
        BlockLayout.class,
        Options.class,
        CacheBudget.class,
        Ridge.class,
        Shared.class,
        Begin.class,
        Fetch.class,
        Piece.class,
        Block.class,
        Factorise.class,
        Solve.class,
        Solution.class,
        Update.class,
        Evaluate.class,
        Fit.class,
        Score.class,
        Remember.class,
        Keep.class,
        Export.class,
        Part.class);
  }
}
