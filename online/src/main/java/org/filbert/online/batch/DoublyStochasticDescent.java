package org.filbert.online.batch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.calibration.Probabilities;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.data.Outputs;
import org.filbert.data.RefusedException;
import org.filbert.data.Sample;
import org.filbert.linalg.Matrix;
import org.filbert.loss.Loss;
import org.filbert.loss.SoftmaxLoss;
import org.filbert.loss.SquareLoss;
import org.filbert.model.CurvePoint;
import org.filbert.model.DoublyStochastic;
import org.filbert.model.Model;
import org.filbert.online.DoublyStochasticGradients;
import org.filbert.online.GradientOptions;
import org.filbert.online.GradientState;
import org.filbert.online.LastGood;
import org.filbert.plan.Plan;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;
import org.filbert.shard.Prepared;
import org.filbert.shard.Score;
import org.filbert.shard.ScoredRows;
import org.filbert.shard.ShardState;
import org.filbert.solver.Stopping;
import org.filbert.train.method.Evaluation;
import org.filbert.train.method.Measure;
import org.filbert.train.method.Method;
import org.filbert.workers.Key;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * {@link DoublyStochasticGradients} on a data set: every epoch deals all training rows out to
 * mini-batches, which are gathered from the shards one after the other. Steps that diverge are
 * taken back and halved, as on a stream.
 *
 * <p>In the curve the training error, the objective (mean loss) and the residual √(Σℓ(f) / Σℓ(0)),
 * for square loss ‖Y - F‖ / ‖Y‖, are of the epoch's rows before each was learned from.
 */
public final class DoublyStochasticDescent implements Method<BatchState> {
  /** Supersteps of a batch: its rows, their scores, the step. */
  private static final int STEPS = 3;

  private static final Key<Epoch> EPOCH = Key.rebuilt("epoch", Epoch.class);

  /**
   * Options of a descent.
   *
   * @param batchSize mean number of rows in a batch
   * @param evaluation when held-out rows are scored
   */
  public record Options(
      GradientOptions gradients, int batchSize, Stopping stopping, Evaluation evaluation) {
    public Options {
      if (batchSize < 1) {
        throw new IllegalArgumentException("batchSize is " + batchSize + ", must be 1 or more");
      }
    }

    /** Without patience. */
    public Options(GradientOptions gradients, int batchSize, int epochs, Evaluation evaluation) {
      this(gradients, batchSize, new Stopping(epochs, 0, 0), evaluation);
    }

    int epochs() {
      return stopping.epochs();
    }
  }

  private final Options options;
  private final Prepared prepared;
  private final DoublyStochasticGradients gradients;

  public DoublyStochasticDescent(Options options, Prepared prepared) {
    this.options = options;
    this.prepared = prepared;
    this.gradients = new DoublyStochasticGradients(options.gradients());
  }

  /**
   * {@inheritDoc}
   *
   * <p>An epoch generates and multiplies half of the final number of blocks on average: 2nmF·d and
   * 4nmF·k operations for m blocks.
   */
  @Override
  public Plan plan() {
    var series = options.gradients();
    int workers = prepared.shardRows().size();
    int steps = batches() * options.epochs();
    int blocks = Math.min(series.maxBlocks(), steps);
    double mean = blocks * (1 - blocks / 2.0 / steps);
    long p = series.map().outputs();
    long k = prepared.columns();
    long coefficients = blocks * p * k * Double.BYTES;
    long heldOut = (prepared.validationRows() + prepared.testRows()) / workers + 1;
    long shard = Collections.max(prepared.shardRows());
    long wanted = blocks * p / 2 * prepared.features() * series.precision().bytes();
    List<Plan.Item> memory =
        List.of(
            new Plan.Item("rows", (shard + heldOut) * prepared.rowBytes()),
            new Plan.Item("targets, scores", (shard + 2 * heldOut) * k * Double.BYTES),
            new Plan.Item("coefficients", 2 * (coefficients / workers + coefficients)),
            new Plan.Item(
                "best coefficients", prepared.validationRows() > 0 ? coefficients / workers : 0),
            new Plan.Item("frequencies", Math.min(wanted, series.frequencyBytes()) / workers),
            new Plan.Item("features in flight", 1024 * p * series.precision().bytes()));
    return new Plan(
        blocks,
        (int) p,
        memory,
        List.of(),
        Plan.Cache.NONE,
        new Plan.Work(
            prepared.rows() * mean * p * (prepared.features() + 4.0 * k),
            0,
            prepared.rows() * mean * p / workers,
            new Plan.Steps(
                0,
                0,
                STEPS * batches(),
                prepared.rows() * (2.0 * prepared.rowBytes() + 16.0 * k * workers),
                prepared.rows() * (prepared.rowBytes() + 8.0 * k),
                0,
                0),
            Plan.Passes.over(prepared.rows() * mean * p / workers)),
        "a smaller solver.maxBlocks than " + blocks + ", or a smaller solver.blockSize");
  }

  private int batches() {
    return Math.max(1, Math.round((float) prepared.rows() / options.batchSize()));
  }

  @Override
  public BatchState start(Plan plan, Workers workers) {
    checkLoss(options.gradients().loss(), prepared.outputs());
    options.evaluation().by().ifPresent(measure -> measure.check(prepared.outputs()));
    if (options.stopping().patience() > 0 && prepared.validationRows() == 0) {
      throw new RefusedException("patience needs validation rows, found none");
    }
    GradientState state = gradients.start(prepared.columns(), workers);
    return new BatchState(
        state,
        gradients.keep(state, workers),
        options.epochs(),
        1,
        0,
        batches(),
        options.evaluation().interval(prepared, plan, prepared.columns(), 1, options.stopping()),
        0,
        BatchState.BatchFit.NONE,
        List.of(),
        null);
  }

  private static void checkLoss(Loss loss, Outputs outputs) {
    if (outputs instanceof Outputs.Targets && !(loss instanceof SquareLoss)) {
      throw new RefusedException("found the loss " + loss + " for regression, only square");
    }
    if (outputs.columns() == 1 && loss instanceof SoftmaxLoss) {
      throw new RefusedException(
          "softmax needs more than two classes; for two, logistic is the same loss");
    }
  }

  @Override
  public boolean done(BatchState state) {
    return state.epoch() > options.epochs() || state.outOf(options.stopping().patience());
  }

  @Override
  public BatchState step(BatchState state, Workers workers) {
    long start = System.nanoTime();
    long seed = options.gradients().map().seed();
    List<Draw.Drawn> drawn =
        workers.gather(new Draw(seed, state.epoch(), state.batch(), state.batches())).stream()
            .filter(part -> part.rows().count() > 0)
            .toList();
    List<Sample> parts = drawn.stream().map(Draw.Drawn::rows).toList();
    GradientState learned = state.gradients();
    LastGood good = state.good();
    BatchState.BatchFit fit = BatchState.BatchFit.NONE;
    if (!parts.isEmpty()) {
      Sample batch = Sample.concat(parts);
      int[] all = IntStream.range(0, batch.count()).toArray();
      DoublyStochasticGradients.Step step =
          gradients.step(learned, good, batch.x(), batch.y(), all, weights(drawn), workers);
      learned = step.state();
      good = step.lastGood();
      fit =
          new BatchState.BatchFit(score(parts, step.f()), step.loss().sum(), step.loss().ofZero());
    }
    BatchState next = state.afterBatch(learned, good, (System.nanoTime() - start) / 1e9, fit);
    return next.batch() < next.batches() ? next : endOfEpoch(next, workers);
  }

  /** Scores held-out rows if it is time for them, and keeps the best model. */
  public BatchState endOfEpoch(BatchState state, Workers workers) {
    CurvePoint point = point(state);
    if (state.epoch() % state.scoringInterval() != 0 && state.epoch() != options.epochs()) {
      return state.afterEpoch(point.requireFinite(), Double.NaN);
    }
    DoublyStochastic model = gradients.model(state.gradients(), workers);
    try {
      List<List<Score>> scores = workers.gather(new Evaluate(model));
      CurvePoint scored = point.scored(error(scores, 0), error(scores, 1)).requireFinite();
      double loss = loss(scored, model, workers);
      if (state.improvedBy(loss)) {
        gradients.remember(state.gradients(), workers);
      }
      return state.afterEpoch(scored, loss);
    } finally {
      model.a().close();
    }
  }

  /** What validation rows choose by; not a number without such rows. */
  private double loss(CurvePoint point, DoublyStochastic model, Workers workers) {
    Optional<Measure> scored = options.evaluation().by().filter(measure -> !measure.isError());
    return prepared.validationRows() == 0 || scored.isEmpty()
        ? Measure.lossOf(point.validationError())
        : scored.get().loss(heldOut(model, workers).get(0), prepared.outputs(), ofLoss());
  }

  /** The weights of a batch, over the mean of all rows' weights: steps keep their size. */
  private double[] weights(List<Draw.Drawn> parts) {
    double mean = prepared.weight() / prepared.rows();
    return parts.stream()
        .flatMapToDouble(part -> Arrays.stream(part.weights()))
        .map(weight -> weight / mean)
        .toArray();
  }

  private Score score(List<Sample> parts, Matrix f) {
    Score score = new Score(0, 0, 0, 0);
    Outputs outputs = prepared.outputs();
    int row = 0;
    for (Sample part : parts) {
      score = score.merge(Score.of(part, f.rows(row, row + part.count()), outputs));
      row += part.count();
    }
    return score;
  }

  private @Nullable Double error(List<List<Score>> scores, int sample) {
    return scores.stream()
        .map(own -> own.get(sample))
        .reduce(Score::merge)
        .orElseThrow()
        .error(prepared.outputs().unit());
  }

  private CurvePoint point(BatchState state) {
    BatchState.BatchFit fit = state.fit();
    Double error = fit.score().error(prepared.outputs().unit());
    return new CurvePoint(
        state.epoch(),
        state.seconds(),
        Math.sqrt(fit.loss() / fit.lossOfZero()),
        fit.loss() / Math.max(1, fit.score().rows()),
        error == null ? Double.NaN : error,
        null,
        null);
  }

  @Override
  public Model model(BatchState state, Workers workers) {
    return state.bestEpoch() == 0
        ? gradients.model(state.gradients(), workers)
        : gradients.best(state.gradients(), workers);
  }

  @Override
  public Optional<Probabilities> ofLoss() {
    return options.gradients().loss().probabilities(prepared.columns());
  }

  @Override
  public List<ScoredRows> heldOut(BatchState state, Model model, Workers workers) {
    return heldOut((DoublyStochastic) model, workers);
  }

  private List<ScoredRows> heldOut(DoublyStochastic model, Workers workers) {
    int most = ScoredRows.most(prepared.columns(), workers.count());
    return ScoredRows.merged(workers.gather(new HeldOutScores(model, most)));
  }

  /** Places of a shard's training rows in each batch of an epoch. */
  record Epoch(int number, List<int[]> batches) {
    static Epoch draw(long seed, int number, int batches, long[] positions) {
      List<List<Integer>> places = new ArrayList<>();
      for (int batch = 0; batch < batches; batch++) {
        places.add(new ArrayList<>());
      }
      for (int i = 0; i < positions.length; i++) {
        long hash = Draws.hash(seed, Purpose.BATCH, number, positions[i]);
        places.get((int) Long.remainderUnsigned(hash, batches)).add(i);
      }
      return new Epoch(
          number,
          places.stream()
              .map(batch -> batch.stream().mapToInt(Integer::intValue).toArray())
              .toList());
    }
  }

  /**
   * The shard's rows of a batch. Every epoch puts each row into one batch, by a hash of the seed,
   * the epoch and the row's position: the batches do not depend on the number of workers.
   */
  record Draw(long seed, int epoch, int batch, int batches) implements Task<Draw.Drawn> {
    /** Rows and their weights. */
    record Drawn(Sample rows, double[] weights) {}

    @Override
    public Drawn run(Worker worker) {
      Sample train = worker.get(ShardState.TRAIN);
      Epoch drawn = worker.find(EPOCH);
      if (drawn == null || drawn.number() != epoch) {
        drawn = Epoch.draw(seed, epoch, batches, train.positions());
        worker.put(EPOCH, drawn);
      }
      int[] places = drawn.batches().get(batch);
      double[] weights = ShardState.weights(worker);
      return new Drawn(
          train.select(places), Arrays.stream(places).mapToDouble(i -> weights[i]).toArray());
    }
  }

  /**
   * A model's scores of the shard's validation rows, and of its test rows.
   *
   * @param most number of rows of each
   */
  @InPhase(Phase.SCORING)
  record HeldOutScores(DoublyStochastic model, int most) implements Task<List<ScoredRows>> {
    @Override
    public List<ScoredRows> run(Worker worker) {
      List<ScoredRows> scores = new ArrayList<>();
      List<Sample> samples = worker.get(ShardState.HELD_OUT);
      for (int s = 0; s < samples.size(); s++) {
        try (Matrix f = model.scores(samples.get(s).x(), worker.backend())) {
          scores.add(ScoredRows.of(samples.get(s), f, ShardState.heldOutWeights(worker, s), most));
        }
      }
      return scores;
    }
  }

  /** How well a model predicts the shard's held-out samples. */
  @InPhase(Phase.SCORING)
  record Evaluate(DoublyStochastic model) implements Task<List<Score>> {
    @Override
    public List<Score> run(Worker worker) {
      List<Score> scores = new ArrayList<>();
      List<Sample> samples = worker.get(ShardState.HELD_OUT);
      for (int s = 0; s < samples.size(); s++) {
        try (Matrix f = model.scores(samples.get(s).x(), worker.backend())) {
          scores.add(
              Score.of(
                  samples.get(s),
                  f,
                  ShardState.outputs(worker),
                  ShardState.heldOutWeights(worker, s)));
        }
      }
      return scores;
    }
  }

  /** The classes that name the messages and states. */
  public static List<Class<?>> messages() {
    return Stream.concat(
            Stream.of(DoublyStochasticDescent.class, BatchState.class),
            DoublyStochasticGradients.messages().stream())
        .toList();
  }
}
