package org.filbert.solver;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.filbert.kernel.Kernel;
import org.filbert.model.CurvePoint;
import org.filbert.model.Model;
import org.filbert.train.Candidate;
import org.filbert.train.Plan;
import org.filbert.train.Prepared;
import org.filbert.train.Progress;
import org.filbert.train.Solver;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * Runs a solver, with all its ridges, once for each of several kernel widths, one after the other,
 * and keeps the best of all by the validation error.
 *
 * @param <S> the solver's state
 */
public final class WidthPath<S extends Solver.State> implements Solver<WidthPath.State<S>> {
  private final List<Double> sigmas;
  private final Prepared prepared;
  private final Function<Kernel, Restartable<S>> solver;

  /**
   * Prepares a search.
   *
   * @param sigmas ascending widths
   * @param prepared with a kernel that has a width
   * @param solver makes the solver for a kernel
   */
  public WidthPath(
      List<Double> sigmas, Prepared prepared, Function<Kernel, Restartable<S>> solver) {
    this.sigmas = List.copyOf(sigmas);
    this.prepared = prepared;
    this.solver = solver;
  }

  private Restartable<S> solver(double sigma) {
    return solver.apply(prepared.kernel().withSigma(sigma));
  }

  @Override
  public Plan plan(Prepared same) {
    Plan plan = solver(sigmas.get(0)).plan(prepared);
    long kept = (long) Collections.max(prepared.shardRows()) * prepared.columns() * Double.BYTES;
    List<Plan.Item> memory = new ArrayList<>(plan.memory());
    memory.add(new Plan.Item("coefficients of the best width", kept));
    return new Plan(
        plan.blocks(), plan.blockRows(), memory, plan.cache(), plan.flopsPerEpoch(), plan.advice());
  }

  @Override
  public State<S> start(Prepared same, Workers workers) {
    if (prepared.validationRows() == 0) {
      throw new IllegalArgumentException("several sigmas need validation rows, found none");
    }
    return new State<>(
        sigmas, 0, solver(sigmas.get(0)).start(prepared, workers), List.of(), 0, null, 0);
  }

  @Override
  public boolean done(State<S> state) {
    return state.finished();
  }

  @Override
  public State<S> step(State<S> state, Workers workers) {
    Restartable<S> current = solver(sigmas.get(state.width()));
    State<S> next = state.withCurrent(current.step(state.current(), workers));
    if (!current.done(next.current())) {
      return next;
    }
    boolean best = next.currentIsBest();
    if (best) {
      current.keep(next.current(), workers);
    }
    State<S> after = next.afterWidth(best);
    return after.finished()
        ? after
        : after.restarted(solver(sigmas.get(after.width())).start(prepared, workers));
  }

  @Override
  public Model model(Prepared same, State<S> state, Workers workers) {
    S kept = state.kept();
    if (kept == null) {
      throw new IllegalStateException("no width is finished");
    }
    return solver(sigmas.get(state.keptWidth())).model(prepared, kept, workers);
  }

  /** The classes of this solver's states and those of the solver that it runs. */
  public static List<Class<?>> messages(List<Class<?>> ofSolver) {
    return Stream.concat(ofSolver.stream(), Stream.of(State.class)).toList();
  }

  /**
   * What is remembered between two steps.
   *
   * @param width number of the width under way; as many as there are when all are done
   * @param current the run under way, or the last one
   * @param done what came of the widths that are done
   * @param secondsBefore of training with other widths than the current run's
   * @param kept how the best run so far ended, whose coefficients are kept
   * @param keptWidth number of its width
   */
  public record State<S extends Solver.State>(
      List<Double> sigmas,
      int width,
      S current,
      List<Candidate> done,
      double secondsBefore,
      @Nullable S kept,
      int keptWidth)
      implements Solver.State {

    private boolean finished() {
      return width == sigmas.size();
    }

    private State<S> withCurrent(S next) {
      return new State<>(sigmas, width, next, done, secondsBefore, kept, keptWidth);
    }

    private boolean currentIsBest() {
      return Candidate.best(candidates()) >= done.size();
    }

    private State<S> afterWidth(boolean best) {
      return new State<>(
          sigmas,
          width + 1,
          current,
          candidates(),
          secondsBefore,
          best ? current : kept,
          best ? width : keptWidth);
    }

    private State<S> restarted(S start) {
      double seconds = secondsBefore + current.progress().trainSeconds();
      return new State<>(sigmas, width, start, done, seconds, kept, keptWidth);
    }

    @Override
    public List<Candidate> candidates() {
      return finished()
          ? done
          : Stream.concat(done.stream(), current.candidates().stream().map(this::named)).toList();
    }

    private Candidate named(Candidate candidate) {
      List<CurvePoint> curve =
          candidate.curve().stream().map(point -> point.later(secondsBefore)).toList();
      return new Candidate(sigmas.get(width), candidate.ridge(), candidate.bestEpoch(), curve);
    }

    @Override
    public Progress progress() {
      Progress run = current.progress();
      Candidate best = candidates().get(Candidate.best(candidates()));
      return new Progress(
          (finished() ? width - 1 : width) * run.epochs() + run.epoch(),
          sigmas.size() * run.epochs(),
          run.step(),
          run.steps(),
          secondsBefore + run.trainSeconds(),
          best.bestEpoch(),
          best.curve());
    }
  }
}
