package org.filbert.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.sampling.ListSampler;
import org.filbert.cache.CacheBudget;
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
import org.filbert.solver.ColumnTasks.Apply;
import org.filbert.solver.ColumnTasks.Begin;
import org.filbert.solver.ColumnTasks.Change;
import org.filbert.solver.ColumnTasks.Evaluate;
import org.filbert.solver.ColumnTasks.Factorise;
import org.filbert.solver.ColumnTasks.Gram;
import org.filbert.solver.ColumnTasks.Project;
import org.filbert.solver.ColumnTasks.Shared;
import org.filbert.solver.ColumnTasks.Solve;
import org.filbert.solver.ConjugateTasks.Advance;
import org.filbert.solver.ConjugateTasks.Image;
import org.filbert.train.Plan;
import org.filbert.train.Prepared;
import org.filbert.train.Score;
import org.filbert.train.Solver;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

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
 * <p>Nyström systems are solved in double throughout: their normal equations square the condition
 * number of K_J.
 */
public final class ColumnDescent implements Solver<ColumnState> {

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
    Patience.check(options.patience(), prepared);
    ColumnSystem system = system(prepared, workers);
    double ridge = options.ridge().absolute(prepared.rows());
    Shared shared =
        new Shared(
            system,
            options.working(),
            ridge,
            options.blockSize(),
            options.cache(),
            options.factorBytes());
    workers.gather(new Begin(shared));
    return new ColumnState(
        system,
        ridge,
        options.blockSize(),
        prepared.rows(),
        options.epochs(),
        1,
        0,
        0,
        Matrix.zeros(Precision.DOUBLE, system.columns(), prepared.columns()),
        Directions.none(),
        Matrix.zeros(Precision.DOUBLE, 0, prepared.columns()),
        0,
        0,
        0,
        false,
        List.of());
  }

  private ColumnSystem system(Prepared prepared, Workers workers) {
    int p = options.columns().count();
    if (options.columns() instanceof Columns.Fourier fourier) {
      return new ColumnSystem.Features(
          new RandomFourier(
              options.kernel(), prepared.features(), p, options.seed(), fourier.form()));
    }
    if (p > prepared.rows()) {
      throw new IllegalArgumentException(
          "landmarks is " + p + ", must be at most the number of training rows " + prepared.rows());
    }
    Columns.Nystrom nystrom = (Columns.Nystrom) options.columns();
    Landmarks chosen =
        nystrom.sampling() == Sampling.UNIFORM
            ? Landmarks.uniform(workers, p, options.seed())
            : Landmarks.pivoted(workers, options.kernel(), p, options.seed());
    Landmarks arranged = chosen.arranged(workers, options.kernel(), options.blockSize());
    return new ColumnSystem.Landmarks(
        options.kernel(), arranged.x(), arranged.positions(), nystrom.gamma());
  }

  @Override
  public boolean done(ColumnState state) {
    return state.stopped();
  }

  @Override
  public ColumnState step(ColumnState state, Workers workers) {
    long start = System.nanoTime();
    int from = order(state).get(state.position()) * state.blockSize();
    Matrix direction = subtractPenalty(state, from, workers.sum(new Project(from)));
    double target2 = 0;
    Matrix delta = solve(from, direction, workers);
    while (delta == null) { // not yet, or lost to a failure
      Matrix gram = workers.sum(new Gram(from));
      target2 = norm2(gram.columns(gram.rows(), gram.cols()));
      workers.gather(new Factorise(from, gram));
      delta = solve(from, direction, workers);
    }
    List<Change> changes = workers.gather(new Apply(from, delta));
    Matrix products = products(state, from, delta, changes);
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
            norm2(direction));
    return next.position() < next.blocks() ? next : endOfEpoch(next, workers);
  }

  private List<Integer> order(ColumnState state) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, state.blocks()).boxed().toList());
    ListSampler.shuffle(Draws.stream(options.seed(), Purpose.BLOCK_ORDER, state.epoch()), order);
    return order;
  }

  /** Z_bᵀ(Y - F) less the penalty's gradient, as far as that is a matter of the block's own w. */
  private static Matrix subtractPenalty(ColumnState state, int from, Matrix projected) {
    double factor = ownPenalty(state);
    double[] direction = projected.toArray();
    double[] own = state.w().rows(from, from + projected.rows()).toArray();
    for (int i = 0; i < direction.length; i++) {
      direction[i] -= factor * own[i];
    }
    return Matrix.of(Precision.DOUBLE, projected.rows(), projected.cols(), direction);
  }

  /** What the penalty's matrix has of the identity: all of it, or γ beside K_JJ. */
  private static double ownPenalty(ColumnState state) {
    return state.system() instanceof ColumnSystem.Landmarks landmarks
        ? state.ridge() * landmarks.gamma()
        : state.ridge();
  }

  private static @Nullable Matrix solve(int from, Matrix direction, Workers workers) {
    for (Solution solution : workers.gather(new Solve(from, direction))) {
      if (solution.delta() != null) {
        return solution.delta();
      }
    }
    return null;
  }

  /** ⟨Δ, s_j⟩ and ⟨Δ, Δ⟩: the workers' parts, and the penalty on the coefficients alone. */
  private static Matrix products(ColumnState state, int from, Matrix delta, List<Change> changes) {
    Matrix sums = state.directions().dots(from, delta);
    double[] values = sums.toArray();
    for (int i = 0; i < values.length; i++) {
      values[i] *= ownPenalty(state);
    }
    for (Change change : changes) {
      double[] part = change.products().toArray();
      for (int i = 0; i < values.length; i++) {
        values[i] += part[i];
      }
    }
    return Matrix.of(Precision.DOUBLE, sums.rows(), sums.cols(), values);
  }

  private static double norm2(Matrix matrix) {
    double sum = 0;
    for (double value : matrix.toArray()) {
      sum += value * value;
    }
    return sum;
  }

  private ColumnState endOfEpoch(ColumnState state, Workers workers) {
    Fit fit = workers.gather(new Evaluate(state.w())).stream().reduce(Fit::merge).orElseThrow();
    double penalty =
        state.system() instanceof ColumnSystem.Landmarks landmarks
            ? fit.alphaF() + landmarks.gamma() * norm2(state.w())
            : norm2(state.w());
    double residual = Math.sqrt(state.gradientNorm2());
    if (state.targetNorm2() > 0) { // else w = 0 is the solution, and stays
      residual /= Math.sqrt(state.targetNorm2());
    }
    Double validationError = fit.heldOut().get(0).error();
    CurvePoint point =
        new CurvePoint(
            state.epoch(),
            state.seconds(),
            residual,
            (fit.misfit2() + state.ridge() * penalty) / state.rows(),
            Objects.requireNonNull(fit.train().error()),
            validationError,
            fit.heldOut().get(1).error());
    Patience patience = new Patience(options.patience(), state.curve(), state.bestEpoch());
    boolean improved = patience.improvedBy(validationError);
    boolean stop =
        state.epoch() == options.epochs()
            || residual <= options.tolerance()
            || patience.exhausted(state.epoch(), improved);
    return state.afterEpoch(point, improved, stop);
  }

  @Override
  public Model model(Prepared prepared, ColumnState state, Workers workers) {
    Matrix w = state.best().rows() > 0 ? state.best() : state.w();
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
                RandomFourier.Form.class,
                ColumnSystem.Features.class,
                ColumnSystem.Landmarks.class,
                ColumnState.class,
                Directions.class,
                Directions.Direction.class,
                CacheBudget.class,
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
