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
import org.filbert.model.TrainedModel;
import org.filbert.plan.Plan;
import org.filbert.selection.Selection;
import org.filbert.shard.Prepared;
import org.filbert.shard.ShardState;
import org.filbert.train.forecast.Approach;
import org.filbert.train.forecast.LearningRows;
import org.filbert.train.forecast.Machines;
import org.filbert.train.method.CalibrationMode;
import org.filbert.train.method.Method;
import org.filbert.train.method.Progress;
import org.filbert.train.metric.MetricState;
import org.filbert.train.rows.RecodeTargets;
import org.filbert.workers.MeteredWorkers;
import org.filbert.workers.Program;
import org.filbert.workers.Workers;

/**
 * A training run over workers that hold {@link ShardState#INSTANCES}: preparation, plan, steps of
 * the solver, model.
 */
public final class Training implements Program<TrainingState, Trained> {
  private static final Logger LOG = System.getLogger(Training.class.getName());

  private final TrainingSpec spec;
  private final Planner planner;
  private final RowsChoice choice;
  private final Finish finish;
  private final Supplier<Optional<TrainedModel>> from;
  private final boolean timed;
  private final boolean strict;
  private final boolean keeps;

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
    this.planner = spec.planner(from, timed);
    this.choice = new RowsChoice(spec, planner);
    this.finish =
        new Finish(
            spec.calibration(), calibrated, spec.seed(), configuration, new TreeMap<>(versions));
    this.from = from;
    this.strict = strict;
    this.timed = timed;
    this.keeps = false;
  }

  private Training(Training other, boolean keeps) {
    this.spec = other.spec;
    this.planner = other.planner;
    this.choice = other.choice;
    this.finish = other.finish;
    this.from = other.from;
    this.strict = other.strict;
    this.timed = other.timed;
    this.keeps = keeps;
  }

  /** The same that ends with some of its training records, too; see {@link Trained#examples}. */
  public Training keepingExamples() {
    return new Training(this, true);
  }

  /** Versions of Filbert and of Java. */
  public static SortedMap<String, String> versions() {
    String own = Training.class.getPackage().getImplementationVersion();
    return new TreeMap<>(
        Map.of("filbert", own == null ? "development" : own, "java", Runtime.version().toString()));
  }

  @Override
  public TrainingState start(Workers workers) {
    Preparation preparation = new Preparation(spec, keeps);
    Prepared encoded = preparation.run(workers, from.get());
    List<String> notices = checked(preparation.notices());
    if (finish.calibrates()) {
      spec.calibration().check(encoded);
    }
    choice.check(encoded, from.get());
    long beforeChoice = System.nanoTime();
    RowsChoice.First first = choice.first(encoded, workers);
    Prepared prepared = first.prepared();
    Selection selection = first.selection();
    double choiceSeconds =
        preparation.choices().seconds() + (System.nanoTime() - beforeChoice) / 1e9;
    Machines machines = new Machines.Present(workers);
    UnaryOperator<Plan> more =
        plan ->
            choice.plan(
                preparation.choices().remarks().stream().reduce(plan, Plan::remarking, (x, y) -> y),
                prepared);
    List<Integer> sample = first.sample();
    Planner.Plans plans =
        planner.plans(
            prepared,
            selection,
            sample,
            more,
            () -> choice.worth(prepared, selection, workers),
            machines);
    SolutionPlan next = plans.first();
    SolutionPlan ofModel = plans.ofModel();
    LearningRows learning =
        sample == null
            ? null
            : new LearningRows(sample, next.plan(), next.speed(), seconds(ofModel));
    MeteredWorkers metered = new MeteredWorkers(workers); // the ledger begins with the first step
    long start = System.nanoTime();
    if (first.metric() == null) {
      RecodeTargets.run(selection, metered);
    }
    List<Integer> rows =
        sample == null
            ? planner.keepRows(prepared, ofModel.approach(), spec.seed(), metered)
            : null;
    Method.State state =
        planner.method(next, prepared, selection, rows).start(next.plan(), metered);
    double seconds = (System.nanoTime() - start) / 1e9;
    List<String> warnings = Stream.concat(notices.stream(), metered.warnings().stream()).toList();
    return new TrainingState(
        prepared,
        ofModel.plan(),
        ofModel.speed(),
        seconds,
        Ledger.begin(warnings),
        state,
        selection,
        first.metric(),
        ofModel.approach(),
        first.judged() != null || spec.open().target() ? choiceSeconds : null,
        learning,
        rows);
  }

  /** Expected seconds of a solution with the epochs that its solver takes as a rule. */
  private double seconds(SolutionPlan planned) {
    return planned
        .speed()
        .seconds(Approach.expected(spec.settled(null, planned.approach()).solver()));
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
  public boolean done(TrainingState state) {
    return method(state).done(state.method())
        && (state.metric() == null || (state.settled() && !RowsChoice.missing(state.prepared())));
  }

  @Override
  public TrainingState step(TrainingState state, Workers workers) {
    MetricState metric = state.metric();
    return metric == null || !method(state).done(state.method())
        ? solve(state, workers)
        : choice.step(state, metric, workers);
  }

  private TrainingState solve(TrainingState state, Workers workers) {
    long start = System.nanoTime();
    MeteredWorkers metered = new MeteredWorkers(workers);
    Method.State next = method(state).step(state.method(), metered);
    Costs costs = metered.costs().within((System.nanoTime() - start) / 1e9);
    List<String> warnings = new ArrayList<>(metered.warnings());
    if (method(state).done(next) && state.settled()) {
      warnings.addAll(checked(notices(state, next.progress())));
    }
    return state.with(
        state.ledger().after(state.earlierEpochs(), state.method(), next, costs, warnings), next);
  }

  @Override
  public Trained finish(TrainingState state, Workers workers) {
    Trained trained =
        finish.of(
            keeps,
            method(state),
            state.method(),
            state.solved(),
            state.selection(),
            state.progress().curve(),
            workers);
    checked(notices(trained.model()));
    return trained;
  }

  /** Whether the model has probabilities or intervals by rows that are left out one at a time. */
  public static boolean calibratesByLeavingOut(TrainingSpec spec, TrainingState state) {
    return state.selection() != null
        && spec.calibration().leavesOut(state.prepared())
        && (spec.calibration() == CalibrationMode.LEFT_OUT
            || state.prepared().outputs() instanceof Outputs.Targets
            || spec.objective().risk().loss().probabilities(state.prepared().columns()).isEmpty());
  }

  /** What there is to say of the end of the run. */
  private List<String> notices(TrainingState state, Progress reached) {
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
    return TrainingMessages.with(TrainingState.class);
  }

  @SuppressWarnings("unchecked") // the state was made by this very method
  private Method<Method.State> method(TrainingState state) {
    return (Method<Method.State>) planner.methods().of(state);
  }
}
