package org.filbert.train;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.filbert.calibration.Calibration;
import org.filbert.cost.Costs;
import org.filbert.data.Outputs;
import org.filbert.data.RefusedException;
import org.filbert.kernel.MetricSolution;
import org.filbert.model.TrainedModel;
import org.filbert.plan.Plan;
import org.filbert.selection.Selection;
import org.filbert.shard.Prepared;
import org.filbert.shard.ShardState;
import org.filbert.system.Differentiable;
import org.filbert.train.forecast.Approach;
import org.filbert.train.forecast.ApproachChoice;
import org.filbert.train.forecast.Machines;
import org.filbert.train.forecast.MemoryCheck;
import org.filbert.train.forecast.Speed;
import org.filbert.train.internal.choice.RowSelection;
import org.filbert.train.method.CalibrationMode;
import org.filbert.train.method.Method;
import org.filbert.train.method.Progress;
import org.filbert.train.metric.ImportanceSearch;
import org.filbert.train.metric.MetricScore;
import org.filbert.train.metric.MetricSearch;
import org.filbert.train.metric.MetricState;
import org.filbert.train.metric.MetricTasks;
import org.filbert.train.metric.SolutionStage;
import org.filbert.train.rows.RecodeTargets;
import org.filbert.workers.MeteredWorkers;
import org.filbert.workers.Program;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * A training run over workers that hold {@link ShardState#INSTANCES}: preparation, plan, steps of
 * the solver, model.
 */
public final class Training implements Program<Training.State, Trained> {
  /**
   * State of a run between two steps.
   *
   * @param selection what was chosen by leaving training rows out; null if nothing was, and in a
   *     state of an earlier version
   * @param metric how far the learning of a metric is; null without one, and in a state of an
   *     earlier version
   * @param approach what was chosen by the plan; null if nothing was, and in a state of an earlier
   *     version
   * @param startSeconds time before the first epoch, in which memory is reserved and landmarks are
   *     chosen
   * @param choiceSeconds time in which encodings, kernels, ridges and metrics were judged; null
   *     without such a choice, and in a state of an earlier version
   */
  public record State(
      Prepared prepared,
      Plan plan,
      Speed speed,
      double startSeconds,
      Ledger ledger,
      Method.State method,
      @Nullable Selection selection,
      @Nullable MetricState metric,
      @Nullable Approach approach,
      @Nullable Double choiceSeconds) {
    /** The progress of all solutions. */
    public Progress progress() {
      Progress now = method.progress();
      return metric == null ? now : metric.progress(now);
    }

    /** The metrics that have been judged, in their order; none if none is learned. */
    public List<MetricScore> metrics() {
      return metric == null ? List.of() : metric.scores();
    }

    /**
     * The metrics that the one which is kept was learned through, it last; none if none is learned,
     * or it is not known yet.
     */
    public List<MetricScore> metricPath() {
      return metric == null || !metric.last() ? List.of() : metric.path();
    }

    /** The solution under way, where a metric is learned; nothing while metrics are judged. */
    public Optional<SolutionStage> stage() {
      return metric == null ? Optional.empty() : metric.stage();
    }

    /** Expected seconds of a solution, at most; not a number if the speed is not known. */
    public double secondsOfSolution() {
      @Nullable Double later = speed.secondsPerLaterEpoch();
      double each = later == null ? speed.secondsPerEpoch() : later;
      return speed.secondsPerEpoch() + (method.progress().epochs() - 1) * each;
    }

    /** Whether the settings are known: those of a metric are not before its last solution. */
    public boolean settled() {
      return metric == null || metric.last();
    }

    /** Epochs of solutions before the one under way, which a metric was learned from. */
    public int earlierEpochs() {
      return metric == null ? 0 : metric.epochs();
    }

    private State with(Ledger newLedger, MetricState newMetric, @Nullable Double newChoiceSeconds) {
      return new State(
          prepared,
          plan,
          speed,
          startSeconds,
          newLedger,
          method,
          selection,
          newMetric,
          approach,
          newChoiceSeconds);
    }
  }

  private static final Logger LOG = System.getLogger(Training.class.getName());

  private final TrainingSpec spec;
  private final MetricSearch search;
  private final ImportanceSearch importances;
  private final RowSelection rows;
  private final Finish finish;
  private final Supplier<Optional<TrainedModel>> from;
  private final boolean timed;
  private final boolean strict;

  /** A training that begins with no model, and whose duration is not estimated. */
  public Training(TrainingSpec spec) {
    this(spec, Optional::empty, Optional::empty, spec.toString(), versions(), false, false);
  }

  /** A training whose probabilities or intervals are its own. */
  public Training(
      TrainingSpec spec,
      Supplier<Optional<TrainedModel>> from,
      String configuration,
      SortedMap<String, String> versions,
      boolean strict) {
    this(spec, from, Optional::empty, configuration, versions, strict, true);
  }

  /**
   * A training.
   *
   * @param from finds the model that it begins with, if there is one
   * @param calibrated finds what held-out rows have shown of a model with the same settings, if
   *     there is such: this training then needs no validation rows for it
   * @param configuration for the model's provenance
   * @param versions of the software, likewise
   * @param strict whether a run ends with an error where it would warn of the rows or the model
   */
  public Training(
      TrainingSpec spec,
      Supplier<Optional<TrainedModel>> from,
      Supplier<Optional<Calibration>> calibrated,
      String configuration,
      SortedMap<String, String> versions,
      boolean strict) {
    this(spec, from, calibrated, configuration, versions, strict, true);
  }

  private Training(
      TrainingSpec spec,
      Supplier<Optional<TrainedModel>> from,
      Supplier<Optional<Calibration>> calibrated,
      String configuration,
      SortedMap<String, String> versions,
      boolean strict,
      boolean timed) {
    this.spec = spec;
    this.search =
        new MetricSearch(spec.metric(), spec.open(), spec.preprocessing().names(), spec.seed());
    this.importances = new ImportanceSearch(spec.metric().centred(), spec.seed());
    this.rows = new RowSelection(spec::takes, spec::criterion, spec.codes(), spec.seed());
    this.finish =
        new Finish(
            spec.calibration(), calibrated, spec.seed(), configuration, new TreeMap<>(versions));
    this.from = from;
    this.strict = strict;
    this.timed = timed;
  }

  /** Versions of Filbert and of Java. */
  public static SortedMap<String, String> versions() {
    String own = Training.class.getPackage().getImplementationVersion();
    return new TreeMap<>(
        Map.of("filbert", own == null ? "development" : own, "java", Runtime.version().toString()));
  }

  @Override
  public State start(Workers workers) {
    Preparation preparation = new Preparation(spec);
    Prepared encoded = preparation.run(workers, from.get());
    List<String> notices = checked(preparation.notices());
    if (finish.calibrates()) {
      spec.calibration().check(encoded);
    }
    boolean learns = search.learns(encoded);
    if (learns) {
      search.check(encoded);
      refuseModel();
    }
    long beforeChoice = System.nanoTime();
    double widthInMedians = learns ? search.widthInMedians(encoded.kernel(), workers) : Double.NaN;
    Prepared first =
        spec.metric().given(0).map(given -> encoded.withKernel(given.function())).orElse(encoded);
    Selection judged =
        keepsSelection() || learns
            ? rows.of(first, spec.open(), ridges(0, first), Selection.ROWS, workers)
            : null;
    Selection selection = keepsSelection() ? judged : null;
    Prepared prepared = selection == null ? encoded : encoded.withKernel(selection.best().kernel());
    UnaryOperator<Plan> more =
        needed -> {
          Plan remarked =
              preparation.choices().remarks().stream().reduce(needed, Plan::remarking, (a, b) -> b);
          return learns ? search.plan(remarked, prepared) : remarked;
        };
    MetricState learning =
        learns && judged != null ? startLearning(prepared, judged, widthInMedians, workers) : null;
    double choiceSeconds =
        preparation.choices().seconds() + (System.nanoTime() - beforeChoice) / 1e9;
    ApproachChoice chosen =
        spec.open().approach()
            ? ApproachChoice.of(
                spec.approaches(prepared.rows()),
                new ApproachChoice.Limits(spec.memory(), spec.budget().seconds(), spec.solutions()),
                prepared,
                each -> newMethod(prepared, selection, each),
                each -> each.text(spec.open()),
                more,
                new Machines.Present(workers))
            : null;
    Approach approach = chosen == null ? null : chosen.approach();
    Method<?> method = chosen == null ? newMethod(prepared, selection, null) : chosen.method();
    Plan plan =
        chosen == null
            ? MemoryCheck.fit(more.apply(method.plan(workers)), spec.memory(), workers)
            : chosen.plan();
    Speed speed = timed ? Speed.of(method, plan, workers) : Speed.UNKNOWN;
    MeteredWorkers metered = new MeteredWorkers(workers); // the ledger begins with the first step
    long start = System.nanoTime();
    if (learning == null) {
      RecodeTargets.run(selection, metered);
    }
    Method.State state = method.start(plan, metered);
    double seconds = (System.nanoTime() - start) / 1e9;
    List<String> warnings = Stream.concat(notices.stream(), metered.warnings().stream()).toList();
    return new State(
        prepared,
        plan,
        speed,
        seconds,
        Ledger.begin(warnings),
        state,
        selection,
        learning,
        approach,
        judged != null || spec.open().target() ? choiceSeconds : null);
  }

  private void refuseModel() {
    if (from.get().isPresent()) {
      throw new RefusedException(
          "from is given, which needs kernel.metric.learn: none: a solution under another metric is"
              + " no start");
    }
  }

  private MetricState startLearning(
      Prepared prepared, Selection selection, double widthInMedians, Workers workers) {
    int judges = MetricSearch.judges(prepared.rows());
    Selection judged =
        judges < selection.best().rows()
            ? rows.of(
                prepared.withKernel(selection.best().kernel()),
                search.open(),
                ridges(0, prepared),
                judges,
                workers)
            : selection;
    search.holdBack(prepared.rows(), workers);
    return search.start(
        selection, spec.criterion(prepared.outputs()).of(judged.best()), widthInMedians);
  }

  /** Whether what was chosen, or judged, belongs to the model. */
  private boolean keepsSelection() {
    return spec.open().byRows()
        || spec.metric().given()
        || spec.calibration() == CalibrationMode.LEFT_OUT;
  }

  /** Ridges of the solution after t others, where they are not open. */
  private List<Double> ridges(int t, Prepared prepared) {
    return spec.metric()
        .given(t)
        .map(given -> List.of(given.ridge()))
        .orElseGet(() -> spec.objective().ridge().absolute(prepared.weight()));
  }

  private List<String> checked(List<String> notices) {
    if (strict && !notices.isEmpty()) {
      throw new RefusedException("strict: " + String.join("; and: ", notices));
    }
    if (!timed) {
      notices.forEach(notice -> LOG.log(Level.WARNING, notice)); // nobody else shows them
    }
    return notices;
  }

  @Override
  public boolean done(State state) {
    return method(state).done(state.method())
        && (state.metric() == null
            || (state.metric().last() && !ImportanceSearch.missing(state.prepared())));
  }

  @Override
  public State step(State state, Workers workers) {
    MetricState metric = state.metric();
    return metric == null || !method(state).done(state.method())
        ? solve(state, workers)
        : metric.last() ? weigh(state, metric, workers) : learn(state, metric, workers);
  }

  /** Finds the level of noise of the model's metric. */
  private State weigh(State state, MetricState metric, Workers workers) {
    long start = System.nanoTime();
    MeteredWorkers metered = new MeteredWorkers(workers);
    Prepared found = importances.found(state.prepared(), metric.best(), metered);
    return new State(
        found,
        state.plan(),
        state.speed(),
        state.startSeconds(),
        ledger(state, start, metered),
        state.method(),
        state.selection(),
        metric,
        state.approach(),
        state.choiceSeconds());
  }

  /** Goes on with the metric after a solution that is not the model's. */
  private State learn(State state, MetricState metric, Workers workers) {
    long start = System.nanoTime();
    MeteredWorkers metered = new MeteredWorkers(workers);
    if (metric.roots().isEmpty() && !metric.judged().isEmpty()) {
      return nextSolution(state, metric, search.decide(metric), start, metered);
    }
    if (metric.roots().isEmpty()) {
      List<double[]> roots = search.roots(state.prepared(), solution(state, metered), metered);
      return roots.isEmpty()
          ? nextSolution(state, metric, search.end(metric), start, metered)
          : state.with(ledger(state, start, metered), metric.judging(roots), state.choiceSeconds());
    }
    MetricState next = judge(state, metric, metered);
    Double before = state.choiceSeconds();
    double choiceSeconds = (before == null ? 0 : before) + (System.nanoTime() - start) / 1e9;
    return state.with(ledger(state, start, metered), next, choiceSeconds);
  }

  private static Ledger ledger(State state, long start, MeteredWorkers metered) {
    return state
        .ledger()
        .and(metered.costs().within((System.nanoTime() - start) / 1e9), metered.warnings());
  }

  private Differentiable solution(State state, Workers workers) {
    SystemRun<?> run =
        (SystemRun<?>) newMethod(state.prepared(), state.selection(), state.approach());
    return Differentiable.FACET.of(run.kept((SystemRunState) state.method(), workers));
  }

  private MetricState judge(State state, MetricState metric, Workers workers) {
    int t = metric.t() + (metric.judged().isEmpty() ? 1 : 0);
    Prepared before =
        spec.metric().given()
            ? state
                .prepared()
                .withKernel(
                    spec.metric().given(t).map(MetricSolution::function).orElse(spec.kernel()))
            : state.prepared();
    return search.judged(
        metric,
        before,
        spec.criterion(before.outputs()),
        search
            .mapped(before, metric.roots().get(0), metric.widthInMedians(), workers)
            .map(
                mapped ->
                    rows.of(
                        mapped,
                        search.open(),
                        ridges(t, mapped),
                        MetricSearch.judges(mapped.rows()),
                        workers)));
  }

  private State nextSolution(
      State state,
      MetricState metric,
      MetricSearch.Decision decision,
      long start,
      MeteredWorkers metered) {
    Prepared prepared = search.mapped(state.prepared(), decision.next(), metered);
    if (decision.last()) {
      metered.gather(new MetricTasks.Release());
    }
    Selection selection = keepsSelection() ? decision.next().selection() : null;
    if (decision.last()) {
      RecodeTargets.run(selection, metered);
    }
    Method.State method =
        newMethod(prepared, selection, state.approach()).start(state.plan(), metered);
    Ledger ledger = ledger(state, start, metered);
    return new State(
        prepared,
        state.plan(),
        state.speed(),
        state.startSeconds(),
        ledger,
        method,
        selection,
        metric.solving(decision.best(), decision.last(), ledger.epochs().size(), state.progress()),
        state.approach(),
        state.choiceSeconds());
  }

  private State solve(State state, Workers workers) {
    long start = System.nanoTime();
    MeteredWorkers metered = new MeteredWorkers(workers);
    Method.State next = method(state).step(state.method(), metered);
    Costs costs = metered.costs().within((System.nanoTime() - start) / 1e9);
    List<String> warnings = new ArrayList<>(metered.warnings());
    if (method(state).done(next) && (state.metric() == null || state.metric().last())) {
      warnings.addAll(checked(notices(state, next.progress())));
    }
    return new State(
        state.prepared(),
        state.plan(),
        state.speed(),
        state.startSeconds(),
        state.ledger().after(state.earlierEpochs(), state.method(), next, costs, warnings),
        next,
        state.selection(),
        state.metric(),
        state.approach(),
        state.choiceSeconds());
  }

  @Override
  public Trained finish(State state, Workers workers) {
    Trained trained =
        finish.of(
            method(state),
            state.method(),
            state.prepared(),
            state.selection(),
            state.progress().curve(),
            workers);
    checked(notices(trained.model()));
    return trained;
  }

  /** Whether the model has probabilities or intervals by rows that are left out one at a time. */
  public static boolean calibratesByLeavingOut(TrainingSpec spec, State state) {
    return state.selection() != null
        && spec.calibration().leavesOut(state.prepared())
        && (spec.calibration() == CalibrationMode.LEFT_OUT
            || state.prepared().outputs() instanceof Outputs.Targets
            || spec.objective().risk().loss().probabilities(state.prepared().columns()).isEmpty());
  }

  /** What there is to say of the end of the run. */
  private List<String> notices(State state, Progress reached) {
    Prepared prepared = state.prepared();
    return Stream.concat(
            ConstantModel.notices(prepared.outputs(), reached.ofModel()).stream(),
            ResidualLook.notices(
                spec.settled(state.selection(), state.approach()).solver(),
                reached,
                state.plan().blocks(),
                prepared.preprocessing().precision())
                .stream())
        .toList();
  }

  /** What there is to say of a trained model, besides the warnings of its run. */
  public static List<String> notices(TrainedModel model) {
    return ConstantModel.notices(model);
  }

  @Override
  public List<Class<?>> messages() {
    return messagesOfAll();
  }

  /** The classes that name the messages of all methods, systems and solvers. */
  public static List<Class<?>> messagesOfAll() {
    return TrainingMessages.with(State.class);
  }

  @SuppressWarnings("unchecked") // the state was made by this very method
  private Method<Method.State> method(State state) {
    return (Method<Method.State>) newMethod(state.prepared(), state.selection(), state.approach());
  }

  private Method<?> newMethod(
      Prepared prepared, @Nullable Selection selection, @Nullable Approach approach) {
    return spec.settled(selection, approach).method(from, prepared);
  }
}
