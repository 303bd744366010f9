package org.filbert.online.recursive;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.filbert.data.RefusedException;
import org.filbert.data.Rows;
import org.filbert.kernel.SpectralKernel;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.Provenance;
import org.filbert.model.RobustScaling;
import org.filbert.model.RowEncoder;
import org.filbert.model.TrainedModel;
import org.filbert.online.Batch;
import org.filbert.online.Columns;
import org.filbert.online.Condition;
import org.filbert.online.DriftResponse;
import org.filbert.online.OnlineLearner;
import org.filbert.online.Prediction;
import org.filbert.workers.Stepped;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/**
 * Recursive least squares on random Fourier features: several {@link Expert}s of other kernels,
 * widths and memories, whose scores are added with the weights of their {@link Vote}. Each row is
 * predicted with what was learned from all rows before it; batches only say how many are worked on
 * at once. A batch is one superstep, and a further one for each of its places where the scaling of
 * the rows may change, or where a {@link LargeExpert} is solved for that is spread over the
 * workers.
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
        null,
        null);
  }

  @Override
  public Stepped<RecursiveState, Prediction> step(
      RecursiveState state, Batch batch, Workers workers) {
    Columns known = state.columns();
    RecursiveState next = state.with(batch.extend(known));
    Opening rows = Opening.of(batch);
    List<Prediction> predictions = new ArrayList<>();
    int to = 0;
    while (to < rows.count()) {
      int from = to;
      Ahead ahead = ahead(next, rows, from);
      to = ahead.to();
      Opening part = rows.part(from, to);
      FittedRows fitted = next.fitted();
      boolean learns = fitted != null && next.columns().count() > 0;
      Passed passed =
          learns
              ? passed(next, Objects.requireNonNull(fitted), part, ahead, workers)
              : guessed(next, part, workers);
      long step = next.step();
      for (int i = from; i < to; i++) {
        predictions.add(prediction(known, batch, i, passed.scores()[i - from], step));
        step += learns && rows.isLearned(i) ? 1 : 0;
        known = known.count() < next.columns().count() ? after(known, batch, i) : known;
      }
      next = passed.state();
      known = known.count() < next.columns().count() ? known : next.columns();
    }
    return new Stepped<>(next, predictions);
  }

  private static Columns after(Columns known, Batch batch, int row) {
    return batch.isLearned(row)
        ? known.extended(List.of(Objects.requireNonNull(batch.targets().get(row))))
        : known;
  }

  private boolean isWatched(RecursiveState state) {
    return state.opening() == null && options.firstRows() > 0 && use == FirstRowsUse.SPREADS;
  }

  private Ahead ahead(RecursiveState state, Opening rows, int from) {
    if (state.opening() != null) {
      return Ahead.of(state.opening(), options.firstRows(), rows, from);
    }
    return isWatched(state)
        ? Ahead.of(state.recent(), Objects.requireNonNull(state.scaling()), rows, from)
        : new Ahead(rows.count(), null, false);
  }

  /**
   * Rows that have been predicted, each before it was learned from, in their order.
   *
   * @param scores of the rows
   * @param losses of those that were learned from
   */
  private record Passed(RecursiveState state, double[][] scores, double[] losses) {
    Passed with(RecursiveState other) {
      return new Passed(other, scores, losses);
    }
  }

  /** Rows before anything is scaled. */
  private Passed guessed(RecursiveState state, Opening rows, Workers workers) {
    Opening before = Objects.requireNonNullElse(state.opening(), Opening.EMPTY);
    double[][] scores = new double[rows.count()][];
    Columns wide = state.columns();
    for (int i = 0; i < scores.length; i++) {
      scores[i] = wide.count() == 0 ? new double[0] : before.and(rows.part(0, i)).guess(wide);
    }
    return new Passed(opened(state, rows, workers), scores, new double[0]);
  }

  private Passed passed(
      RecursiveState state, FittedRows fitted, Opening rows, Ahead ahead, Workers workers) {
    Passed passed = learn(state, fitted, rows, workers);
    RecursiveState next = passed.state();
    Recent recent = ahead.recent();
    return passed.with(
        recent == null
            ? opened(next, rows, workers)
            : watched(next, fitted, recent.with(passed.losses()), ahead.look(), workers));
  }

  /** Predicts rows and learns from them. */
  private Passed learn(RecursiveState state, FittedRows fitted, Opening rows, Workers workers) {
    Passed all = new Passed(state, new double[rows.count()][], new double[rows.learned().length]);
    RecursiveState next = state;
    int learned = 0;
    int to = 0;
    while (to < rows.count()) {
      int from = to;
      to = rows.end(from, Objects.requireNonNullElse(next.untilSolved(), 1));
      Passed part = learnAtOnce(next, fitted, rows.part(from, to), workers);
      System.arraycopy(part.scores(), 0, all.scores(), from, to - from);
      System.arraycopy(part.losses(), 0, all.losses(), learned, part.losses().length);
      learned += part.losses().length;
      next = part.state();
    }
    return all.with(next);
  }

  /** In one superstep: no expert that is spread over the workers is solved for but after it. */
  private Passed learnAtOnce(
      RecursiveState state, FittedRows fitted, Opening rows, Workers workers) {
    Coding coding = new Coding(state.columns());
    Taught taught = Taught.of(rows, coding, state.spread(), options.firstRows() > 0);
    List<RecursiveTasks.Answer> answers =
        workers.gather(
            new RecursiveTasks.Learn(
                scaled(rows, fitted), rows.learned(), rows.roots(), taught.matrix(coding.count())));
    ExpertScores found = ExpertScores.of(answers, options.experts().size(), coding.count());
    int untilSolved = solved(answers, workers);
    Vote.Course vote = state.vote().course(options.rate());
    double[][] scores = new double[rows.count()][];
    double[] losses = new double[taught.values().length];
    int learned = 0;
    for (int i = 0; i < scores.length; i++) {
      double[] sum = found.sum(i, vote.weights());
      scores[i] = coding.scores(sum);
      if (rows.isLearned(i)) {
        double[] target = taught.values()[learned];
        double unit = taught.units()[learned];
        losses[learned++] = coding.loss(sum, target) / unit;
        vote.add(found.losses(i, target, unit, coding));
      }
    }
    return new Passed(
        state.after(learned, vote.vote(), taught.spread(), untilSolved), scores, losses);
  }

  private Matrix scaled(Opening rows, FittedRows fitted) {
    int m = rows.count();
    Matrix x = Matrix.zeros(Precision.DOUBLE, m, options.maps().get(0).inputs());
    for (int i = 0; i < m; i++) {
      x.write(i, i + 1, fitted.apply(rows.rows().get(i)));
    }
    return x;
  }

  /**
   * Solves for experts that are due. Answers how many rows may be learned from until the next one
   * is.
   */
  private static int solved(List<RecursiveTasks.Answer> answers, Workers workers) {
    int least = RecursiveTasks.Answer.ENOUGH;
    for (int home = 0; home < answers.size(); home++) {
      least = Math.min(least, answers.get(home).untilSolved());
      for (int expert : answers.get(home).due()) {
        least = Math.min(least, solved(expert, home, workers));
      }
    }
    return least;
  }

  /** Solves for an expert that is spread over the workers. */
  private static int solved(int expert, int home, Workers workers) {
    List<LargeExpert.Rows> rows = workers.gather(new RecursiveTasks.Shares(expert));
    int untilSolved = workers.at(home, new RecursiveTasks.Solve(expert, rows));
    rows.forEach(each -> each.a().close());
    return untilSolved;
  }

  /**
   * After rows that were learned from, with another scaling if the present one has become unsuited.
   *
   * @param recent the last rows
   * @param look whether another one may be tried
   */
  private RecursiveState watched(
      RecursiveState state, FittedRows present, Recent recent, boolean look, Workers workers) {
    if (!look) {
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
    int columns = new Coding(state.columns()).count();
    Matrix none = Matrix.zeros(Precision.DOUBLE, 0, columns);
    ExpertScores found =
        ExpertScores.of(
            workers.gather(
                new RecursiveTasks.Learn(scaled(rows, fitted), new int[0], new double[0], none)),
            options.experts().size(),
            columns);
    double[] weights = state.vote().weights(options.rate());
    double[][] scores = new double[rows.count()][];
    Arrays.setAll(scores, i -> found.sum(i, weights));
    return scores;
  }

  /** The squared error that counts as a loss of 1. */
  private static double unit(RecursiveState state) {
    return state.columns() instanceof Columns.Values ? state.spread().variance() : 1;
  }

  /** With rows among the first ones, from which the experts learn anew when it is time. */
  private RecursiveState opened(RecursiveState state, Opening rows, Workers workers) {
    Opening before = state.opening();
    if (before == null) {
      return state;
    }
    Opening opening = before.and(rows);
    return rows.count() < before.untilDue(options.firstRows())
        ? state.with(opening)
        : begun(state, opening, workers);
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

  @Override
  public List<Prediction> predict(RecursiveState state, Batch batch, Workers workers) {
    Columns known = state.columns();
    Coding coding = new Coding(known);
    FittedRows fitted = state.fitted();
    double[][] found =
        fitted != null && known.count() > 0
            ? scores(state, fitted, Opening.of(batch), workers)
            : new double[0][];
    List<Prediction> predictions = new ArrayList<>();
    for (int i = 0; i < batch.ids().size(); i++) {
      double[] scores = found.length > 0 ? coding.scores(found[i]) : guess(state);
      predictions.add(prediction(known, batch, i, scores, state.step()));
    }
    return predictions;
  }

  private static double[] guess(RecursiveState state) {
    Columns known = state.columns();
    return known.count() == 0
        ? new double[0]
        : Objects.requireNonNullElse(state.opening(), Opening.EMPTY).guess(known);
  }

  private static Prediction prediction(
      Columns columns, Batch batch, int row, double[] scores, long step) {
    double[] known = Arrays.copyOf(scores, columns.count());
    if (!Arrays.stream(known).allMatch(Double::isFinite)) {
      throw new RefusedException(
          "row %s: the scores are %s at step %s, must be finite; a larger learner.ridge helps"
              .formatted(batch.ids().get(row), Arrays.toString(known), step));
    }
    return batch.prediction(row, columns, known, step, null);
  }

  @Override
  public Optional<TrainedModel> model(
      RecursiveState state, RowEncoder preprocessing, Provenance provenance, Workers workers) {
    return new VotedModel(options, state).model(preprocessing, provenance, workers);
  }

  @Override
  public Optional<double[][]> scores(RecursiveState state, Rows rows, Workers workers) {
    FittedRows fitted = state.fitted();
    return fitted == null || state.columns().count() == 0
        ? Optional.empty()
        : Optional.of(scores(state, fitted, Opening.of(rows), workers));
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
