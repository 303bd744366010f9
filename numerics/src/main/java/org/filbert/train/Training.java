package org.filbert.train;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;
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
 * A whole training run over workers that hold {@link ShardState#INSTANCES}: preparation, plan, the
 * solver's steps, the finished model.
 *
 * @param <S> the method's state
 */
public final class Training<S extends Method.State>
    implements Program<Training.State, TrainedModel> {

  /**
   * Everything a run is told.
   *
   * @param from finds the model that the run begins with, if there is one
   * @param method made once the kernel's bandwidth is known
   * @param messages the classes of the solver's tasks, answers and states
   * @param configuration the resolved configuration, for the model's provenance
   */
  public record Settings<S extends Method.State>(
      Preparation preparation,
      Supplier<Optional<TrainedModel>> from,
      Function<Prepared, Method<S>> method,
      List<Class<?>> messages,
      MemoryLimits memory,
      String configuration,
      SortedMap<String, String> versions) {
    /** Of a run that begins with nothing. */
    public Settings(
        Preparation preparation,
        Function<Prepared, Method<S>> method,
        List<Class<?>> messages,
        MemoryLimits memory,
        String configuration,
        SortedMap<String, String> versions) {
      this(preparation, Optional::empty, method, messages, memory, configuration, versions);
    }
  }

  /**
   * Where a run stands.
   *
   * @param startSeconds what the solver took before its first epoch: memory reserved, landmarks
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

  /**
   * What a run may take.
   *
   * @param machine bytes of the workers of one machine together; 0 for nine tenths of its physical
   *     memory
   * @param cacheTakesTheRest whether the cache gets what is left of that, instead of a size of its
   *     own
   */
  public record MemoryLimits(long machine, boolean cacheTakesTheRest) {}

  private final Settings<S> settings;

  public Training(Settings<S> settings) {
    this.settings = settings;
  }

  @Override
  public State start(Workers workers) {
    Prepared prepared = settings.preparation().run(workers, settings.from().get());
    Method<S> method = settings.method().apply(prepared);
    MemoryLimits limits = settings.memory();
    Plan plan =
        MemoryCheck.fit(
            method.plan(prepared, workers), limits.machine(), limits.cacheTakesTheRest(), workers);
    Speed speed = Speed.of(method, prepared, plan, workers);
    MeteredWorkers metered = new MeteredWorkers(workers); // the ledger begins with the first step
    long start = System.nanoTime();
    S state = method.start(prepared, plan, metered);
    double seconds = (System.nanoTime() - start) / 1e9;
    return new State(prepared, plan, speed, seconds, Ledger.begin(metered.warnings()), state);
  }

  @Override
  public boolean done(State state) {
    return method(state).done(own(state));
  }

  @Override
  public State step(State state, Workers workers) {
    long start = System.nanoTime();
    MeteredWorkers metered = new MeteredWorkers(workers);
    S next = method(state).step(own(state), metered);
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
        method(state).model(prepared, own(state), workers),
        new Provenance(
            settings.configuration(),
            prepared.dataFingerprint(),
            settings.preparation().seed(),
            settings.versions(),
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
    all.addAll(settings.messages());
    all.addAll(Landmarks.messages());
    return all.stream().distinct().toList();
  }

  private Method<S> method(State state) {
    return settings.method().apply(state.prepared());
  }

  @SuppressWarnings("unchecked") // the state was made by this very solver
  private S own(State state) {
    return (S) state.method();
  }
}
