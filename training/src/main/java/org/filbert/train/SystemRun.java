package org.filbert.train;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.filbert.cache.CacheBudget;
import org.filbert.calibration.Probabilities;
import org.filbert.data.RefusedException;
import org.filbert.model.CurvePoint;
import org.filbert.model.LearnedMetric;
import org.filbert.model.Model;
import org.filbert.model.TrainedModel;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.shard.Score;
import org.filbert.shard.ScoredRows;
import org.filbert.solver.BlockDescentOptions;
import org.filbert.solver.Solver;
import org.filbert.solver.Stopping;
import org.filbert.solver.SystemSolverOptions;
import org.filbert.system.KernelSystem;
import org.filbert.system.LeavingOut;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.Fit;
import org.filbert.system.equations.SystemSettings;
import org.filbert.system.equations.Vector;
import org.filbert.train.method.Measure;
import org.filbert.train.method.Method;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;

/**
 * A run of a solver on a kernel system: several ridges side by side and several kernel widths one
 * after the other, of which the validation error chooses; patience; the curve.
 *
 * @param <S> the solver's state
 */
public final class SystemRun<S extends Solver.State> implements Method<SystemRunState> {
  /** Epochs after which fitted values are computed anew, since rounding errors add up. */
  static final int REFIT_EPOCHS = 25;

  /** Rows that are scored without their own help; the error of a share of 0.1 is then 0.007. */
  private static final int LEFT_OUT_ROWS = 2000;

  private final TrainingSpec spec;
  private final SystemSettings settings;
  private final SystemSolverOptions options;
  private final Supplier<Optional<TrainedModel>> from;
  private final Prepared prepared;
  private final Solver<S> solver;

  /** Prepares a run on the data at hand that begins with u = 0. */
  public SystemRun(TrainingSpec spec, Prepared prepared) {
    this(spec, Optional::empty, prepared);
  }

  /**
   * Prepares a run on the data at hand.
   *
   * @param from finds the model that the run begins with, if there is one
   */
  @SuppressWarnings("unchecked") // its states go back to the solver that made them, no other
  public SystemRun(TrainingSpec spec, Supplier<Optional<TrainedModel>> from, Prepared prepared) {
    this.spec = spec;
    this.settings = spec.settings().withPrecision(prepared.preprocessing().precision());
    this.options = (SystemSolverOptions) spec.solver();
    this.from = from;
    this.prepared = prepared;
    this.solver = (Solver<S>) options.solver(prepared, spec.seed());
  }

  @Override
  public Plan plan() {
    return plan(spec.system().blocks(settings(0), prepared));
  }

  @Override
  public Plan plan(Workers workers) {
    return plan(spec.system().blocks(settings(0), prepared, workers));
  }

  private Plan plan(Blocks blocks) {
    Plan plan = spec.system().plan(settings(0), prepared, blocks);
    long ridges = settings.ridge().values().size();
    long vector = spec.system().vectorBytes(settings(0), prepared, blocks);
    Plan whole = options.plan(plan, spec.system(), settings(0), prepared);
    return (worthCaching() ? whole : whole.withoutCache())
        .and(
            List.of(
                new Plan.Item("directions", solver.vectors(spec.system().directions()) * vector),
                new Plan.Item(
                    "best coefficients",
                    (prepared.validationRows() > 0 ? vector : 0) + vector / ridges)));
  }

  @Override
  public Optional<Task<Double>> timing() {
    return Optional.of(spec.system().timing(settings(0), prepared));
  }

  @Override
  public Optional<Task<Double>> keptTiming() {
    return spec.system().keptTiming(settings(0), prepared);
  }

  @Override
  public Optional<Task<Double>> elementTiming() {
    return Optional.of(spec.system().elementTiming(settings(0), prepared));
  }

  private SystemSettings settings(int width) {
    SystemSettings cached = worthCaching() ? settings : settings.withCache(CacheBudget.ofMemory(0));
    return cached.withKernel(
        spec.sigmas().isEmpty()
            ? prepared.kernel()
            : prepared.kernel().withSigma(spec.sigmas().get(width) * spec.unit()));
  }

  /** Whether the run reads entries of the matrix more than once. */
  private boolean worthCaching() {
    return options.access().again() && options.stopping().epochs() * spec.system().passes() > 1;
  }

  @Override
  public SystemRunState start(Plan plan, Workers workers) {
    checkChoice();
    spec.evaluation().by().ifPresent(measure -> measure.check(prepared.outputs()));
    return begin(
        SystemRunState.Search.of(
            spec.sigmas(), options.stopping().epochs(), plan.cache().budget(), interval(plan)),
        workers);
  }

  private int interval(Plan plan) {
    return spec.evaluation()
        .interval(
            prepared,
            plan,
            (long) prepared.columns() * settings.ridge().values().size(),
            spec.system().passes(),
            options.stopping());
  }

  /** Refuses a choice by validation rows if there are none. */
  private void checkChoice() {
    if (prepared.validationRows() > 0) {
      return;
    }
    String what =
        options.stopping().patience() > 0
            ? "patience needs"
            : settings.ridge().values().size() > 1
                ? "several ridges need"
                : spec.sigmas().isEmpty() ? "" : "several sigmas need";
    if (!what.isEmpty()) {
      throw new RefusedException(what + " validation rows, found none");
    }
  }

  private SystemRunState begin(SystemRunState.Search search, Workers workers) {
    KernelSystem system =
        spec.system()
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
        spec.system()
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
    Stopping stopping = options.stopping();
    SystemRunState current = state;
    List<Fit> fits = solver.fit(own(current), system);
    boolean believed = true;
    if ((epoch % REFIT_EPOCHS == 0 && !settings.access().whole())
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
    List<Double> losses = Collections.nCopies(points.size(), Double.NaN);
    boolean scored =
        epoch % state.scoringInterval() == 0 || before.solves(stopping, points, believed, finished);
    if (scored) {
      points = scored(points, system);
      losses = losses(points, system);
    }
    RidgePath path = before.afterEpoch(stopping, points, losses, believed, finished);
    List<Integer> improved = path.bestIn(epoch);
    if (!improved.isEmpty()) {
      system.remember(improved);
    }
    SystemRunState reached = current.afterEpoch(path);
    return path.stopped() ? endOfWidth(reached, scored ? epoch : 0, system, workers) : reached;
  }

  private static boolean below(List<Fit> fits, RidgePath path, double tolerance) {
    return tolerance > 0
        && path.active().stream().anyMatch(m -> fits.get(m).relativeResidual() <= tolerance);
  }

  private List<CurvePoint> points(SystemRunState state, int epoch, List<Fit> fits) {
    SystemRunState.Width now = state.now();
    return IntStream.range(0, fits.size())
        .mapToObj(
            m ->
                fits.get(m)
                    .point(
                        epoch,
                        now.seconds(),
                        now.solver().relativeResidual(m),
                        prepared.outputs().unit())
                    .requireFinite())
        .toList();
  }

  private boolean scores() {
    return prepared.validationRows() + prepared.testRows() > 0;
  }

  private List<CurvePoint> scored(List<CurvePoint> points, KernelSystem system) {
    if (!scores()) {
      return points;
    }
    List<List<Score>> scores = system.score();
    double unit = prepared.outputs().unit();
    return IntStream.range(0, points.size())
        .mapToObj(
            m ->
                points
                    .get(m)
                    .scored(scores.get(m).get(0).error(unit), scores.get(m).get(1).error(unit))
                    .requireFinite())
        .toList();
  }

  /** What validation rows choose by, of each ridge; the held-out rows have just been scored. */
  private List<Double> losses(List<CurvePoint> points, KernelSystem system) {
    Optional<Measure> scored = spec.evaluation().by().filter(measure -> !measure.isError());
    if (prepared.validationRows() == 0 || scored.isEmpty()) {
      return points.stream().map(CurvePoint::validationError).map(Measure::lossOf).toList();
    }
    return system.validationScores(prepared.columns()).stream()
        .map(rows -> scored.get().loss(rows, prepared.outputs(), ofLoss()))
        .toList();
  }

  /**
   * Ends a width.
   *
   * @param scored epoch whose coefficients have scored the held-out rows just now; 0 if none have
   */
  private SystemRunState endOfWidth(
      SystemRunState state, int scored, KernelSystem system, Workers workers) {
    if (state.currentIsBest()) {
      system.keep(state.now().path().best());
      if (scores()) {
        keepScores(state, scored, system);
      }
    }
    SystemRunState after = new SystemRunState(state.afterWidth(), state.now());
    return after.finished() ? after : begin(after.search(), workers);
  }

  private void keepScores(SystemRunState state, int scored, KernelSystem system) {
    RidgePath path = state.now().path();
    int best = path.best();
    if (spec.calibration().fits(ofLoss(), prepared)
        || path.trials().get(best).reached().epoch() != scored) {
      system.scoreKept(prepared.columns());
    } else {
      system.keepScores(best, prepared.columns());
    }
  }

  @Override
  public Model model(SystemRunState state, Workers workers) {
    return kept(state, workers).model();
  }

  /** The system of what was kept. */
  KernelSystem kept(SystemRunState state, Workers workers) {
    SystemRunState.Kept kept = state.search().kept();
    if (kept == null) {
      throw new IllegalStateException("no width is finished");
    }
    return spec.system().open(settings(kept.width()), prepared, kept.blocks(), workers);
  }

  @Override
  public Optional<Probabilities> ofLoss() {
    return settings.risk().loss().probabilities(prepared.columns());
  }

  /** Of a single block that was factorised, while the workers still have its solution. */
  @Override
  public Optional<ScoredRows> leftOut(SystemRunState state, Workers workers) {
    boolean factorised =
        options instanceof BlockDescentOptions
            && settings.risk().linear()
            && settings.members() == 1
            && !settings.access().sketched()
            && spec.sigmas().size() <= 1
            && state.now().blocks().count() == 1;
    return factorised
        ? LeavingOut.FACET
            .find(kept(state, workers))
            .map(
                system ->
                    system.leaveOut(
                        state.now().path().best(),
                        LEFT_OUT_ROWS / workers.count() + 1,
                        prepared.preprocessing() instanceof LearnedMetric))
        : Optional.empty();
  }

  @Override
  public List<ScoredRows> heldOut(SystemRunState state, Model model, Workers workers) {
    return kept(state, workers).keptScores();
  }
}
