package org.filbert.train;

import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.filbert.cache.CacheBudget;
import org.filbert.data.RefusedException;
import org.filbert.model.CurvePoint;
import org.filbert.model.Model;
import org.filbert.model.TrainedModel;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.shard.Score;
import org.filbert.solver.Solver;
import org.filbert.solver.SolverType;
import org.filbert.solver.Stopping;
import org.filbert.solver.SystemSolverOptions;
import org.filbert.system.Blocks;
import org.filbert.system.Fit;
import org.filbert.system.KernelSystem;
import org.filbert.system.SystemOptions;
import org.filbert.system.SystemSettings;
import org.filbert.system.Vector;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;

/**
 * A run of a solver on a kernel system, with all that every such run has: several ridges side by
 * side and several kernel widths one after the other, of which the best is kept by the validation
 * error; patience; the curve.
 *
 * @param <S> the solver's state
 */
public final class SystemRun<S extends Solver.State> implements Method<SystemRunState> {
  /**
   * Fitted values are computed anew after so many epochs: rounding errors add up from step to step.
   */
  static final int REFIT_EPOCHS = 25;

  /**
   * What can be chosen.
   *
   * @param settings with the kernel of the first width
   * @param sigmas ascending widths to choose from; none if there is no choice
   * @param evaluation when held-out rows are scored
   */
  public record Options(
      SystemOptions system,
      SystemSettings settings,
      SystemSolverOptions solver,
      List<Double> sigmas,
      Evaluation evaluation) {
    public Options {
      solver.check(system, settings.kernel());
      solver.check(system, settings.risk());
      solver.facet().require(system, "solver.type is " + SolverType.of(solver).name());
      if (!solver.ridgeless() && settings.ridge().values().get(0) == 0) {
        throw new IllegalArgumentException("ridge is 0.0, must be a number above 0");
      }
      sigmas = List.copyOf(sigmas);
    }
  }

  private final Options options;
  private final Supplier<Optional<TrainedModel>> from;
  private final Prepared prepared;
  private final Solver<S> solver;

  /** Prepares a run on the data at hand that begins with u = 0. */
  public SystemRun(Options options, Prepared prepared) {
    this(options, Optional::empty, prepared);
  }

  /**
   * Prepares a run on the data at hand.
   *
   * @param from finds the model that it begins with, if it is to begin with any
   */
  @SuppressWarnings("unchecked") // its states go back to the solver that made them, no other
  public SystemRun(Options options, Supplier<Optional<TrainedModel>> from, Prepared prepared) {
    this.options = options;
    this.from = from;
    this.prepared = prepared;
    this.solver = (Solver<S>) options.solver().solver(prepared, options.settings().seed());
  }

  @Override
  public Plan plan(Prepared same) {
    return plan(options.system().blocks(settings(0), prepared));
  }

  @Override
  public Plan plan(Prepared same, Workers workers) {
    return plan(options.system().blocks(settings(0), prepared, workers));
  }

  private Plan plan(Blocks blocks) {
    Plan plan = options.system().plan(settings(0), prepared, blocks);
    long ridges = options.settings().ridge().values().size();
    long vector = options.system().vectorBytes(settings(0), prepared, blocks);
    Plan whole = options.solver().plan(plan, options.system(), settings(0), prepared);
    return (worthCaching() ? whole : whole.withoutCache())
        .and(
            List.of(
                new Plan.Item("directions", solver.vectors(options.system().directions()) * vector),
                new Plan.Item(
                    "best coefficients",
                    (options.solver().stopping().patience() > 0 ? vector : 0) + vector / ridges)));
  }

  @Override
  public Optional<Task<Double>> timing(Prepared same) {
    return Optional.of(options.system().timing(settings(0), prepared));
  }

  private SystemSettings settings(int width) {
    SystemSettings settings = worthCaching() ? options.settings() : withoutCache();
    return options.sigmas().isEmpty()
        ? settings.withKernel(prepared.kernel())
        : settings.withKernel(prepared.kernel().withSigma(options.sigmas().get(width)));
  }

  /** Whether anything is looked at twice. */
  private boolean worthCaching() {
    return options.solver().access().again()
        && options.solver().stopping().epochs() * options.system().passes() > 1;
  }

  private SystemSettings withoutCache() {
    return options.settings().withCache(CacheBudget.ofMemory(0));
  }

  @Override
  public SystemRunState start(Prepared same, Plan plan, Workers workers) {
    checkChoice();
    return begin(
        SystemRunState.Search.of(
            options.sigmas(),
            options.solver().stopping().epochs(),
            plan.cache().budget(),
            interval(plan)),
        workers);
  }

  private int interval(Plan plan) {
    return options
        .evaluation()
        .interval(
            prepared,
            plan,
            (long) prepared.columns() * options.settings().ridge().values().size(),
            options.system().passes(),
            options.solver().stopping());
  }

  /** Refuses what has to be decided where there is nothing to decide it by. */
  private void checkChoice() {
    if (prepared.validationRows() > 0) {
      return;
    }
    String what =
        options.solver().stopping().patience() > 0
            ? "patience needs"
            : options.settings().ridge().values().size() > 1
                ? "several ridges need"
                : options.sigmas().isEmpty() ? "" : "several sigmas need";
    if (!what.isEmpty()) {
      throw new RefusedException(what + " validation rows, found none");
    }
  }

  private SystemRunState begin(SystemRunState.Search search, Workers workers) {
    KernelSystem system =
        options
            .system()
            .begin(
                settings(search.width()).withCache(search.cache().times(workers.count())),
                prepared,
                workers);
    from.get()
        .ifPresent(
            model -> {
              system.take(model.model());
              system.refit(Vector.U);
            });
    RidgePath path = RidgePath.of(system.ridges());
    return new SystemRunState(
        search, new SystemRunState.Width(system.blocks(), path, solver.start(system), 0));
  }

  @Override
  public boolean done(SystemRunState state) {
    return state.finished();
  }

  @Override
  public SystemRunState step(SystemRunState state, Workers workers) {
    long start = System.nanoTime();
    KernelSystem system =
        options
            .system()
            .open(settings(state.search().width()), prepared, state.now().blocks(), workers);
    Solver.State next = solver.step(own(state), system, state.now().path().active());
    double seconds = (System.nanoTime() - start) / 1e9;
    int epoch = state.now().solver().position().epoch();
    SystemRunState after = state.afterStep(next, seconds);
    return next.position().epoch() > epoch ? endOfEpoch(after, epoch, system, workers) : after;
  }

  @SuppressWarnings("unchecked") // the state was made by this very solver
  private S own(SystemRunState state) {
    return (S) state.now().solver();
  }

  private SystemRunState endOfEpoch(
      SystemRunState state, int epoch, KernelSystem system, Workers workers) {
    Stopping stopping = options.solver().stopping();
    SystemRunState current = state;
    List<Fit> fits = solver.fit(own(current), system);
    boolean believed = true;
    if ((epoch % REFIT_EPOCHS == 0 && !options.settings().access().whole())
        || below(fits, state.now().path(), stopping.tolerance())) {
      long start = System.nanoTime();
      Method.Refit refit = new Method.Refit(epoch, system.refit(Vector.U));
      double seconds = (System.nanoTime() - start) / 1e9;
      believed = refit.difference() <= stopping.tolerance();
      S solverState = own(current);
      current =
          current.refitted(refit, believed ? solverState : solver.refitted(solverState), seconds);
      fits = system.fit();
    }
    List<CurvePoint> points = points(current, epoch, fits);
    IntPredicate finished = current.now().solver()::finished;
    RidgePath before = current.now().path();
    if (epoch % state.scoringInterval() == 0
        || before.solves(stopping, points, believed, finished)) {
      points = scored(points, system);
    }
    RidgePath path = before.afterEpoch(stopping, points, believed, finished);
    List<Integer> improved = path.bestIn(epoch);
    if (!improved.isEmpty()) {
      system.remember(improved);
    }
    SystemRunState reached = current.afterEpoch(path);
    return path.stopped() ? endOfWidth(reached, system, workers) : reached;
  }

  private static boolean below(List<Fit> fits, RidgePath path, double tolerance) {
    return tolerance > 0
        && path.active().stream().anyMatch(m -> fits.get(m).relativeResidual() <= tolerance);
  }

  private static List<CurvePoint> points(SystemRunState state, int epoch, List<Fit> fits) {
    SystemRunState.Width now = state.now();
    return IntStream.range(0, fits.size())
        .mapToObj(m -> fits.get(m).point(epoch, now.seconds(), now.solver().relativeResidual(m)))
        .toList();
  }

  private List<CurvePoint> scored(List<CurvePoint> points, KernelSystem system) {
    if (prepared.validationRows() + prepared.testRows() == 0) {
      return points;
    }
    List<List<Score>> scores = system.score();
    return IntStream.range(0, points.size())
        .mapToObj(
            m -> points.get(m).scored(scores.get(m).get(0).error(), scores.get(m).get(1).error()))
        .toList();
  }

  private SystemRunState endOfWidth(SystemRunState state, KernelSystem system, Workers workers) {
    if (state.currentIsBest()) {
      system.keep(state.now().path().best());
    }
    SystemRunState after = new SystemRunState(state.afterWidth(), state.now());
    return after.finished() ? after : begin(after.search(), workers);
  }

  @Override
  public Model model(Prepared same, SystemRunState state, Workers workers) {
    SystemRunState.Kept kept = state.search().kept();
    if (kept == null) {
      throw new IllegalStateException("no width is finished");
    }
    return options.system().open(settings(kept.width()), prepared, kept.blocks(), workers).model();
  }
}
