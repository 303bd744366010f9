package org.filbert.train;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.filbert.cost.Costs;
import org.filbert.landmarks.Landmarks;
import org.filbert.model.Provenance;
import org.filbert.model.TrainedModel;
import org.filbert.online.DoublyStochasticGradients;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.shard.ShardState;
import org.filbert.solver.SolverType;
import org.filbert.system.SystemType;
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
   * @param configuration the resolved configuration, for the model's provenance
   */
  public record Settings<S extends Method.State>(
      Preparation preparation,
      Supplier<Optional<TrainedModel>> from,
      Function<Prepared, Method<S>> method,
      MemoryLimits memory,
      String configuration,
      SortedMap<String, String> versions) {
    /** Of a run that begins with nothing. */
    public Settings(
        Preparation preparation,
        Function<Prepared, Method<S>> method,
        MemoryLimits memory,
        String configuration,
        SortedMap<String, String> versions) {
      this(preparation, Optional::empty, method, memory, configuration, versions);
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
    return messagesOfAll();
  }

  /** The classes that name the messages of all methods, systems and solvers. */
  public static List<Class<?>> messagesOfAll() {
    return Stream.of(
            List.of(
                State.class,
                ShardState.class,
                SplitTasks.class,
                Survey.class,
                Measure.class,
                Encode.class,
                TextTasks.class,
                ClassWeights.class,
                MemoryCheck.class,
                Calibrate.class,
                FreshMemory.class,
                SystemRunState.class,
                BatchState.class,
                BatchTasks.class,
                MeteredWorkers.class,
                RoomOfWorkers.class),
            Landmarks.messages(),
            SystemType.messages(),
            DoublyStochasticGradients.messages(),
            SolverType.all().stream().map(SolverType::solver).toList())
        .<Class<?>>flatMap(List::stream)
        .toList();
  }

  private Method<S> method(State state) {
    return settings.method().apply(state.prepared());
  }

  @SuppressWarnings("unchecked") // the state was made by this very solver
  private S own(State state) {
    return (S) state.method();
  }
}
