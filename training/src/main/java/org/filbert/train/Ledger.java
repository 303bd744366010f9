package org.filbert.train;

import java.util.ArrayList;
import java.util.List;
import org.filbert.cost.Costs;
import org.filbert.train.method.Method;
import org.filbert.train.method.Progress;

/**
 * Costs of a training so far.
 *
 * @param epochs costs of each finished epoch
 * @param since costs since the last of these
 * @param steps costs of each step, in most solvers a block, of the first epoch and of the latest
 * @param warnings for the user
 */
public record Ledger(List<Costs> epochs, Costs since, List<Step> steps, List<String> warnings) {
  public Ledger {
    epochs = List.copyOf(epochs);
    steps = List.copyOf(steps);
    warnings = List.copyOf(warnings);
  }

  /** Before the first step. */
  static Ledger begin(List<String> warnings) {
    return new Ledger(List.of(), Costs.NONE, List.of(), warnings);
  }

  /**
   * A step of the solver.
   *
   * @param epoch its epoch, from 1
   * @param step its place in the epoch, from 1
   */
  public record Step(int epoch, int step, Costs costs) {}

  /** Adds costs of work between two steps, which count in the epoch that follows. */
  Ledger and(Costs costs, List<String> newWarnings) {
    List<String> allWarnings = new ArrayList<>(warnings);
    allWarnings.addAll(newWarnings);
    return new Ledger(epochs, since.plus(costs), steps, allWarnings);
  }

  /**
   * Adds the step between two states.
   *
   * @param earlier epochs of solutions before this one
   */
  Ledger after(
      int earlier, Method.State from, Method.State to, Costs costs, List<String> newWarnings) {
    Progress before = from.progress();
    int epoch = earlier + before.epoch();
    List<Step> newSteps = new ArrayList<>();
    for (Step step : steps) {
      if (step.epoch() == 1 || step.epoch() == epoch) {
        newSteps.add(step);
      }
    }
    newSteps.add(new Step(epoch, before.step() + 1, costs));
    List<Costs> newEpochs = new ArrayList<>(epochs);
    Costs newSince = since.plus(costs);
    if (points(to) > points(from)) {
      newEpochs.add(newSince);
      newSince = Costs.NONE;
    }
    List<String> allWarnings = new ArrayList<>(warnings);
    allWarnings.addAll(newWarnings);
    to.warnings().stream().filter(w -> !from.warnings().contains(w)).forEach(allWarnings::add);
    return new Ledger(newEpochs, newSince, newSteps, allWarnings);
  }

  /** Seconds of all steps. */
  public double seconds() {
    return epochs.stream().reduce(since, Costs::plus).seconds();
  }

  /** The same with other warnings. */
  public Ledger withWarnings(List<String> all) {
    return new Ledger(epochs, since, steps, all);
  }

  private static int points(Method.State state) {
    return state.trials().isEmpty()
        ? state.progress().curve().size()
        : state.trials().stream().mapToInt(trial -> trial.curve().size()).sum();
  }
}
