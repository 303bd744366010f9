package org.filbert.solver;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.sampling.ListSampler;
import org.filbert.cache.CacheBudget;
import org.filbert.features.Hashing;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Kernel;
import org.filbert.landmarks.Landmarks;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.CurvePoint;
import org.filbert.model.KernelExpansion;
import org.filbert.model.Model;
import org.filbert.model.RandomFeatures;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;
import org.filbert.solver.BlockTasks.Solution;
import org.filbert.solver.ColumnTasks.Begin;
import org.filbert.solver.ColumnTasks.Evaluate;
import org.filbert.solver.ColumnTasks.Project;
import org.filbert.solver.ColumnTasks.Shared;
import org.filbert.solver.ColumnTasks.Solve;
import org.filbert.solver.ConjugateTasks.Advance;
import org.filbert.solver.ConjugateTasks.Apply;
import org.filbert.solver.ConjugateTasks.Change;
import org.filbert.solver.ConjugateTasks.Image;
import org.filbert.solver.GramTasks.Factorise;
import org.filbert.solver.GramTasks.Gram;
import org.filbert.train.Plan;
import org.filbert.train.Prepared;
import org.filbert.train.Score;
import org.filbert.workers.Workers;

/**
 * Block Gauss-Seidel on the normal equations of a tall matrix Z (n×p) of random features or of
 * kernel columns: Algorithms 3 and 2 of Tu, Roelofs, Venkataraman, Recht, Large Scale Kernel
 * Learning using Block Coordinate Descent, 2016, in residual form.
 *
 * <p>With fitted values F = Zw (n×k), an epoch visits every block b of columns once, in random
 * order:
 *
 * <pre>
 *   random features   Δ = (Z_bᵀZ_b + ridge·I)⁻¹ (Z_bᵀ(Y - F) - ridge·w_b)
 *   Nyström           Δ = (K_bᵀK_b + ridge·K_bb + ridge·γ·I)⁻¹ (K_bᵀ(Y - F) - ridge·F_b - ridge·γ·α_b)
 * </pre>
 *
 * where F_b are the fitted values of the block's landmarks, which are training rows. The paper adds
 * Δ to w_b. Here it is made conjugate to the last directions first, which costs little and comes
 * several times nearer to the minimum in as many epochs: see {@link Directions}. (The paper's
 * equation (6) drops the residual; its permutation runs over p/b blocks.) Gram matrices are sums
 * over the workers; a block's home keeps the factor. One block of all columns is a direct solution.
 *
 * <p>Several ridges are solved side by side: w, F and Δ have k columns for each, a block has a
 * factor for each, and everything else, columns and Gram matrices above all, is computed once.
 *
 * <p>Rows with weights W = diag(w_i) in the squared loss have Z_bᵀWZ_b for Z_bᵀZ_b and W(Y - F) for
 * Y - F; the penalty is as it is without.
 *
 * <p>Nyström systems are solved in double throughout: their normal equations square the condition
 * number of K_J.
 */
public final class ColumnDescent implements Restartable<ColumnState> {

  /** How landmarks are drawn. */
  public enum Sampling {
    /** Every row with the same chance. */
    UNIFORM,
    /** By randomly pivoted Cholesky: fewer landmarks do as well where rows crowd together. */
    PIVOTED
  }

  /** Which columns. */
  public sealed interface Columns {
    /** Number p. */
    int count();

    /** Random Fourier features of the kernel. */
    record Fourier(int count, RandomFourier.Form form) implements Columns {}

    /** Inputs added up in columns by a hash; for the linear kernel. */
    record Hashed(int count) implements Columns {}

    /**
     * Kernel columns of training rows drawn without replacement.
     *
     * @param gamma the penalty's share of the identity
     */
    record Nystrom(int count, Sampling sampling, double gamma) implements Columns {}
  }

  /**
   * What can be chosen; as in {@link FullKernelDescent.Options}.
   *
   * @param cache blocks of Z to keep on all workers together
   */
  public record Options(
      Kernel kernel,
      Precision precision,
      Columns columns,
      Ridge ridge,
      int blockSize,
      int epochs,
      double tolerance,
      int patience,
      CacheBudget cache,
      long factorBytes,
      long seed) {
    public Options {
      FullKernelDescent.Options.checkRun(epochs, tolerance, patience, factorBytes);
      if (blockSize < 1 || blockSize > columns.count()) {
        throw new IllegalArgumentException(
            "blockSize is "
                + blockSize
                + ", must be 1 to the number of columns "
                + columns.count());
      }
    }

    Stopping stopping() {
      return new Stopping(epochs, tolerance, patience);
    }

    Precision working() {
      return columns instanceof Columns.Nystrom ? Precision.DOUBLE : precision;
    }
  }

  private final Options options;

  public ColumnDescent(Options options) {
    this.options = options;
  }

  @Override
  public Plan plan(Prepared prepared) {
    return ColumnPlan.of(options, prepared);
  }

  @Override
  public ColumnState start(Prepared prepared, Workers workers) {
    Patience.check(options.patience(), options.ridge(), prepared);
    ColumnSystem system = ChosenColumns.of(options, prepared, workers);
    List<Double> ridges = options.ridge().absolute(prepared.rows());
    int columns = ridges.size() * prepared.columns();
    Shared shared =
        new Shared(
            system,
            options.working(),
            ridges,
            options.blockSize(),
            options.cache(),
            options.factorBytes());
    workers.gather(new Begin(shared));
    return new ColumnState(
        system,
        options.blockSize(),
        prepared.rows(),
        options.epochs(),
        1,
        0,
        0,
        Matrix.zeros(Precision.DOUBLE, system.columns(), columns),
        Directions.none(),
        Matrix.zeros(Precision.DOUBLE, 0, columns),
        0,
        Collections.nCopies(ridges.size(), 0.0),
        RidgePath.of(ridges));
  }

  @Override
  public boolean done(ColumnState state) {
    return state.stopped();
  }

  @Override
  public ColumnState step(ColumnState state, Workers workers) {
    long start = System.nanoTime();
    int from = order(state).get(state.position()) * state.blockSize();
    Matrix direction = subtractPenalty(state, from, workers.sum(new Project(from)).get().get(0));
    double target2 = 0;
    Solve solve = new Solve(from, direction, state.path().active());
    Matrix delta = Solution.found(workers.gather(solve));
    while (delta == null) { // not yet, or lost to a failure
      Matrix gram = workers.sum(new Gram(from)).get().get(0);
      target2 = ColumnState.norm2(gram.columns(gram.rows(), gram.cols()));
      workers.gather(new Factorise(from, gram));
      delta = Solution.found(workers.gather(solve));
    }
    List<Change> changes = workers.gather(new Apply(from, delta));
    List<Matrix> parts = changes.stream().map(Change::products).toList();
    Matrix products = state.directions().products(from, delta, state.penalty(), parts);
    double[] slope = ByColumn.dots(direction, delta);
    Directions.Step step = state.directions().step(state.w(), from, delta, slope, products);
    workers.gather(new Advance(step.conjugation(), step.lengths()));
    double heldOutSeconds =
        changes.stream().mapToDouble(Change::heldOutSeconds).max().orElseThrow();
    ColumnState next =
        state.afterBlock(
            step,
            (System.nanoTime() - start) / 1e9 - heldOutSeconds,
            state.epoch() == 1 ? target2 : 0,
            direction);
    return next.position() < next.blocks() ? next : endOfEpoch(next, workers);
  }

  private List<Integer> order(ColumnState state) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, state.blocks()).boxed().toList());
    ListSampler.shuffle(Draws.stream(options.seed(), Purpose.BLOCK_ORDER, state.epoch()), order);
    return order;
  }

  /** Z_bᵀ(Y - F) less the penalty's gradient, as far as that is a matter of the block's own w. */
  private static Matrix subtractPenalty(ColumnState state, int from, Matrix projected) {
    double[] direction = projected.toArray();
    Matrix own = state.w().rows(from, from + projected.rows());
    double[] gradient = state.penalty().timesIdentity(own);
    for (int i = 0; i < direction.length; i++) {
      direction[i] -= gradient[i];
    }
    return Matrix.of(Precision.DOUBLE, projected.rows(), projected.cols(), direction);
  }

  private ColumnState endOfEpoch(ColumnState state, Workers workers) {
    List<Fit> fits = Fit.merged(workers.gather(new Evaluate(state.w())));
    List<CurvePoint> points =
        IntStream.range(0, fits.size()).mapToObj(m -> point(state, m, fits.get(m))).toList();
    return state.afterEpoch(state.path().afterEpoch(options.stopping(), points));
  }

  private static CurvePoint point(ColumnState state, int member, Fit fit) {
    double w2 = ColumnState.norm2(state.ofMember(state.w(), member));
    double penalty = state.penalty().of(member, fit.alphaF(), w2);
    return fit.point(
        state.epoch(),
        state.seconds(),
        Math.sqrt(state.gradientNorm2().get(member)),
        Math.sqrt(state.targetNorm2()),
        (fit.misfit2() + penalty) / state.rows());
  }

  /** The coefficients are in the state, which no other start changes. */
  @Override
  public void keep(ColumnState state, Workers workers) {}

  @Override
  public Model model(Prepared prepared, ColumnState state, Workers workers) {
    Matrix all = state.best().rows() > 0 ? state.best() : state.w();
    Matrix w = state.ofMember(all, state.path().best()).copy(Precision.DOUBLE);
    return state.system() instanceof ColumnSystem.Landmarks landmarks
        ? new KernelExpansion(options.kernel(), landmarks.rows(), w)
        : new RandomFeatures(
            ((ColumnSystem.Features) state.system()).map(), options.precision(), w);
  }

  /** The classes of this solver's tasks, answers and states. */
  public static List<Class<?>> messages() {
    return Stream.concat(
            Landmarks.messages().stream().filter(type -> type != Kernel.class),
            Stream.of(
                RandomFourier.class,
                Hashing.class,
                RandomFourier.Form.class,
                ColumnSystem.Features.class,
                ColumnSystem.Landmarks.class,
                ColumnState.class,
                Directions.class,
                Directions.Direction.class,
                CacheBudget.class,
                RidgePath.class,
                RidgePath.Member.class,
                Shared.class,
                Begin.class,
                Gram.class,
                Factorise.class,
                Project.class,
                Solve.class,
                Solution.class,
                Apply.class,
                Change.class,
                Image.class,
                Advance.class,
                Evaluate.class,
                Fit.class,
                Score.class))
        .toList();
  }
}
