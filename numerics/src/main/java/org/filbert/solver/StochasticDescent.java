package org.filbert.solver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.filbert.data.RefusedException;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.loss.Loss;
import org.filbert.random.Purpose;
import org.filbert.shard.Score;
import org.filbert.system.Batchwise;
import org.filbert.system.Fit;
import org.filbert.system.KernelSystem;
import org.filbert.system.RowBatch;
import org.filbert.system.RowBatches;
import org.filbert.system.RowDraw;
import org.filbert.system.Vector;

/**
 * Stochastic gradient descent by batches of training rows, with a preconditioner P:
 *
 * <pre>
 *   f = Φ_B·u                      the batch's m rows as they are fitted now
 *   c_i = -∂ℓ/∂f(f_i, y_i)          y_i - f_i for the square loss
 *   u += (η/m)·P·Σ_i c_i·φ(x_i)     and the penalty's share
 * </pre>
 *
 * <p>An epoch deals all rows out to batches in random order, evenly from every worker. Its training
 * error, residual and objective are those of each row before it was learned from: fitted values of
 * all rows would cost as much again as the epoch.
 *
 * <p>A batch with a loss that is {@value #DIVERGED} times that of u = 0, or no number, says that
 * the steps are too long: they are halved, and the epoch begins anew with the unknowns that it
 * began with. The last rows of an epoch are looked at once more when they have been learned from,
 * so that no epoch ends diverged.
 */
final class StochasticDescent implements Solver<StochasticDescent.State> {
  private static final double DIVERGED = 10;
  private static final int MOST_HALVINGS = 30;

  /** Rows, about, of an epoch's last batch that are looked at again when it has been learned. */
  private static final int CHECKED = 100;

  /** The unknowns at the beginning of the epoch under way. */
  private static final Vector GOOD = new Vector("last good");

  /**
   * What is remembered between two batches.
   *
   * @param batches of rows so far, over all epochs
   * @param halvings of the step sizes
   * @param now of the epoch under way
   * @param last of the epoch before
   * @param warnings what the user should know
   */
  record State(
      Position position,
      Batches.Sizes sizes,
      long batches,
      int halvings,
      Tally now,
      Tally last,
      List<String> warnings)
      implements Solver.State {
    @Override
    public SortedMap<String, Double> choices() {
      SortedMap<String, Double> choices = new TreeMap<>();
      choices.put("subsample", (double) sizes.subsample());
      choices.put("eigenvectors", (double) sizes.eigenvectors());
      choices.put("batchSize", (double) sizes.batch());
      choices.put("stepSize", Math.scalb(sizes.steps().get(0), -halvings));
      return choices;
    }
  }

  private final Batches options;
  private final Loss loss;
  private final boolean decays;
  private final long seed;

  /**
   * Prepares it.
   *
   * @param decays whether the step size of batch t is at most n/(ridge·(t + n/m)), as of a
   *     regularised loss
   */
  StochasticDescent(Batches options, Loss loss, boolean decays, long seed) {
    this.options = options;
    this.loss = loss;
    this.decays = decays;
    this.seed = seed;
  }

  @Override
  public int vectors(int ofSystem) {
    return 1;
  }

  @Override
  public State start(KernelSystem system) {
    RowBatches batches = Batchwise.FACET.of(system).batches();
    Batches.Sizes sizes = options.choose(batches, seed);
    int rows = batches.shards().stream().reduce(0, Math::addExact);
    int most = batches.shards().stream().reduce(0, Math::max);
    int steps = Math.min(most, (rows - 1) / sizes.batch() + 1);
    system.copy(Vector.U, GOOD);
    Tally none = Tally.none(system.ridges().size());
    return new State(new Position(1, 0, steps), sizes, 0, 0, none, none, List.of());
  }

  @Override
  public State step(State state, KernelSystem system, List<Integer> active) {
    RowBatches batches = Batchwise.FACET.of(system).batches();
    Position at = state.position();
    RowBatch batch = fetch(batches, at.epoch(), at.step(), at.steps());
    Matrix f = batches.predict(batch);
    int ridges = system.ridges().size();
    Matrix c = Matrix.zeros(Precision.DOUBLE, f.rows(), f.cols());
    Tally tally = compare(batch, f, ridges, c);
    Tally before = state.last().plus(state.now());
    if (diverged(tally, before)) {
      return halved(state, tally, system);
    }
    batches.learn(batch, c, rates(state, system, active, f));
    Tally now = state.now().plus(tally);
    if (at.step() + 1 < at.steps()) {
      return after(state, new Position(at.epoch(), at.step() + 1, at.steps()), now, state.last());
    }
    Tally learned = lookBack(batches, state, ridges);
    if (diverged(learned, before.plus(tally))) {
      return halved(state, learned, system);
    }
    system.copy(Vector.U, GOOD);
    return after(state, new Position(at.epoch() + 1, 0, at.steps()), Tally.none(ridges), now);
  }

  private RowBatch fetch(RowBatches batches, int epoch, int part, int parts) {
    return batches.fetch(
        RowDraw.part(seed, Purpose.MINI_BATCH, epoch, part, parts, batches.shards()));
  }

  /** How well the last rows of an epoch are fitted after they were learned from. */
  private Tally lookBack(RowBatches batches, State state, int ridges) {
    Position at = state.position();
    int parts = at.steps() * Math.max(1, state.sizes().batch() / CHECKED);
    RowBatch last = fetch(batches, at.epoch(), parts - 1, parts);
    Matrix f = batches.predict(last);
    return compare(last, f, ridges, Matrix.zeros(Precision.DOUBLE, f.rows(), f.cols()));
  }

  private static State after(State state, Position next, Tally now, Tally last) {
    return new State(
        next, state.sizes, state.batches + 1, state.halvings, now, last, state.warnings);
  }

  /** c ← -∂ℓ/∂f; how well the batch is fitted. */
  private Tally compare(RowBatch batch, Matrix f, int ridges, Matrix c) {
    int k = f.cols() / ridges;
    List<Score> scores = new ArrayList<>();
    List<Double> losses = new ArrayList<>();
    double unfitted = 0;
    for (int m = 0; m < ridges; m++) {
      Matrix own = f.columns(m * k, (m + 1) * k);
      Matrix target = c.columns(m * k, (m + 1) * k);
      double sum = 0;
      for (int i = 0; i < f.rows(); i++) {
        double[] y = batch.rows().y().row(i);
        double[] fitted = own.row(i);
        sum += 2 * loss.value(fitted, y);
        unfitted += m == 0 ? 2 * loss.value(new double[k], y) : 0;
        double[] descent = loss.gradient(fitted, y);
        for (int j = 0; j < k; j++) {
          descent[j] = -descent[j];
        }
        target.write(i, i + 1, descent);
      }
      scores.add(Score.of(batch.rows(), own));
      losses.add(sum);
    }
    return new Tally(scores, losses, unfitted);
  }

  private static boolean diverged(Tally batch, Tally before) {
    // A batch of few rows may happen to have small targets: those of the rows before count too.
    double rows = batch.scores().get(0).rows();
    double mean = before.targets2() / Math.max(1, before.scores().get(0).rows());
    double bound = DIVERGED * Math.max(batch.targets2(), mean * rows);
    return batch.misfit2().stream().anyMatch(sum -> !(sum <= bound) || sum.isInfinite());
  }

  private static State halved(State state, Tally batch, KernelSystem system) {
    if (state.halvings() == MOST_HALVINGS) {
      throw new RefusedException(
          "stepSize diverges, even " + Math.scalb(state.sizes().steps().get(0), -state.halvings()));
    }
    double worst = batch.misfit2().stream().reduce(0.0, Math::max) / batch.targets2();
    int epoch = state.position().epoch();
    List<String> warnings = new ArrayList<>(state.warnings());
    warnings.add(
        "the loss of a batch in epoch %d came to %.3g times that of no model: back to where epoch %d began, step sizes halved to %.4g"
            .formatted(
                epoch,
                worst,
                epoch,
                Math.scalb(state.sizes().steps().get(0), -state.halvings() - 1)));
    system.copy(GOOD, Vector.U);
    Tally none = Tally.none(state.now().scores().size());
    return new State(
        new Position(epoch, 0, state.position().steps()),
        state.sizes(),
        state.batches(),
        state.halvings() + 1,
        none,
        state.last(),
        List.copyOf(warnings));
  }

  /** η/m of every column. */
  private double[] rates(State state, KernelSystem system, List<Integer> active, Matrix f) {
    int ridges = system.ridges().size();
    int k = f.cols() / ridges;
    double[] rates = new double[f.cols()];
    double epochs = (double) state.batches() / state.position().steps() + 1;
    for (int m : active) {
      double step = Math.scalb(state.sizes().steps().get(m), -state.halvings());
      if (decays) {
        step = Math.min(step, state.sizes().batch() / (system.ridges().get(m) * epochs));
      }
      Arrays.fill(rates, m * k, (m + 1) * k, step / f.rows());
    }
    return rates;
  }

  @Override
  public List<Fit> fit(State state, KernelSystem system) {
    return state.last().on(system.fit());
  }
}
