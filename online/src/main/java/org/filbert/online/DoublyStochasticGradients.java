package org.filbert.online;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.filbert.data.RefusedException;
import org.filbert.data.Rows;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.loss.BatchLoss;
import org.filbert.model.DoublyStochastic;
import org.filbert.online.GradientState.Block;
import org.filbert.online.GradientTasks.Best;
import org.filbert.online.GradientTasks.Collect;
import org.filbert.online.GradientTasks.GoBack;
import org.filbert.online.GradientTasks.Keep;
import org.filbert.online.GradientTasks.Multiply;
import org.filbert.online.GradientTasks.Remember;
import org.filbert.online.GradientTasks.Score;
import org.filbert.online.GradientTasks.Start;
import org.filbert.online.GradientTasks.Update;
import org.filbert.online.GradientTasks.Variance;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * Doubly stochastic gradients: each step takes a mini-batch of B rows (x_i, y_i), of a stream or
 * drawn from a data set, and one block j of F random frequencies. With a step of size |η|
 *
 * <pre>
 *   f_i = Σ_j A_jᵀφ_j(x_i)                        φ_j comes from the seed and j, and is not stored
 *   g_i = w_i ∂ℓ/∂f(f_i, y_i)                      w_i is the weight of the row, 1 unless it is given
 *   A ← (1 - |η|λ) A                              for all blocks
 *   A_j ← A_j - |η|/B · Σ_i φ_j(x_i) g_iᵀ          for the block j
 * </pre>
 *
 * <p>The {@link Algorithm} chooses the block and the step size. Once there are {@code maxBlocks}
 * blocks, old ones are drawn uniformly where a new one would have been added.
 *
 * <p>[1] Dai, Xie, He, Liang, Raj, Balcan, Song. Scalable kernel methods via doubly stochastic
 * gradients. NIPS 2014. [2] Li, Poczos. Utilize old coordinates: faster doubly stochastic gradients
 * for kernel methods. UAI 2016.
 */
public final class DoublyStochasticGradients {
  /** The ratio to the loss of a model that has learned nothing, above which steps were too long. */
  private static final double DIVERGED = 1e6;

  /** The largest such ratio of a good model, which allows for the rows of a batch. */
  private static final double GOOD = 2;

  /** Rows of the first batch that the features' variance is estimated from. */
  private static final int VARIANCE_ROWS = 200;

  private final GradientOptions options;

  public DoublyStochasticGradients(GradientOptions options) {
    this.options = options;
  }

  /** Begins with f = 0. */
  public GradientState start(int columns, Workers workers) {
    checkColumns(columns);
    workers.gather(new Start(options, new TreeMap<>()));
    return GradientState.initial(columns, List.of(), 0);
  }

  /**
   * Begins with a model of the same features; the count of steps begins at 0.
   *
   * @throws RefusedException if the model's features are others
   */
  public GradientState start(DoublyStochastic model, Workers workers) {
    if (!model.map().equals(options.map())) {
      throw new RefusedException(
          "the stored model has blocks of " + model.map() + ", this run of " + options.map());
    }
    checkColumns(model.columns());
    workers.gather(new Start(options, model.blockCoefficients()));
    List<Block> blocks =
        Arrays.stream(model.blocks()).mapToObj(number -> new Block(number, 0)).toList();
    int next = blocks.isEmpty() ? 0 : blocks.get(blocks.size() - 1).number() + 1;
    return GradientState.initial(model.columns(), blocks, next);
  }

  private void checkColumns(int columns) {
    if (columns > 1 && byInequality()) {
      throw new RefusedException(
          "found %s outputs, the inequality of Li and Poczos is for one; cdsg takes any number"
              .formatted(columns));
    }
  }

  private boolean byInequality() {
    return options.algorithm() instanceof Algorithm.InequalityCdsg;
  }

  /** f(x), m×k; the rows stay with the workers, to be learned from. */
  public Matrix scores(GradientState state, Rows x, Workers workers) {
    Matrix f = workers.sum(new Score(x, state.columns())).get().get(0);
    double[] values = f.toArray();
    for (int i = 0; i < values.length; i++) {
      values[i] *= state.scales().current();
    }
    return Matrix.of(Precision.DOUBLE, f.rows(), f.cols(), values);
  }

  /**
   * The result of a step.
   *
   * @param predicting the model that has scored the batch before learning from it: the one before
   *     the step or, where its steps had diverged, the last good one
   * @param f its scores, m×k
   * @param loss of the rows that were learned from
   * @param state the model that has learned
   * @param lastGood what the next step goes back to
   */
  public record Step(
      GradientState predicting, Matrix f, BatchLoss loss, GradientState state, LastGood lastGood) {}

  /**
   * Scores a batch, then learns from some of its rows. While the scores show that steps have
   * diverged, the last good model takes the place of the present one, with half the step size.
   *
   * @param x m rows
   * @param y their targets, m×k
   * @param rows places of those that are learned from
   * @param weights w of all rows, by which they count in the loss; null if each is 1
   * @throws DivergedException if shorter steps do not help
   */
  public Step step(
      GradientState state,
      LastGood lastGood,
      Rows x,
      Matrix y,
      int[] rows,
      double @Nullable [] weights,
      Workers workers) {
    GradientState now = state;
    LastGood good = lastGood;
    Matrix f = scores(now, x, workers);
    BatchLoss loss = BatchLoss.of(options.loss(), f, y, rows, weights);
    while (diverged(loss)) {
      if (good.exhausted()) {
        throw diverged(now, loss);
      }
      now = goBack(good, now.columns(), workers);
      good = good.failed(now);
      f = scores(now, x, workers);
      loss = BatchLoss.of(options.loss(), f, y, rows, weights);
    }
    if (good.isOld(now) && loss.sum() <= GOOD * loss.ofZero()) {
      good = keep(now, workers);
    }
    GradientState next = learn(now, loss, workers);
    return next.scales().small()
        ? new Step(now, f, loss, renormalise(next, workers), good.rescaled(next.scales()))
        : new Step(now, f, loss, next, good);
  }

  /** Whether the steps were too long. */
  private static boolean diverged(BatchLoss loss) {
    double limit = DIVERGED * loss.ofZero();
    return !Double.isFinite(loss.sum()) || (loss.sum() > limit && limit > 0);
  }

  /** Updates the block that the algorithm chooses; the scales are left as they come. */
  GradientState learn(GradientState state, BatchLoss loss, Workers workers) {
    GradientState known = bounds(state, loss, workers);
    BlockChoice.Choice choice = new BlockChoice(options, known, loss).make(workers);
    Scales scales =
        state
            .scales()
            .after(
                1 - choice.size() * options.lambda(),
                options.averages() ? 1.0 / options.average() : 0);
    boolean isNew = choice.place() == state.blocks().size();
    int number = isNew ? state.next() : state.blocks().get(choice.place()).number();
    workers.gather(
        new Update(
            number,
            loss.rows(),
            loss.g(),
            -choice.size() / (loss.count() * scales.current()),
            state.scales().meanFactor()));
    double betaStep =
        byInequality() ? -choice.size() * loss.meanGradient()[0] / scales.current() : 0;
    return known.after(choice.place(), betaStep, choice.size(), scales, choice.considered());
  }

  /** Coefficients and accumulators multiplied by their scales, which begin anew at 1. */
  GradientState renormalise(GradientState state, Workers workers) {
    workers.gather(new Multiply(state.scales().current(), state.scales().fade()));
    return state.rescaled(state.scales());
  }

  /** The error for steps that are too long. */
  private DivergedException diverged(GradientState state, BatchLoss loss) {
    int halvings = state.schedule().halvings();
    return new DivergedException(
        String.format(
            Locale.ROOT,
            "the step size %s diverges%s: at step %s the loss is %.3g a row, that of a model that"
                + " knows nothing %.3g; smaller steps help",
            options.step(),
            halvings == 0 ? "" : ", halved " + halvings + " times, too",
            state.step() + 1,
            loss.sum() / loss.count(),
            loss.ofZero() / loss.count()));
  }

  /** Keeps a model to go back to, instead of the one that was kept before. */
  public LastGood keep(GradientState state, Workers workers) {
    workers.gather(new Keep(state.next()));
    return new LastGood(state, 0);
  }

  /** The model that was kept, with half the step. */
  GradientState goBack(LastGood good, int columns, Workers workers) {
    workers.gather(new GoBack());
    return good.state().withColumns(columns).withSchedule(good.state().schedule().halved());
  }

  private GradientState bounds(GradientState state, BatchLoss loss, Workers workers) {
    double variance =
        byInequality() && Double.isNaN(state.variance())
            ? workers.gather(new Variance(VARIANCE_ROWS)).get(0)
            : state.variance();
    return state.withBounds(Math.max(state.largestGradient(), loss.largest()), variance);
  }

  /** The same function with further columns, which are 0 so far. */
  public GradientState widen(GradientState state, int columns) {
    checkColumns(columns);
    return state.withColumns(columns);
  }

  /** With the step size at the beginning of its schedule. */
  public GradientState restartSchedule(GradientState state) {
    return state.withSchedule(state.schedule().restarted(state.step()));
  }

  /** The model as it is, or the mean of recent ones. */
  public DoublyStochastic model(GradientState state, Workers workers) {
    return model(new Collect(state.scales(), state.columns()), state, workers);
  }

  /** Keeps the model as the best one so far. */
  public void remember(GradientState state, Workers workers) {
    workers.gather(new Remember(new Collect(state.scales(), state.columns())));
  }

  /** The model that was remembered last. */
  public DoublyStochastic best(GradientState state, Workers workers) {
    return model(new Best(), state, workers);
  }

  private DoublyStochastic model(
      Task<SortedMap<Integer, Matrix>> parts, GradientState state, Workers workers) {
    NavigableMap<Integer, Matrix> blocks = new TreeMap<>();
    workers.gather(parts).forEach(blocks::putAll);
    return DoublyStochastic.of(options.map(), options.precision(), state.columns(), blocks);
  }

  /** The classes that name the messages. */
  public static List<Class<?>> messages() {
    return List.of(GradientTasks.class, GradientState.class);
  }
}
