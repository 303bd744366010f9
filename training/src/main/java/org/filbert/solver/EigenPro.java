package org.filbert.solver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.filbert.data.FormerName;
import org.filbert.data.Outputs;
import org.filbert.data.RefusedException;
import org.filbert.linalg.Eigensystem;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.loss.BatchLoss;
import org.filbert.loss.Loss;
import org.filbert.random.Purpose;
import org.filbert.shard.Prepared;
import org.filbert.shard.Score;
import org.filbert.system.Batchwise;
import org.filbert.system.KernelSystem;
import org.filbert.system.RowBatches;
import org.filbert.system.equations.Fit;
import org.filbert.system.equations.PerRidge;
import org.filbert.system.equations.Rank;
import org.filbert.system.equations.RowBatch;
import org.filbert.system.equations.RowDraw;
import org.filbert.system.equations.StepBounds;
import org.filbert.system.equations.Vector;

/**
 * EigenPro: stochastic gradient descent by batches of training rows, with a preconditioner P [1];
 * the choices that it makes by itself are those of [2]. Without eigenvectors (q = 0) it is plain
 * stochastic gradient descent.
 *
 * <p>Row i has a vector φ(x_i) in the space of the unknowns u, see {@link RowBatches}. With the
 * eigenvalues λ_1 ≥ λ_2 ≥ … (the penalty's share included) and the eigenvectors e_i of the mean of
 * φφᵀ over a sample S of M rows,
 *
 * <pre>
 *   P = I - Σ_{i≤q} (1 - τ·λ_{q+1}/λ_i)·e_i·e_iᵀ
 * </pre>
 *
 * <p>slows down the q directions in which the descent is fastest, so that steps may be longer. A
 * batch B of m rows is a step:
 *
 * <pre>
 *   f = Φ_B·u                          the rows as they are fitted before the step
 *   c_i = -∂ℓ/∂f(f_i, y_i)              y_i - f_i for the square loss
 *   g = Σ_i c_i·φ(x_i)                 and the batch's share of the penalty's gradient
 *   u += (η/m)·P·g = (η/m)·(g - E·D·Eᵀ·g)
 * </pre>
 *
 * <p>With features E has the e_i as its columns, D_i = 1 - τ·λ_{q+1}/λ_i and τ = 1/4. On the full
 * kernel, A = K + ridge·W⁻¹, that is the papers' kernel form: φ(x_i) is the unit vector of the
 * row's own unknown, and e_i = Σ_s v_is·A(:, s)/√(M·λ_i) with the eigenvectors V of A(S, S), so
 * that
 *
 * <pre>
 *   α_B += (η/m)·c,  α_S -= (η/m)·V·D·Vᵀ·A(S, B)·c     D_i = (1 - τ·λ_{q+1}/λ_i) / (M·λ_i),  τ = 1
 * </pre>
 *
 * <p>With β the largest φ(x)ᵀ·P·φ(x), and λ the largest eigenvalue of P times the mean of φφᵀ over
 * all rows,
 *
 * <pre>
 *   m* = β/λ + 1                     the critical batch size: up to it η grows with the batch
 *   η  = m/β                         for batches of m &lt; m* rows
 *   η  = 0.99·2m/(β + (m-1)·λ)       for larger ones
 * </pre>
 *
 * <p>The papers take λ_{q+1} of the sample for λ. But the sample's eigenvectors are not those of
 * all rows, and what they leave has eigenvalues several times as large (on Letter, with M = 2,000
 * and q = 665, 3.4 times): λ and β are measured on other rows.
 *
 * <p>An epoch deals all rows out to batches in random order, evenly from every worker. Its training
 * error, residual and objective are those of each row before it was learned from: fitted values of
 * all rows would cost as much again as the epoch.
 *
 * <p>A batch with a loss that is {@value #DIVERGED} times that of u = 0, or no number, says that
 * the steps are too long: they are halved, and the epoch begins anew with the unknowns that it
 * began with. The last rows of an epoch are looked at once more when they have been learned from,
 * so that no epoch ends diverged.
 *
 * <p>[1] Ma, Belkin. Diving into the shallows: a computational perspective on large-scale shallow
 * learning. NIPS 2017. [2] Ma, Belkin. Kernel machines that adapt to GPUs for effective large batch
 * training. 2018.
 */
public final class EigenPro implements Solver<EigenPro.State> {
  /** The registration of EigenPro. */
  public static final class Type extends SolverType {
    public Type() {
      super("eigenpro", EigenProOptions.class, List.of(EigenPro.class));
    }
  }

  private static final double DIVERGED = 10;
  private static final int MOST_HALVINGS = 30;

  /** Rows that β and λ are measured with. */
  private static final int NORM_ROWS = 2000;

  /** Rows, about, of an epoch's last batch that are looked at again when it has been learned. */
  private static final int CHECKED = 100;

  /** The unknowns at the beginning of the epoch under way. */
  private static final Vector GOOD = new Vector("last good");

  /**
   * Sizes of a run.
   *
   * @param subsample M
   * @param eigenvectors q
   * @param batch m
   * @param steps η of each ridge
   */
  @FormerName("org.filbert.solver.Batches$Sizes")
  record Sizes(int subsample, int eigenvectors, int batch, List<Double> steps) {}

  /**
   * The state between two batches.
   *
   * @param batches of rows so far, over all epochs
   * @param halvings of the step sizes
   * @param now of the epoch under way
   * @param last of the epoch before
   * @param warnings for the user
   */
  @FormerName("org.filbert.solver.StochasticDescent$State")
  record State(
      Position position,
      Sizes sizes,
      long batches,
      int halvings,
      EpochFit now,
      EpochFit last,
      List<String> warnings)
      implements Solver.State {
    /** η of a ridge. */
    private double step(int member) {
      return Math.scalb(sizes.steps().get(member), -halvings);
    }

    @Override
    public SortedMap<String, Double> choices() {
      SortedMap<String, Double> choices = new TreeMap<>();
      choices.put("subsample", (double) sizes.subsample());
      choices.put("eigenvectors", (double) sizes.eigenvectors());
      choices.put("batchSize", (double) sizes.batch());
      choices.put("stepSize", step(0));
      return choices;
    }
  }

  private final BatchOptions options;
  private final Loss loss;
  private final boolean decays;
  private final Outputs outputs;
  private final long seed;

  /**
   * Prepares it.
   *
   * @param decays whether the step size of batch t is at most n/(ridge·(t + n/m)), as of a
   *     regularised loss
   */
  EigenPro(BatchOptions options, Loss loss, boolean decays, Prepared prepared, long seed) {
    this.options = options;
    this.loss = loss;
    this.decays = decays;
    this.outputs = prepared.outputs();
    this.seed = seed;
  }

  @Override
  public int vectors(int ofSystem) {
    return 1;
  }

  @Override
  public State start(KernelSystem system) {
    RowBatches batches = Batchwise.FACET.of(system).batches();
    int rows = batches.shards().stream().reduce(0, Math::addExact);
    int most = batches.shards().stream().reduce(0, Math::max);
    Sizes sizes = precondition(batches, rows);
    int steps = Math.min(most, (rows - 1) / sizes.batch() + 1);
    system.copy(Vector.U, GOOD);
    EpochFit none = EpochFit.none(system.ridges().size());
    return new State(new Position(1, 0, steps), sizes, 0, 0, none, none, List.of());
  }

  /** Makes P of a sample, and chooses the batch size and the step sizes. */
  private Sizes precondition(RowBatches batches, int rows) {
    int m = options.checkedSampleRows(rows);
    RowBatch sample = batches.fetch(RowDraw.of(seed, Purpose.SUBSAMPLE, m, batches.shards()));
    Integer chosen =
        options.eigenvectors().isPresent() ? (Integer) options.eigenvectors().getAsInt() : null;
    Eigensystem eigen = batches.decompose(sample, new Rank(chosen, 5.0 / rows), seed);
    List<double[]> lambda =
        batches.penalties(sample).stream()
            .map(penalty -> eigenvalues(eigen.values(), m, penalty))
            .toList();
    batches.deflate(
        sample, eigen, lambda.stream().map(own -> damping(own, m, batches.kernelForm())).toList());
    StepBounds left =
        batches.measure(
            batches.fetch(RowDraw.of(seed, Purpose.NORM_SAMPLE, NORM_ROWS, batches.shards())));
    int q = eigen.values().length - 1;
    List<Stability> limits = new ArrayList<>();
    for (int r = 0; r < lambda.size(); r++) {
      double beta = left.norm().get(r);
      limits.add(
          new Stability(beta, Math.max(lambda.get(r)[q], left.largest().get(r) + beta / rows)));
    }
    double batch =
        Math.min(Math.min(BatchOptions.LARGEST_BATCH, (rows + 9) / 10), limits.get(0).critical());
    int size = options.batchSize().orElse((int) Math.max(1, batch));
    return new Sizes(
        m,
        q,
        size,
        limits.stream()
            .map(limit -> options.stepSize().orElseGet(() -> limit.step(size)))
            .toList());
  }

  /** λ_i = σ_i/M + the penalty's share. */
  private static double[] eigenvalues(double[] sigma, double m, double penalty) {
    return Arrays.stream(sigma).map(s -> Math.max(0, s) / m + penalty).toArray();
  }

  /** D of the eigenvalues λ_1 to λ_{q+1}. */
  private static double[] damping(double[] lambda, double m, boolean kernelForm) {
    int q = lambda.length - 1;
    double tau = kernelForm ? 1 : 0.25;
    double[] d = new double[q];
    for (int i = 0; i < q; i++) {
      d[i] = 1 - tau * lambda[q] / lambda[i];
      d[i] = kernelForm ? d[i] / (m * lambda[i]) : d[i];
    }
    return d;
  }

  /** What limits the step size. */
  private record Stability(double beta, double lambda) {
    /** m*. */
    double critical() {
      return lambda > 0 ? beta / lambda + 1 : Double.POSITIVE_INFINITY;
    }

    /** η for batches of m rows. */
    double step(int m) {
      if (!(beta > 0)) {
        return 0; // φ is 0 for all rows: there is nothing to learn
      }
      return m < critical() ? m / beta : 0.99 * 2 * m / (beta + (m - 1) * lambda);
    }
  }

  @Override
  public State step(State state, KernelSystem system, List<Integer> active) {
    RowBatches batches = Batchwise.FACET.of(system).batches();
    Position at = state.position();
    RowBatch batch = fetch(batches, at.epoch(), at.step(), at.steps());
    Matrix f = batches.predict(batch);
    PerRidge layout = new PerRidge(system.ridges(), f.cols());
    Matrix c = Matrix.zeros(Precision.DOUBLE, f.rows(), f.cols());
    EpochFit fit = compare(batch, f, layout, c);
    EpochFit before = state.last().plus(state.now());
    if (diverged(fit, before)) {
      return halved(state, fit, system);
    }
    batches.learn(batch, c, rates(state, layout, active, f.rows()));
    EpochFit now = state.now().plus(fit);
    if (at.step() + 1 < at.steps()) {
      return after(state, new Position(at.epoch(), at.step() + 1, at.steps()), now, state.last());
    }
    EpochFit learned = lookBack(batches, state, layout);
    if (diverged(learned, before.plus(fit))) {
      return halved(state, learned, system);
    }
    system.copy(Vector.U, GOOD);
    EpochFit none = EpochFit.none(layout.ridges().size());
    return after(state, new Position(at.epoch() + 1, 0, at.steps()), none, now);
  }

  private RowBatch fetch(RowBatches batches, int epoch, int part, int parts) {
    return batches.fetch(
        RowDraw.part(seed, Purpose.MINI_BATCH, epoch, part, parts, batches.shards()));
  }

  /** How well the last rows of an epoch are fitted after they were learned from. */
  private EpochFit lookBack(RowBatches batches, State state, PerRidge layout) {
    Position at = state.position();
    int parts = at.steps() * Math.max(1, state.sizes().batch() / CHECKED);
    RowBatch last = fetch(batches, at.epoch(), parts - 1, parts);
    Matrix f = batches.predict(last);
    return compare(last, f, layout, Matrix.zeros(Precision.DOUBLE, f.rows(), f.cols()));
  }

  private static State after(State state, Position next, EpochFit now, EpochFit last) {
    return new State(
        next, state.sizes, state.batches + 1, state.halvings, now, last, state.warnings);
  }

  /** c ← -∂ℓ/∂f; how well the batch is fitted. */
  private EpochFit compare(RowBatch batch, Matrix f, PerRidge layout, Matrix c) {
    List<Score> scores = new ArrayList<>();
    List<Double> losses = new ArrayList<>();
    double ofZero = 0;
    for (int m = 0; m < layout.ridges().size(); m++) {
      Matrix own = layout.columns(f, m);
      BatchLoss found = BatchLoss.of(loss, own, batch.rows().y());
      double[] descent = Arrays.stream(found.g().toArray()).map(value -> -value).toArray();
      layout.columns(c, m).write(0, f.rows(), descent);
      scores.add(Score.of(batch.rows(), own, outputs));
      losses.add(2 * found.sum());
      ofZero = 2 * found.ofZero();
    }
    return new EpochFit(scores, losses, ofZero);
  }

  private static boolean diverged(EpochFit batch, EpochFit before) {
    // A batch of few rows may happen to have small targets: those of the rows before count too.
    double rows = batch.scores().get(0).rows();
    double mean = before.targets2() / Math.max(1, before.scores().get(0).rows());
    double bound = DIVERGED * Math.max(batch.targets2(), mean * rows);
    return batch.misfit2().stream().anyMatch(sum -> !(sum <= bound) || sum.isInfinite());
  }

  private static State halved(State state, EpochFit batch, KernelSystem system) {
    if (state.halvings() == MOST_HALVINGS) {
      throw new RefusedException("stepSize diverges, even " + state.step(0));
    }
    double worst = batch.misfit2().stream().reduce(0.0, Math::max) / batch.targets2();
    int epoch = state.position().epoch();
    List<String> warnings = new ArrayList<>(state.warnings());
    warnings.add(
        String.format(
            Locale.ROOT,
            "the loss of a batch in epoch %s came to %.3g times that of no model: back to where"
                + " epoch %s began, step sizes halved to %.4g",
            epoch,
            worst,
            epoch,
            state.step(0) / 2));
    system.copy(GOOD, Vector.U);
    return new State(
        new Position(epoch, 0, state.position().steps()),
        state.sizes(),
        state.batches(),
        state.halvings() + 1,
        EpochFit.none(state.now().scores().size()),
        state.last(),
        List.copyOf(warnings));
  }

  /** η/m of every column. */
  private double[] rates(State state, PerRidge layout, List<Integer> active, int m) {
    int k = layout.k();
    double[] rates = new double[layout.columns()];
    double epochs = (double) state.batches() / state.position().steps() + 1;
    for (int r : active) {
      double step = state.step(r);
      if (decays) {
        step = Math.min(step, state.sizes().batch() / (layout.ridges().get(r) * epochs));
      }
      Arrays.fill(rates, r * k, (r + 1) * k, step / m);
    }
    return rates;
  }

  @Override
  public List<Fit> fit(State state, KernelSystem system) {
    return state.last().on(system.fit());
  }
}
