package org.filbert.online.progressive;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.filbert.data.FormerName;
import org.filbert.data.RefusedException;
import org.filbert.model.Preprocessing;
import org.filbert.model.Provenance;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.online.Batch;
import org.filbert.online.DriftResponse;
import org.filbert.online.LearnerState;
import org.filbert.online.OnlineLearner;
import org.filbert.online.Prediction;
import org.filbert.online.baseline.Baseline;
import org.filbert.table.TableCounts;
import org.filbert.table.TableEncoder;
import org.filbert.workers.Stepped;
import org.filbert.workers.StreamProgram;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * A learner on a stream together with everything that is watched on the way: its progressive error,
 * the baselines, drift and the response to it, the lines of the table, and the models to be
 * published. All of it is state, so that a resumed run reports the same.
 */
public final class ProgressiveRun implements StreamProgram<ProgressiveRun.State, Batch, Report> {

  /**
   * Options of a run.
   *
   * @param preprocessing that the rows have been through, unless a batch has its own
   * @param provenance of the models
   * @param window w of the fading window, in rows
   * @param detector of drift; null for none
   */
  public record Options(
      Preprocessing preprocessing,
      Provenance provenance,
      double window,
      LineRule lines,
      SnapshotRule snapshots,
      List<Baseline> baselines,
      @Nullable DriftDetector detector,
      DriftResponse response) {
    public Options {
      baselines = List.copyOf(baselines);
      if (!(window >= 1)) {
        throw new IllegalArgumentException(
            "the fading window has " + window + " rows, must have 1 or more");
      }
    }
  }

  /**
   * The state of a run.
   *
   * @param snapshots models published so far
   * @param best the least error over the fading window of those
   * @param preprocessing that the first batch has brought; null before that
   * @param table what makes numbers of cells, likewise; null if rows are numbers
   * @param last rows, of which the shares of the inputs are; null where nobody asks for them
   */
  public record State(
      LearnerState learner,
      @FormerName("standing") StreamStatistics statistics,
      int snapshots,
      double best,
      @Nullable Preprocessing preprocessing,
      @Nullable TableEncoder table,
      @Nullable List<double[]> last) {}

  private final OnlineLearner<LearnerState> learner;
  private final Options options;
  private final boolean strict;
  private final InputShares shares;

  public ProgressiveRun(OnlineLearner<?> learner, Options options) {
    this(learner, options, false, InputShares.NONE);
  }

  /**
   * A run.
   *
   * @param strict whether it ends with an error at its first notice
   * @param shares of the inputs, which come with each line of the table
   */
  @SuppressWarnings("unchecked") // its states are those that it makes
  public ProgressiveRun(
      OnlineLearner<?> learner, Options options, boolean strict, InputShares shares) {
    this.learner = (OnlineLearner<LearnerState>) learner;
    this.options = options;
    this.strict = strict;
    this.shares = shares;
  }

  @Override
  public State start(Workers workers) {
    LearnerState started = learner.start(workers);
    return new State(
        started,
        new StreamStatistics(
            0,
            0,
            0,
            ProgressiveError.EMPTY,
            options.baselines().stream().map(b -> new Opponent(b, ProgressiveError.EMPTY)).toList(),
            options.detector(),
            0,
            learner.condition(started),
            Symptoms.NONE,
            null),
        0,
        Double.POSITIVE_INFINITY,
        null,
        null,
        null);
  }

  @Override
  public Stepped<State, Report> step(State state, Batch batch, Workers workers) {
    if (batch.isHistoryEnd()) {
      return historyEnd(state, workers);
    }
    Stepped<LearnerState, Prediction> stepped = learner.step(state.learner(), batch, workers);
    List<Report> reports = new ArrayList<>();
    reports.add(new Report.Predicted(stepped.outputs()));

    StreamStatistics before = state.statistics();
    double[] errors = Errors.of(stepped.outputs());
    ProgressiveError error = before.error().add(errors, options.window());
    if (!Double.isFinite(error.sum())) {
      throw new RefusedException(
          "the sum of squared errors is %s after row %s, must be finite; targets in larger units help"
              .formatted(error.sum(), batch.ids().get(batch.ids().size() - 1)));
    }
    Symptoms symptoms = before.symptoms() == null ? Symptoms.NONE : before.symptoms();
    DriftDetector.@Nullable Watched watched =
        before.detector() == null ? null : before.detector().watch(errors);
    boolean drift = watched != null && watched.drift();
    LearnerState learned =
        drift ? learner.respond(options.response(), stepped.state(), workers) : stepped.state();
    StreamStatistics statistics =
        new StreamStatistics(
            before.rows() + batch.x().count(),
            before.batches() + 1,
            batch.arrivals()[0],
            error,
            opponents(before.opponents(), batch),
            watched == null ? null : watched.next(),
            before.drifts() + (drift ? 1 : 0),
            learner.condition(learned),
            symptoms.add(batch.x(), stepped.outputs(), learner, options.window()),
            cells(before.cells(), batch.table()));

    boolean line = error.rows() >= options.lines().next(before.error().rows());
    List<double[]> last = shares.asked() ? shares.last(last(state), batch.x()) : null;
    State next =
        new State(
            learned,
            line ? marked(statistics) : statistics,
            state.snapshots(),
            state.best(),
            batch.preprocessing() != null ? batch.preprocessing() : state.preprocessing(),
            batch.table() != null && batch.table().encoder() != null
                ? batch.table().encoder()
                : state.table(),
            last);
    reports.add(progress(statistics, line, false, line ? shares(next, workers) : null));
    return new Stepped<>(
        isSnapshotDue(before.error().rows(), error.rows())
            ? snapshot(next, reports, workers)
            : next,
        reports);
  }

  /** A line of the table, and the model of the history alone if it is good enough. */
  private Stepped<State, Report> historyEnd(State state, Workers workers) {
    List<Report> reports = new ArrayList<>();
    reports.add(progress(state.statistics(), true, false, shares(state, workers)));
    reports.add(new Report.HistoryEnd());
    State marked =
        new State(
            state.learner(),
            marked(state.statistics()),
            state.snapshots(),
            state.best(),
            state.preprocessing(),
            state.table(),
            state.last());
    return new Stepped<>(snapshot(marked, reports, workers), reports);
  }

  private static @Nullable TableCounts cells(
      @Nullable TableCounts before, Batch.@Nullable Table table) {
    return table == null ? before : before == null ? table.counts() : before.plus(table.counts());
  }

  private static List<double[]> last(State state) {
    return Objects.requireNonNullElse(state.last(), List.of());
  }

  private @Nullable List<Double> shares(State state, Workers workers) {
    return shares.asked()
        ? shares.of(last(state), rows -> learner.scores(state.learner(), rows, workers))
        : null;
  }

  private Report.Progress progress(
      StreamStatistics statistics, boolean line, boolean last, @Nullable List<Double> looks) {
    Symptoms symptoms = statistics.symptoms();
    List<String> notices = new ArrayList<>();
    if (symptoms != null) {
      notices.addAll(symptoms.notices(learner.kernel()));
    }
    for (Opponent opponent : statistics.opponents()) {
      if (opponent.error().rows() > 0 && !Double.isFinite(opponent.error().sum())) {
        notices.add("the baseline " + opponent.baseline().name() + " has no finite error");
      }
    }
    if (strict && !notices.isEmpty()) {
      throw new RefusedException("strict: " + String.join("; and: ", notices));
    }
    return new Report.Progress(statistics, line, last, notices, looks);
  }

  private List<Opponent> opponents(List<Opponent> opponents, Batch batch) {
    if (opponents.isEmpty()) {
      return opponents;
    }
    double[][] x = new double[batch.x().count()][];
    Arrays.setAll(x, i -> batch.x().row(i));
    return opponents.stream()
        .map(opponent -> opponent.learn(x, batch.targets(), options.window()))
        .toList();
  }

  private static StreamStatistics marked(StreamStatistics statistics) {
    return new StreamStatistics(
        statistics.rows(),
        statistics.batches(),
        statistics.arrival(),
        statistics.error().mark(),
        statistics.opponents().stream().map(Opponent::mark).toList(),
        statistics.detector(),
        statistics.drifts(),
        statistics.model(),
        statistics.symptoms(),
        statistics.cells());
  }

  private boolean isSnapshotDue(long rowsBefore, long rows) {
    long every = options.snapshots().every();
    return every > 0 && rows / every > rowsBefore / every;
  }

  /** Adds the model to the reports if it is good enough. */
  private State snapshot(State state, List<Report> reports, Workers workers) {
    ProgressiveError error = state.statistics().error();
    if (!options.snapshots().accepts(error.faded(), state.best())) {
      return state;
    }
    Optional<TrainedModel> model = model(state, workers);
    if (model.isEmpty()) {
      return state;
    }
    int number = state.snapshots() + 1;
    reports.add(new Report.Snapshot(number, false, model.get()));
    return new State(
        state.learner(),
        state.statistics(),
        number,
        Math.min(state.best(), error.faded()),
        state.preprocessing(),
        state.table(),
        state.last());
  }

  /** The predictions of rows, of which nothing is learned. */
  public List<Prediction> predict(State state, Batch batch, Workers workers) {
    return learner.predict(state.learner(), batch, workers);
  }

  /** The model as it is; none before there is something to predict. */
  public Optional<TrainedModel> model(State state, Workers workers) {
    Preprocessing brought = state.preprocessing();
    Preprocessing numbers = brought != null ? brought : options.preprocessing();
    TableEncoder table = state.table();
    return learner.model(
        state.learner(),
        table == null ? numbers : new TablePreprocessing(table, numbers),
        options.provenance(),
        workers);
  }

  /** The last line and the last model, whatever its error. */
  @Override
  public List<Report> finish(State state, Workers workers) {
    List<Report> reports = new ArrayList<>();
    reports.add(progress(state.statistics(), false, true, shares(state, workers)));
    if (state.statistics().batches() == 0) {
      return reports; // no batch has said what rows the model is of
    }
    model(state, workers)
        .ifPresent(model -> reports.add(new Report.Snapshot(state.snapshots() + 1, true, model)));
    return reports;
  }

  @Override
  public void takeOver(Worker former, Worker worker) {
    learner.takeOver(former, worker);
  }

  @Override
  public List<Class<?>> messages() {
    return Stream.concat(learner.messages().stream(), Stream.of(State.class, Report.class))
        .toList();
  }
}
