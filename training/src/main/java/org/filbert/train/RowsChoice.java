package org.filbert.train;

import java.util.List;
import java.util.Optional;
import org.filbert.data.Outputs;
import org.filbert.data.RefusedException;
import org.filbert.kernel.MetricOptions;
import org.filbert.kernel.MetricSolution;
import org.filbert.model.TrainedModel;
import org.filbert.plan.Plan;
import org.filbert.selection.Selection;
import org.filbert.shard.Prepared;
import org.filbert.system.Differentiable;
import org.filbert.system.KernelSystem;
import org.filbert.train.forecast.LearningRows;
import org.filbert.train.forecast.Machines;
import org.filbert.train.internal.choice.RowSelection;
import org.filbert.train.method.CalibrationMode;
import org.filbert.train.method.Method;
import org.filbert.train.metric.ImportanceSearch;
import org.filbert.train.metric.MetricRefinement;
import org.filbert.train.metric.MetricSearch;
import org.filbert.train.metric.MetricState;
import org.filbert.train.metric.MetricTasks;
import org.filbert.train.rows.ClassWeights;
import org.filbert.train.rows.RecodeTargets;
import org.filbert.workers.MeteredWorkers;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * What the rows of a training choose before its first solution, and between two solutions where a
 * metric is learned: gradients of a solution give a metric, left-out rows judge it, the next
 * solution is under it.
 */
final class RowsChoice {
  /**
   * What was chosen before the first solution.
   *
   * @param judged what left-out rows said; null if they were not asked
   * @param selection what of it belongs to the model
   * @param metric where learning begins; null without
   * @param sample rows of each worker that the metric is learned from; null if these are all
   */
  record First(
      Prepared prepared,
      @Nullable Selection judged,
      @Nullable Selection selection,
      @Nullable MetricState metric,
      @Nullable List<Integer> sample) {}

  private final TrainingSpec spec;
  private final MetricSearch search;
  private final MetricRefinement refinement;
  private final ImportanceSearch importances;
  private final RowSelection rows;
  private final Planner planner;

  RowsChoice(TrainingSpec spec, Planner planner) {
    this.spec = spec;
    this.search =
        new MetricSearch(spec.metric(), spec.open(), spec.preprocessing().names(), spec.seed());
    this.refinement = new MetricRefinement(spec.metric(), spec.seed());
    this.importances = new ImportanceSearch(spec.metric().centred(), spec.seed());
    this.rows =
        new RowSelection(spec::takes, spec::criterion, spec::codes, spec::summedRows, spec.seed());
    this.planner = planner;
  }

  /**
   * Refuses rows that no metric is learned from, where one is asked for.
   *
   * @param from the model that the run begins with
   */
  void check(Prepared encoded, Optional<TrainedModel> from) {
    if (!search.learns(encoded)) {
      return;
    }
    search.check(encoded);
    if (from.isPresent()) {
      throw new RefusedException(
          "from is given, which needs kernel.metric.learn: none: a solution under another metric is"
              + " no start");
    }
  }

  /** Chooses before the first solution. */
  First first(Prepared encoded, Workers workers) {
    boolean learns = search.learns(encoded);
    double widthInMedians = learns ? search.widthInMedians(encoded.kernel(), workers) : Double.NaN;
    Prepared first =
        spec.metric().given(0).map(given -> encoded.withKernel(given.function())).orElse(encoded);
    Selection judged =
        keepsSelection() || learns
            ? rows.of(first, spec.open(), ridges(0, first), Selection.ROWS, workers)
            : null;
    Selection selection = keepsSelection() ? judged : null;
    Prepared prepared = selection == null ? encoded : encoded.withKernel(selection.best().kernel());
    if (!learns || judged == null) {
      return new First(prepared, judged, selection, null, null);
    }
    int rows =
        planner.learningRows(
            prepared, plan -> search.plan(plan, prepared), new Machines.Present(workers));
    List<Integer> sample = rows < prepared.rows() ? search.sample(rows, workers) : null;
    Prepared learned = sample == null ? prepared : prepared.sampled(sample);
    return new First(
        prepared,
        judged,
        selection,
        startLearning(
            learned, judged, widthInMedians, sample == null ? null : learned.rows(), workers),
        sample);
  }

  /** What the learning of a metric adds to the plan of a solution. */
  Plan plan(Plan plan, Prepared prepared) {
    return search.learns(prepared) ? search.plan(plan, prepared) : plan;
  }

  /** A step between two solutions, or after the last one. */
  TrainingState step(TrainingState state, MetricState metric, Workers workers) {
    if (state.isBeforeModel()) {
      return solveAll(state, metric, workers);
    }
    return metric.last() ? weigh(state, metric, workers) : learn(state, metric, workers);
  }

  /** Whether the model's metric still lacks its level of noise. */
  static boolean missing(Prepared prepared) {
    return ImportanceSearch.missing(prepared);
  }

  private MetricState startLearning(
      Prepared prepared,
      Selection selection,
      double widthInMedians,
      @Nullable Integer sample,
      Workers workers) {
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
        selection, spec.criterion(prepared.outputs()).of(judged.best()), widthInMedians, sample);
  }

  /** Whether what was chosen, or judged, belongs to the model. */
  private boolean keepsSelection() {
    return spec.open().byRows()
        || spec.metric().given()
        || spec.calibration() == CalibrationMode.LEFT_OUT
        || spec.objective().classWeights() instanceof ClassWeights.Automatic;
  }

  /** Ridges of the solution after t others, where they are not open. */
  private List<Double> ridges(int t, Prepared prepared) {
    return spec.metric()
        .given(t)
        .map(given -> List.of(given.ridge()))
        .orElseGet(() -> spec.objective().ridge().absolute(prepared.weight()));
  }

  /** Finds the level of noise of the model's metric. */
  private TrainingState weigh(TrainingState state, MetricState metric, Workers workers) {
    long start = System.nanoTime();
    MeteredWorkers metered = new MeteredWorkers(workers);
    Prepared found = importances.found(state.prepared(), metric.best(), metered);
    return state.with(ledger(state, start, metered), found);
  }

  /** Goes on with the metric after a solution that is not the model's. */
  private TrainingState learn(TrainingState state, MetricState metric, Workers workers) {
    long start = System.nanoTime();
    MeteredWorkers metered = new MeteredWorkers(workers);
    if (metric.roots().isEmpty() && !metric.judged().isEmpty()) {
      boolean numbers = !(state.prepared().outputs() instanceof Outputs.Classes);
      MetricSearch.Decision decision =
          search.decide(
              metric, numbers && refinement.wanted(metric, metric.judged().get(0), state.solved()));
      return decision.last()
              && refinement.wanted(metric, decision.best(), state.solved())
              && hasTime(state, metric)
          ? refined(state, metric, decision.best(), start, metered)
          : nextSolution(state, metric, decision, start, metered);
    }
    if (metric.roots().isEmpty() && refinement.wantedGiven(metric)) {
      return refined(state, metric, metric.best(), start, metered);
    }
    if (metric.roots().isEmpty()) {
      List<double[]> roots =
          hasTime(state, metric)
              ? search.roots(state.solved(), solution(state, metered), metered)
              : List.of();
      return roots.isEmpty()
          ? nextSolution(state, metric, search.end(metric), start, metered)
          : state.with(ledger(state, start, metered), metric.judging(roots), state.choiceSeconds());
    }
    MetricState next = judge(state, metric, metered);
    Double before = state.choiceSeconds();
    double choiceSeconds = (before == null ? 0 : before) + (System.nanoTime() - start) / 1e9;
    return state.with(ledger(state, start, metered), next, choiceSeconds);
  }

  /** Whether one more metric is learned; the first that is asked for, and given ones, always. */
  private boolean hasTime(TrainingState state, MetricState metric) {
    boolean asked = spec.metric().learn() != MetricOptions.Learn.AUTO && metric.t() == 0;
    LearningRows learning = state.learning();
    return spec.metric().given()
        || asked
        || planner.hasTime(
            state.seconds(),
            metric.t() + 1,
            learning == null ? state.speed().seconds(1) : learning.lastSeconds());
  }

  private TrainingState refined(
      TrainingState state,
      MetricState metric,
      MetricState.Judged judged,
      long start,
      MeteredWorkers metered) {
    Prepared solved = state.solved();
    double least = Selection.leastRidge(solved.preprocessing().precision(), solved.rows());
    MetricState refining = refinement.of(metric, judged, solved, least, metered);
    return state.with(ledger(state, start, metered), refining, state.choiceSeconds());
  }

  private static Ledger ledger(TrainingState state, long start, MeteredWorkers metered) {
    return state
        .ledger()
        .and(metered.costs().within((System.nanoTime() - start) / 1e9), metered.warnings());
  }

  private Differentiable solution(TrainingState state, Workers workers) {
    SystemRun<?> run = (SystemRun<?>) planner.methods().of(state);
    return Differentiable.FACET.of(run.kept((SystemRunState) state.method(), workers));
  }

  private MetricState judge(TrainingState state, MetricState metric, Workers workers) {
    int t = metric.next();
    Prepared before =
        spec.metric().given()
            ? state
                .solved()
                .withKernel(
                    spec.metric().given(t).map(MetricSolution::function).orElse(spec.kernel()))
            : state.solved();
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

  private TrainingState nextSolution(
      TrainingState state,
      MetricState metric,
      MetricSearch.Decision proposed,
      long start,
      MeteredWorkers metered) {
    MetricSearch.Decision decision =
        search.settled(
            metric,
            proposed,
            state.solved(),
            spec.criterion(state.prepared().outputs()),
            (t, mapped, open) -> rows.of(mapped, open, ridges(t, mapped), Selection.ROWS, metered),
            metered);
    Selection selection = keepsSelection() ? decision.next().selection() : null;
    if (decision.last() && state.learning() != null) {
      return state.with(
          ledger(state, start, metered),
          state.prepared(),
          selection,
          metric.decided(decision.best()));
    }
    Prepared mapped = search.mapped(state.solved(), decision.next(), metered);
    Prepared prepared = state.prepared().with(mapped.preprocessing(), mapped.kernel());
    if (decision.last()) {
      metered.gather(new MetricTasks.Release());
      RecodeTargets.run(selection, metered);
    }
    Method.State method =
        state.learning() == null
            ? planner
                .methods()
                .ofAll(prepared, selection, state.approach())
                .start(state.plan(), metered)
            : planner.methods().ofSample(mapped, selection).start(state.learning().plan(), metered);
    Ledger ledger = ledger(state, start, metered);
    return state.with(
        ledger,
        prepared,
        method,
        selection,
        metric.solving(decision.best(), decision.last(), ledger.epochs().size(), state.progress()));
  }

  /** What a landmark is worth for rows as they are mapped now. */
  double worth(Prepared prepared, @Nullable Selection selection, Workers workers) {
    return new LandmarkWorth(planner.methods(), planner.memory(), spec.seed())
        .of(prepared, selection, workers);
  }

  /** Begins the model's solution, of all rows, with the metric that a sample of them has chosen. */
  private TrainingState solveAll(TrainingState state, MetricState metric, Workers workers) {
    long start = System.nanoTime();
    MeteredWorkers metered = new MeteredWorkers(workers);
    KernelSystem.end(metered); // the plan finds the memory of the last sample's solution free
    Prepared prepared = search.mappedAll(state.prepared(), metric.best(), metered);
    RecodeTargets.run(state.selection(), metered);
    SolutionPlan planned =
        planner.ofAll(
            prepared,
            state.selection(),
            1,
            state.seconds(),
            plan -> search.plan(plan, prepared),
            () -> worth(prepared, state.selection(), metered),
            new Machines.Present(workers));
    List<Integer> rows = planner.keepRows(prepared, planned.approach(), spec.seed(), metered);
    Method.State method =
        planner.method(planned, prepared, state.selection(), rows).start(planned.plan(), metered);
    Ledger ledger = ledger(state, start, metered);
    return state.with(
        ledger,
        prepared,
        planned,
        method,
        rows,
        metric.solving(metric.best(), true, ledger.epochs().size(), state.progress()));
  }
}
