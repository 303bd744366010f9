package org.filbert.train;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.filbert.cache.CacheBudget;
import org.filbert.model.CurvePoint;
import org.filbert.solver.Solver;
import org.filbert.system.equations.Blocks;
import org.filbert.train.method.Method;
import org.filbert.train.method.Progress;
import org.filbert.train.method.Trial;
import org.jspecify.annotations.Nullable;

/**
 * State of a {@link SystemRun} between two steps.
 *
 * @param now the width under way, or the last one
 */
public record SystemRunState(Search search, Width now) implements Method.State {
  /**
   * The widths.
   *
   * @param sigmas to choose from; none if there is no choice
   * @param epochs of each width, at most
   * @param width number of the one under way; as many as there are when all are done
   * @param done trials of the widths before
   * @param seconds of training with these
   * @param kept the one whose coefficients are kept
   * @param cache of one worker
   * @param interval epochs from one scoring of held-out rows to the next
   */
  record Search(
      List<Double> sigmas,
      int epochs,
      int width,
      List<Trial> done,
      double seconds,
      @Nullable Kept kept,
      List<Method.Refit> refits,
      CacheBudget cache,
      int interval) {
    Search {
      done = List.copyOf(done);
      refits = List.copyOf(refits);
    }

    static Search of(List<Double> sigmas, int epochs, CacheBudget cache, int interval) {
      return new Search(sigmas, epochs, 0, List.of(), 0, null, List.of(), cache, interval);
    }

    private int widths() {
      return Math.max(1, sigmas.size());
    }

    private Search with(Method.Refit refit) {
      List<Method.Refit> longer = new ArrayList<>(refits);
      longer.add(refit);
      return new Search(sigmas, epochs, width, done, seconds, kept, longer, cache, interval);
    }
  }

  /** Blocks of a width whose best coefficients are kept. */
  record Kept(int width, Blocks blocks) {}

  /** A run with one width. */
  record Width(Blocks blocks, RidgePath path, Solver.State solver, double seconds) {
    private Width at(Solver.State next, double more) {
      return new Width(blocks, path, next, seconds + more);
    }

    private Width with(RidgePath newPath) {
      return new Width(blocks, newPath, solver, seconds);
    }
  }

  boolean finished() {
    return search.width() == search.widths();
  }

  /** Unknowns of the system whose coefficients are kept, or of the one under way. */
  public long unknowns() {
    Kept kept = search.kept();
    return (kept == null ? now.blocks() : kept.blocks()).unknowns();
  }

  SystemRunState afterStep(Solver.State next, double seconds) {
    return new SystemRunState(search, now.at(next, seconds));
  }

  SystemRunState refitted(Method.Refit refit, Solver.State solver, double seconds) {
    return new SystemRunState(search.with(refit), now.at(solver, seconds));
  }

  SystemRunState afterEpoch(RidgePath path) {
    return new SystemRunState(search, now.with(path));
  }

  /** Whether the width under way has the best trial so far. */
  boolean currentIsBest() {
    return Trial.best(trials()) >= search.done().size();
  }

  /** The search after the end of the current width. */
  Search afterWidth() {
    return new Search(
        search.sigmas(),
        search.epochs(),
        search.width() + 1,
        trials(),
        search.seconds() + now.seconds(),
        currentIsBest() ? new Kept(search.width(), now.blocks()) : search.kept(),
        search.refits(),
        search.cache(),
        search.interval());
  }

  @Override
  public List<Trial> trials() {
    return finished()
        ? search.done()
        : Stream.concat(search.done().stream(), now.path().trials().stream().map(this::placed))
            .toList();
  }

  private Trial placed(Trial trial) {
    List<CurvePoint> curve =
        trial.curve().stream().map(point -> point.later(search.seconds())).toList();
    Double sigma = search.sigmas().isEmpty() ? null : search.sigmas().get(search.width());
    return new Trial(sigma, trial.ridge(), trial.bestEpoch(), curve, trial.loss());
  }

  @Override
  public Optional<Boolean> converged() {
    return now.solver().converged();
  }

  @Override
  public List<String> warnings() {
    return now.solver().warnings();
  }

  @Override
  public int scoringInterval() {
    return search.interval();
  }

  @Override
  public List<Method.Refit> refits() {
    return search.refits();
  }

  @Override
  public SortedMap<String, Double> choices() {
    return now.solver().choices();
  }

  @Override
  public Progress progress() {
    List<Trial> all = trials();
    Trial best = all.size() == 1 ? all.get(0) : all.get(Trial.best(all));
    Solver.Position at = now.solver().position();
    int before = finished() ? search.width() - 1 : search.width();
    return new Progress(
        before * search.epochs() + at.epoch(),
        search.widths() * search.epochs(),
        at.step(),
        at.steps(),
        finished() ? search.seconds() : search.seconds() + now.seconds(),
        best.bestEpoch(),
        best.curve(),
        best.loss());
  }
}
