package org.filbert.train;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;
import org.filbert.cache.CachePlan;
import org.filbert.cost.Costs;
import org.filbert.cost.Traffic;
import org.filbert.cost.Work;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Sample;
import org.filbert.data.Target;
import org.filbert.kernel.Kernel;
import org.filbert.model.CurvePoint;
import org.filbert.model.Outputs;
import org.filbert.model.Preprocessing;
import org.filbert.model.Provenance;
import org.filbert.model.TextPreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.text.Analysis;
import org.filbert.text.Coverage;
import org.filbert.text.Encoding;
import org.filbert.text.NGramCounts;
import org.filbert.text.Vocabulary;
import org.filbert.text.Weights;
import org.filbert.workers.MeteredWorkers;
import org.filbert.workers.Program;
import org.filbert.workers.Workers;

/**
 * A whole training run over workers that hold {@link ShardState#INSTANCES}: preparation, plan, the
 * solver's steps, the finished model.
 *
 * @param <S> the solver's state
 */
public final class Training<S extends Solver.State>
    implements Program<Training.State, TrainedModel> {

  /**
   * Everything a run is told.
   *
   * @param solver makes the solver once the kernel's bandwidth is known
   * @param messages the classes of the solver's tasks, answers and states
   * @param memoryLimit bytes that the workers of one machine may take together; 0 for four fifths
   *     of its physical memory
   * @param configuration the resolved configuration, for the model's provenance
   */
  public record Settings<S extends Solver.State>(
      Preparation preparation,
      Function<Prepared, Solver<S>> solver,
      List<Class<?>> messages,
      long memoryLimit,
      String configuration,
      SortedMap<String, String> versions) {}

  /**
   * Where a run stands.
   *
   * @param startSeconds what the solver took before its first epoch: memory reserved, landmarks
   *     chosen
   */
  public record State(
      Prepared prepared,
      Plan plan,
      double gemmGflops,
      double startSeconds,
      Ledger ledger,
      Solver.State solver) {
    public Progress progress() {
      return solver.progress();
    }
  }

  private final Settings<S> settings;

  public Training(Settings<S> settings) {
    this.settings = settings;
  }

  @Override
  public State start(Workers workers) {
    Prepared prepared = settings.preparation().run(workers);
    Solver<S> solver = settings.solver().apply(prepared);
    Plan plan = solver.plan(prepared);
    MemoryCheck.run(plan, settings.memoryLimit(), workers);
    double gflops = workers.gather(new Calibrate()).stream().mapToDouble(Double::doubleValue).sum();
    MeteredWorkers metered = new MeteredWorkers(workers); // the ledger begins with the first step
    long start = System.nanoTime();
    S state = solver.start(prepared, metered);
    double seconds = (System.nanoTime() - start) / 1e9;
    return new State(prepared, plan, gflops, seconds, Ledger.begin(metered.warnings()), state);
  }

  @Override
  public boolean done(State state) {
    return solver(state).done(solverState(state));
  }

  @Override
  public State step(State state, Workers workers) {
    long start = System.nanoTime();
    MeteredWorkers metered = new MeteredWorkers(workers);
    S next = solver(state).step(solverState(state), metered);
    Costs costs = metered.costs().within((System.nanoTime() - start) / 1e9);
    return new State(
        state.prepared(),
        state.plan(),
        state.gemmGflops(),
        state.startSeconds(),
        state.ledger().after(state.solver(), next, costs, metered.warnings()),
        next);
  }

  @Override
  public TrainedModel finish(State state, Workers workers) {
    Prepared prepared = state.prepared();
    return new TrainedModel(
        prepared.preprocessing(),
        prepared.outputs(),
        solver(state).model(prepared, solverState(state), workers),
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
                Plan.Cached.class,
                CachePlan.class,
                CurvePoint.class,
                Candidate.class,
                Survey.class,
                Survey.Answer.class,
                Measure.class,
                FeatureStatistics.class,
                Encode.class,
                Encode.Answer.class,
                TextReport.class,
                Coverage.class,
                TextTasks.CountNGrams.class,
                NGramCounts.class,
                TextTasks.RefuseEmptyDocuments.class,
                ClassWeights.Count.class,
                ClassWeights.Weigh.class,
                MedianDistance.Candidates.class,
                MedianDistance.Piece.class,
                MemoryCheck.FindHost.class,
                MemoryCheck.Host.class,
                Calibrate.class,
                Ledger.class,
                Ledger.Step.class,
                Costs.class,
                Work.class,
                Traffic.class));
    all.addAll(MeteredWorkers.messages());
    all.addAll(List.of(Kernel.class.getPermittedSubclasses()));
    all.addAll(settings.messages());
    return all;
  }

  private Solver<S> solver(State state) {
    return settings.solver().apply(state.prepared());
  }

  @SuppressWarnings("unchecked") // the state was made by this very solver
  private S solverState(State state) {
    return (S) state.solver();
  }
}
