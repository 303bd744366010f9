package org.filbert.train;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.filbert.model.Model;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;

/**
 * A way from the encoded rows of a training run to a model, in steps.
 *
 * @param <S> what it remembers from step to step
 */
public interface Method<S extends Method.State> {
  /** What every method can tell about where it stands. */
  interface State {
    Progress progress();

    /** The settings tried, in ascending order of width and ridge; none if there is no choice. */
    default List<Trial> trials() {
      return List.of();
    }

    /** What it has chosen by itself, by name. */
    default SortedMap<String, Double> choices() {
      return new TreeMap<>();
    }

    /** Whether the tolerance was reached, of a solver that has one. */
    default Optional<Boolean> converged() {
      return Optional.empty();
    }

    /** What the user should know. */
    default List<String> warnings() {
      return List.of();
    }

    /** Epochs from one scoring of the held-out rows to the next. */
    default int scoringInterval() {
      return 1;
    }

    /** What came of computing the fitted values anew. */
    default List<Refit> refits() {
      return List.of();
    }
  }

  /**
   * Fitted values computed anew from the coefficients.
   *
   * @param epoch at whose end
   * @param difference the largest that was found, relative to the largest fitted value
   */
  record Refit(int epoch, double difference) {}

  /** Work and memory of a run on these data, before it begins. */
  Plan plan(Prepared prepared);

  /** The same, where the rows have to be looked at for it. */
  default Plan plan(Prepared prepared, Workers workers) {
    return plan(prepared);
  }

  /** Answers the seconds that an entry of the plan's matrix takes; nothing where there is none. */
  default Optional<Task<Double>> timing(Prepared prepared) {
    return Optional.empty();
  }

  /** Puts the method's own state on the workers, as planned; the state before the first step. */
  S start(Prepared prepared, Plan plan, Workers workers);

  /** Whether there is no further step. */
  boolean done(S state);

  /** The next state, by as little work as an engine may want to stop after. */
  S step(S state, Workers workers);

  /** Collects the model, whose memory is its own. */
  Model model(Prepared prepared, S state, Workers workers);
}
