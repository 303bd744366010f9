package org.filbert.solver;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
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
import org.filbert.solver.ColumnTasks.Factorise;
import org.filbert.solver.ColumnTasks.Gram;
import org.filbert.solver.ColumnTasks.Project;
import org.filbert.solver.ColumnTasks.Shared;
import org.filbert.solver.ColumnTasks.Solve;
import org.filbert.solver.ConjugateTasks.Advance;
import org.filbert.solver.ConjugateTasks.Apply;
import org.filbert.solver.ConjugateTasks.Change;
import org.filbert.solver.ConjugateTasks.Image;
import org.filbert.train.Plan;
import org.filbert.train.Prepared;
import org.filbert.train.Score;
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
    ColumnSystem system = system(prepared, workers);
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

  private ColumnSystem system(Prepared prepared, Workers workers) {
    int p = options.columns().count();
    if (options.columns() instanceof Columns.Fourier fourier) {
      return new ColumnSystem.Features(
          new RandomFourier(
              options.kernel(), prepared.features(), p, options.seed(), fourier.form()));
    }
    if (options.columns() instanceof Columns.Hashed) {
      return new ColumnSystem.Features(new Hashing(prepared.features(), p, options.seed()));
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
    Solve solve = new Solve(from, direction, state.path().active());
    Matrix delta = run(solve, workers);
    while (delta == null) { // not yet, or lost to a failure
      Matrix gram = workers.sum(new Gram(from));
      target2 = norm2(gram.columns(gram.rows(), gram.cols()));
      workers.gather(new Factorise(from, gram));
      delta = run(solve, workers);
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
            norms2(state, direction));
    return next.position() < next.blocks() ? next : endOfEpoch(next, workers);
  }

  private List<Integer> order(ColumnState state) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, state.blocks()).boxed().toList());
    ListSampler.shuffle(Draws.stream(options.seed(), Purpose.BLOCK_ORDER, state.epoch()), order);
    return order;
  }

  /** Z_bᵀ(Y - F) less the penalty's gradient, as far as that is a matter of the block's own w. */
  private static Matrix subtractPenalty(ColumnState state, int from, Matrix projected) {
    double[] penalties = ownPenalties(state, projected.cols());
    double[] direction = projected.toArray();
    double[] own = state.w().rows(from, from + projected.rows()).toArray();
    for (int i = 0; i < direction.length; i++) {
      direction[i] -= penalties[i % penalties.length] * own[i];
    }
    return Matrix.of(Precision.DOUBLE, projected.rows(), projected.cols(), direction);
  }

  /** What the penalty has of the identity, for every column: the ridge, or γ of it beside K_JJ. */
  private static double[] ownPenalties(ColumnState state, int columns) {
    double share =
        state.system() instanceof ColumnSystem.Landmarks landmarks ? landmarks.gamma() : 1;
    List<RidgePath.Member> members = state.path().members();
    int k = columns / members.size();
    return IntStream.range(0, columns)
        .mapToDouble(c -> members.get(c / k).ridge() * share)
        .toArray();
  }

  private static @Nullable Matrix run(Solve solve, Workers workers) {
    for (Solution solution : workers.gather(solve)) {
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
    double[] penalties = ownPenalties(state, delta.cols());
    for (int i = 0; i < values.length; i++) {
      values[i] *= penalties[i % penalties.length];
    }
    for (Change change : changes) {
      double[] part = change.products().toArray();
      for (int i = 0; i < values.length; i++) {
        values[i] += part[i];
      }
    }
    return Matrix.of(Precision.DOUBLE, sums.rows(), sums.cols(), values);
  }

  private static List<Double> norms2(ColumnState state, Matrix all) {
    return IntStream.range(0, state.path().members().size())
        .mapToObj(m -> norm2(state.ofMember(all, m)))
        .toList();
  }

  private static double norm2(Matrix matrix) {
    double sum = 0;
    for (double value : matrix.toArray()) {
      sum += value * value;
    }
    return sum;
  }

  private ColumnState endOfEpoch(ColumnState state, Workers workers) {
    List<Fit> fits =
        workers.gather(new Evaluate(state.w())).stream().reduce(Fit::merge).orElseThrow();
    List<CurvePoint> points = new ArrayList<>();
    for (int m = 0; m < fits.size(); m++) {
      points.add(point(state, m, fits.get(m)));
    }
    Stopping stopping = new Stopping(options.epochs(), options.tolerance(), options.patience());
    return state.afterEpoch(state.path().afterEpoch(stopping, points));
  }

  private static CurvePoint point(ColumnState state, int member, Fit fit) {
    double w2 = norm2(state.ofMember(state.w(), member));
    double penalty =
        state.system() instanceof ColumnSystem.Landmarks landmarks
            ? fit.alphaF() + landmarks.gamma() * w2
            : w2;
    double residual = Math.sqrt(state.gradientNorm2().get(member));
    if (state.targetNorm2() > 0) { // else w = 0 is the solution, and stays
      residual /= Math.sqrt(state.targetNorm2());
    }
    return new CurvePoint(
        state.epoch(),
        state.seconds(),
        residual,
        (fit.misfit2() + state.path().members().get(member).ridge() * penalty) / state.rows(),
        Objects.requireNonNull(fit.train().error()),
        fit.heldOut().get(0).error(),
        fit.heldOut().get(1).error());
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
