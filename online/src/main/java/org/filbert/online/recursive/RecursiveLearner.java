package org.filbert.online.recursive;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.filbert.data.RefusedException;
import org.filbert.features.JoinedFourier;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.SpectralKernel;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.Provenance;
import org.filbert.model.RandomFeatures;
import org.filbert.model.RobustScaling;
import org.filbert.model.RowEncoder;
import org.filbert.model.TrainedModel;
import org.filbert.online.Batch;
import org.filbert.online.Columns;
import org.filbert.online.Condition;
import org.filbert.online.DriftResponse;
import org.filbert.online.OnlineLearner;
import org.filbert.online.Prediction;
import org.filbert.workers.Matrices;
import org.filbert.workers.Stepped;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/**
 * Recursive least squares on random Fourier features: several {@link Expert}s of other kernels,
 * widths and memories, whose scores are added with the weights of their {@link Vote}. A batch is
 * one superstep: the workers predict it with their experts and learn from it.
 *
 * <p>Rows are scaled by what the {@link Opening} of the stream says. Until then a prediction is the
 * most frequent class, or the mean of the targets.
 */
public final class RecursiveLearner implements OnlineLearner<RecursiveState> {
  private final RecursiveOptions options;
  private final Columns columns;
  private final FirstRowsUse use;

  /**
   * @param columns that are known at the beginning
   */
  public RecursiveLearner(RecursiveOptions options, Columns columns) {
    this(options, columns, FirstRowsUse.SPREADS);
  }

  /**
   * @param columns that are known at the beginning
   * @param use of the first rows
   */
  public RecursiveLearner(RecursiveOptions options, Columns columns, FirstRowsUse use) {
    this.options = options;
    this.columns = columns;
    this.use = use;
  }

  @Override
  public RecursiveState start(Workers workers) {
    int inputs = options.maps().get(0).inputs();
    boolean scales = options.firstRows() > 0;
    workers.gather(new RecursiveTasks.Begin(options, new Coding(columns).count()));
    return new RecursiveState(
        0,
        columns,
        scales ? Opening.EMPTY : null,
        scales ? null : RobustScaling.none(inputs),
        Vote.start(options.experts().size()),
        Spread.start(columns.count()),
        null,
        null);
  }

  @Override
  public Stepped<RecursiveState, Prediction> step(
      RecursiveState state, Batch batch, Workers workers) {
    Columns known = state.columns();
    Columns wider = batch.extend(known);
    RecursiveState widened = state.with(wider);
    FittedRows fitted = state.fitted();
    if (fitted == null || wider.count() == 0 || batch.ids().isEmpty()) {
      Opening opening = state.opening();
      double[] guess = opening == null ? new double[known.count()] : opening.guess(known);
      double[][] scores = new double[batch.ids().size()][];
      Arrays.fill(scores, guess);
      return new Stepped<>(
          opened(widened, batch, workers), predictions(known, batch, scores, state.step()));
    }
    Opening rows = Opening.of(batch);
    Learned learned = learn(widened, fitted, rows, workers);
    return new Stepped<>(
        state.opening() != null || options.firstRows() == 0 || use == FirstRowsUse.RANKS
            ? opened(learned.state(), batch, workers)
            : watched(learned.state(), fitted, rows, learned.losses(), workers),
        predictions(known, batch, learned.scores(), state.step()));
  }

  /**
   * The result of a superstep.
   *
   * @param scores of the rows before it
   * @param losses of the rows that were learned from
   */
  private record Learned(RecursiveState state, double[][] scores, double[] losses) {}

  private Learned learn(RecursiveState state, FittedRows fitted, Opening batch, Workers workers) {
    int[] labelled = batch.learned();
    Coding coding = new Coding(state.columns());
    Matrix y = Matrix.zeros(Precision.DOUBLE, labelled.length, coding.count());
    Spread spread = state.spread();
    double[][] targets = new double[labelled.length][];
    for (int i = 0; i < labelled.length; i++) {
      targets[i] = coding.values(Objects.requireNonNull(batch.targets().get(labelled[i])));
      if (!coding.isOfClasses()) {
        targets[i] = options.firstRows() > 0 ? spread.near(targets[i]) : targets[i];
        spread = spread.after(targets[i]);
      }
      y.write(i, i + 1, targets[i]);
    }
    double unit = coding.isOfClasses() || labelled.length == 0 ? 1 : spread.variance();
    double[] weights = state.vote().weights(options.rate());
    double[][] scores = new double[batch.rows().size()][];
    double[] missed = new double[labelled.length];
    double[] losses;
    double[] due;
    try (Matrices answer =
        workers
            .sum(
                new RecursiveTasks.Learn(
                    scaled(batch, fitted),
                    weights,
                    labelled,
                    batch.roots(),
                    y,
                    coding.isOfClasses(),
                    unit))
            .get()) {
      Arrays.setAll(scores, i -> coding.scores(answer.get(0).row(i)));
      Arrays.setAll(missed, i -> coding.loss(answer.get(0).row(labelled[i]), targets[i]) / unit);
      losses = answer.get(1).row(0);
      due = answer.get(2).row(0);
    }
    for (int e = 0; e < due.length; e++) {
      if (due[e] > 0) {
        solve(e, workers);
      }
    }
    RecursiveState next =
        labelled.length == 0
            ? state
            : state.after(state.vote().after(losses, weights, labelled.length), spread);
    return new Learned(next, scores, missed);
  }

  private Matrix scaled(Opening batch, FittedRows fitted) {
    int m = batch.rows().size();
    Matrix x = Matrix.zeros(Precision.DOUBLE, m, options.maps().get(0).inputs());
    for (int i = 0; i < m; i++) {
      x.write(i, i + 1, fitted.apply(batch.rows().get(i)));
    }
    return x;
  }

  /**
   * After a batch that was learned from, with another scaling if the present one has become
   * unsuited.
   */
  private RecursiveState watched(
      RecursiveState state, FittedRows present, Opening batch, double[] losses, Workers workers) {
    Recent recent = Objects.requireNonNullElse(state.recent(), Recent.EMPTY).and(batch, losses);
    if (!recent.isDue(losses.length)) {
      return state.with(present, recent);
    }
    Opening rows = recent.rows();
    ScalingWatch.Verdict verdict =
        new ScalingWatch(new Coding(state.columns()), unit(state), state.vote().least())
            .verdict(
                recent,
                present.scaling(),
                other -> scores(state, new FittedRows(null, other), rows, workers));
    if (verdict instanceof ScalingWatch.Verdict.Stays stays) {
      return state.with(present, stays.recent());
    }
    if (verdict instanceof ScalingWatch.Verdict.Changes changes) {
      FittedRows fitted = new FittedRows(null, changes.scaling());
      return learned(state.with(fitted, Recent.EMPTY), fitted, rows, workers);
    }
    return begun(state, rows, workers);
  }

  /** The scores of rows under a scaling, without learning from them. */
  private double[][] scores(
      RecursiveState state, FittedRows fitted, Opening rows, Workers workers) {
    Coding coding = new Coding(state.columns());
    RecursiveTasks.Learn predict =
        new RecursiveTasks.Learn(
            scaled(rows, fitted),
            state.vote().weights(options.rate()),
            new int[0],
            new double[0],
            Matrix.zeros(Precision.DOUBLE, 0, coding.count()),
            coding.isOfClasses(),
            1);
    double[][] scores = new double[rows.rows().size()][];
    try (Matrices answer = workers.sum(predict).get()) {
      Arrays.setAll(scores, i -> answer.get(0).row(i));
    }
    return scores;
  }

  /** The squared error that counts as a loss of 1. */
  private static double unit(RecursiveState state) {
    return state.columns() instanceof Columns.Values ? state.spread().variance() : 1;
  }

  /** Solves for an expert that is spread over the workers. */
  private void solve(int expert, Workers workers) {
    List<LargeExpert.Rows> rows = workers.gather(new RecursiveTasks.Shares(expert));
    List<List<Integer>> homes = options.homes(workers.count());
    for (int w = 0; w < homes.size(); w++) {
      if (homes.get(w).contains(expert)) {
        workers.at(w, new RecursiveTasks.Solve(expert, rows));
      }
    }
    rows.forEach(each -> each.a().close());
  }

  /** With the batch among the first rows, from which the experts learn anew when it is time. */
  private RecursiveState opened(RecursiveState state, Batch batch, Workers workers) {
    Opening before = state.opening();
    if (before == null) {
      return state;
    }
    Opening opening = before.and(Opening.of(batch));
    if (!opening.isDue(before.rows().size(), options.firstRows())) {
      return state.with(opening);
    }
    return begun(state, opening, workers);
  }

  /** With experts that know nothing but some rows, by which all others are scaled. */
  private RecursiveState begun(RecursiveState state, Opening opening, Workers workers) {
    FittedRows fitted = opening.fitted(use);
    Columns scaled = opening.columns(state.columns());
    boolean enough = opening.rows().size() >= options.firstRows();
    workers.gather(new RecursiveTasks.Begin(options, new Coding(scaled).count()));
    RecursiveState next = state.begun(enough ? null : opening, fitted, scaled);
    return scaled.count() > 0 ? learned(next, fitted, opening, workers) : next;
  }

  /** With rows that are learned from, part after part. */
  private RecursiveState learned(
      RecursiveState state, FittedRows fitted, Opening rows, Workers workers) {
    RecursiveState next = state;
    for (Opening part : rows.parts()) {
      next = learn(next, fitted, part, workers).state();
    }
    return next;
  }

  private static List<Prediction> predictions(
      Columns columns, Batch batch, double[][] scores, long step) {
    List<Prediction> predictions = new ArrayList<>();
    for (int i = 0; i < scores.length; i++) {
      double[] known = Arrays.copyOf(scores[i], columns.count());
      if (!Arrays.stream(known).allMatch(Double::isFinite)) {
        throw new RefusedException(
            "row %s: the scores are %s at step %s, must be finite; a larger learner.ridge helps"
                .formatted(batch.ids().get(i), Arrays.toString(known), step));
      }
      predictions.add(batch.prediction(i, columns, known, step, null));
    }
    return predictions;
  }

  @Override
  public Optional<TrainedModel> model(
      RecursiveState state, RowEncoder preprocessing, Provenance provenance, Workers workers) {
    FittedRows fitted = state.fitted();
    return state
        .columns()
        .outputs()
        .filter(outputs -> fitted != null)
        .map(
            outputs ->
                new TrainedModel(
                    Objects.requireNonNull(fitted).after(preprocessing),
                    outputs,
                    new RandomFeatures(
                        new JoinedFourier(options.maps()),
                        options.precision(),
                        coefficients(state, workers)),
                    provenance));
  }

  /** The experts' coefficients times their weights, those of one map added, map after map. */
  private Matrix coefficients(RecursiveState state, Workers workers) {
    NavigableMap<Integer, Matrix> byExpert = new TreeMap<>();
    workers.gather(new RecursiveTasks.Collect()).forEach(byExpert::putAll);
    double[] weights = state.vote().weights(options.rate());
    List<RandomFourier> maps = options.maps();
    Coding coding = new Coding(state.columns());
    List<Matrix> parts = new ArrayList<>();
    for (RandomFourier map : maps) {
      double[] sum = new double[map.outputs() * coding.count()];
      byExpert.forEach(
          (e, w) -> {
            if (options.experts().get(e).map().equals(map)) {
              add(weights[e], w, coding.count(), sum);
            }
          });
      parts.add(Matrix.of(Precision.DOUBLE, map.outputs(), coding.count(), sum));
    }
    return coding.ofModel(Matrix.concat(parts));
  }

  /** sum ← sum + weight·w, for a sum of at least as many columns. */
  private static void add(double weight, Matrix w, int columns, double[] sum) {
    double[] values = w.toArray();
    for (int i = 0; i < values.length; i++) {
      sum[i / w.cols() * columns + i % w.cols()] += weight * values[i];
    }
  }

  @Override
  public Condition condition(RecursiveState state) {
    long features = options.experts().stream().mapToLong(each -> each.map().outputs()).sum();
    return new Condition(
        state.step(),
        options.experts().size(),
        features * new Coding(state.columns()).count() * Double.BYTES,
        0,
        Double.NaN,
        0,
        Arrays.stream(state.vote().course()).boxed().toList());
  }

  /** The vote itself responds. */
  @Override
  public RecursiveState respond(DriftResponse response, RecursiveState state, Workers workers) {
    return state;
  }

  @Override
  public Optional<SpectralKernel> kernel() {
    return Optional.empty();
  }

  @Override
  public Precision precision() {
    return options.precision();
  }

  @Override
  public void takeOver(Worker former, Worker worker) {
    RecursiveTasks.takeOver(former, worker);
  }

  @Override
  public List<Class<?>> messages() {
    return List.of(RecursiveTasks.class, RecursiveState.class);
  }
}
