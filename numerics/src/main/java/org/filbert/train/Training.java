package org.filbert.train;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.filbert.cache.CacheBudget;
import org.filbert.cost.Costs;
import org.filbert.cost.Traffic;
import org.filbert.cost.Work;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Sample;
import org.filbert.data.Target;
import org.filbert.data.ValidationSplit;
import org.filbert.kernel.Kernel;
import org.filbert.landmarks.Landmarks;
import org.filbert.model.CurvePoint;
import org.filbert.model.Outputs;
import org.filbert.model.Preprocessing;
import org.filbert.model.Provenance;
import org.filbert.model.TextPreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.shard.ShardState;
import org.filbert.shard.TextReport;
import org.filbert.solver.SolverType;
import org.filbert.solver.SystemSolverOptions;
import org.filbert.text.Analysis;
import org.filbert.text.Coverage;
import org.filbert.text.Encoding;
import org.filbert.text.NGramCounts;
import org.filbert.text.Vocabulary;
import org.filbert.text.Weights;
import org.filbert.workers.MeteredWorkers;
import org.filbert.workers.Program;
import org.filbert.workers.RoomOfWorkers;
import org.filbert.workers.Workers;

/**
 * A training run over workers that hold {@link ShardState#INSTANCES}: preparation, plan, steps of
 * the solver, model.
 */
public final class Training implements Program<Training.State, TrainedModel> {
  /**
   * State of a run between two steps.
   *
   * @param startSeconds time before the first epoch, in which memory is reserved and landmarks are
   *     chosen
   */
  public record State(
      Prepared prepared,
      Plan plan,
      Speed speed,
      double startSeconds,
      Ledger ledger,
      Method.State method) {
    public Progress progress() {
      return method.progress();
    }
  }

  private final TrainingSpec spec;
  private final Supplier<Optional<TrainedModel>> from;
  private final String configuration;
  private final SortedMap<String, String> versions;
  private final boolean timed;

  /** A training that begins with no model, and whose duration is not estimated. */
  public Training(TrainingSpec spec) {
    this(spec, Optional::empty, spec.toString(), versions(), false);
  }

  /**
   * A training.
   *
   * @param from finds the model that it begins with, if there is one
   * @param configuration for the model's provenance
   * @param versions of the software, likewise
   */
  public Training(
      TrainingSpec spec,
      Supplier<Optional<TrainedModel>> from,
      String configuration,
      SortedMap<String, String> versions) {
    this(spec, from, configuration, versions, true);
  }

  private Training(
      TrainingSpec spec,
      Supplier<Optional<TrainedModel>> from,
      String configuration,
      SortedMap<String, String> versions,
      boolean timed) {
    this.spec = spec;
    this.from = from;
    this.configuration = configuration;
    this.versions = new TreeMap<>(versions);
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
    Prepared prepared = new Preparation(spec).run(workers, from.get());
    Method<?> method = spec.method(prepared, from);
    Plan plan = MemoryCheck.fit(method.plan(prepared, workers), spec.memory(), workers);
    Speed speed = timed ? Speed.of(method, prepared, plan, workers) : Speed.UNKNOWN;
    MeteredWorkers metered = new MeteredWorkers(workers); // the ledger begins with the first step
    long start = System.nanoTime();
    Method.State state = method.start(prepared, plan, metered);
    double seconds = (System.nanoTime() - start) / 1e9;
    return new State(prepared, plan, speed, seconds, Ledger.begin(metered.warnings()), state);
  }

  @Override
  public boolean done(State state) {
    return method(state).done(state.method());
  }

  @Override
  public State step(State state, Workers workers) {
    long start = System.nanoTime();
    MeteredWorkers metered = new MeteredWorkers(workers);
    Method.State next = method(state).step(state.method(), metered);
    Costs costs = metered.costs().within((System.nanoTime() - start) / 1e9);
    return new State(
        state.prepared(),
        state.plan(),
        state.speed(),
        state.startSeconds(),
        state.ledger().after(state.method(), next, costs, metered.warnings()),
        next);
  }

  @Override
  public TrainedModel finish(State state, Workers workers) {
    Prepared prepared = state.prepared();
    return new TrainedModel(
        prepared.preprocessing(),
        prepared.outputs(),
        method(state).model(prepared, state.method(), workers),
        new Provenance(
            configuration,
            prepared.dataFingerprint(),
            spec.seed(),
            versions,
            state.progress().curve()));
  }

  @Override
  public List<Class<?>> messages() {
    List<Class<?>> all =
        new ArrayList<>(
            List.of(
                Role.class,
                Features.Dense.class,
                Features.Sparse.class,
                Features.Text.class,
                Target.ClassName.class,
                Target.Values.class,
                Instance.Example.class,
                Instance.Bad.class,
                Sample.class,
                Preprocessing.class,
                TextPreprocessing.class,
                Encoding.class,
                Analysis.class,
                Weights.class,
                Vocabulary.class,
                Outputs.Classes.class,
                Outputs.Targets.class,
                State.class,
                Prepared.class,
                Plan.class,
                Plan.Item.class,
                Plan.Cache.class,
                Plan.Work.class,
                CacheBudget.class,
                Speed.class,
                CurvePoint.class,
                Trial.class,
                ValidationSplit.class,
                SplitTasks.FindClasses.class,
                SplitTasks.HoldOut.class,
                Survey.class,
                Survey.Answer.class,
                Measure.class,
                FeatureStatistics.class,
                Encode.class,
                Encode.Answer.class,
                HeldOutDraw.class,
                TextReport.class,
                Coverage.class,
                TextTasks.CountNGrams.class,
                NGramCounts.class,
                TextTasks.RefuseEmptyDocuments.class,
                ClassWeights.Count.class,
                ClassWeights.Weigh.class,
                MemoryCheck.FindHost.class,
                MemoryCheck.Host.class,
                Calibrate.class,
                FreshMemory.class,
                Ledger.class,
                Ledger.Step.class,
                Costs.class,
                Work.class,
                Traffic.class));
    all.addAll(MeteredWorkers.messages());
    all.addAll(RoomOfWorkers.messages());
    all.addAll(List.of(Kernel.class.getPermittedSubclasses()));
    all.addAll(
        spec.solver() instanceof SystemSolverOptions solver
            ? SystemRun.messages(solver)
            : SolverType.of(spec.solver()).messages());
    all.addAll(Landmarks.messages());
    return all.stream().distinct().toList();
  }

  @SuppressWarnings("unchecked") // the state was made by this very method
  private Method<Method.State> method(State state) {
    return (Method<Method.State>) spec.method(state.prepared(), from);
  }
}
