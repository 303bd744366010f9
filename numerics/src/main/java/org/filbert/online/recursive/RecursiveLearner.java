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
import org.filbert.model.ScaledRows;
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

  /**
   * @param columns that are known at the beginning
   */
  public RecursiveLearner(RecursiveOptions options, Columns columns) {
    this.options = options;
    this.columns = columns;
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
        Spread.start(columns.count()));
  }

  @Override
  public Stepped<RecursiveState, Prediction> step(
      RecursiveState state, Batch batch, Workers workers) {
    Columns known = state.columns();
    Columns wider = batch.extend(known);
    RecursiveState widened = state.with(wider);
    RobustScaling scaling = state.scaling();
    if (scaling == null || wider.count() == 0 || batch.ids().isEmpty()) {
      Opening opening = state.opening();
      double[] guess = opening == null ? new double[known.count()] : opening.guess(known);
      double[][] scores = new double[batch.ids().size()][];
      Arrays.fill(scores, guess);
      return new Stepped<>(
          opened(widened, batch, workers), predictions(known, batch, scores, state.step()));
    }
    Learned learned = learn(widened, scaling, Opening.EMPTY.and(batch), workers);
    return new Stepped<>(
        opened(learned.state(), batch, workers),
        predictions(known, batch, learned.scores(), state.step()));
  }

  /** The result of a superstep: the state, and the scores of the rows before it. */
  private record Learned(RecursiveState state, double[][] scores) {}

  private Learned learn(
      RecursiveState state, RobustScaling scaling, Opening batch, Workers workers) {
    int[] labelled = batch.learned();
    Coding coding = new Coding(state.columns());
    Matrix y = Matrix.zeros(Precision.DOUBLE, labelled.length, coding.count());
    Spread spread = state.spread();
    for (int i = 0; i < labelled.length; i++) {
      double[] values = coding.values(Objects.requireNonNull(batch.targets().get(labelled[i])));
      y.write(i, i + 1, values);
      spread = coding.isOfClasses() ? spread : spread.after(values);
    }
    int m = batch.rows().size();
    Matrix x = Matrix.zeros(Precision.DOUBLE, m, options.maps().get(0).inputs());
    for (int i = 0; i < m; i++) {
      x.write(i, i + 1, scaling.apply(batch.rows().get(i)));
    }
    double unit = coding.isOfClasses() || labelled.length == 0 ? 1 : spread.variance();
    double[] weights = state.vote().weights(options.rate());
    double[][] scores = new double[m][];
    double[] losses;
    double[] due;
    try (Matrices answer =
        workers
            .sum(
                new RecursiveTasks.Learn(
                    x, weights, labelled, batch.roots(), y, coding.isOfClasses(), unit))
            .get()) {
      Arrays.setAll(scores, i -> coding.scores(answer.get(0).row(i)));
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
    return new Learned(next, scores);
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
    Opening opening = before.and(batch);
    if (!opening.isDue(before.rows().size(), options.firstRows())) {
      return state.with(opening);
    }
    RobustScaling scaling = opening.scaling();
    Columns scaled = opening.columns(state.columns());
    boolean enough = opening.rows().size() >= options.firstRows();
    workers.gather(new RecursiveTasks.Begin(options, new Coding(scaled).count()));
    RecursiveState next = state.begun(enough ? null : opening, scaling, scaled);
    for (Opening part : opening.parts()) {
      if (scaled.count() > 0) {
        next = learn(next, scaling, part, workers).state();
      }
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
    RobustScaling scaling = state.scaling();
    return state
        .columns()
        .outputs()
        .filter(outputs -> scaling != null)
        .map(
            outputs ->
                new TrainedModel(
                    new ScaledRows(preprocessing, Objects.requireNonNull(scaling)),
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
