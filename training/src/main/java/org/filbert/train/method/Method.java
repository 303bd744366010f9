package org.filbert.train.method;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.filbert.calibration.Probabilities;
import org.filbert.model.Model;
import org.filbert.plan.Plan;
import org.filbert.shard.ScoredRows;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;

/**
 * An algorithm that makes a model of the encoded rows of a training run, in steps.
 *
 * @param <S> its state between steps
 */
public interface Method<S extends Method.State> {
  /** State of a method, with what a run reports of any. */
  interface State {
    Progress progress();

    /** The settings tried, in ascending order of width and ridge; none if there is no choice. */
    default List<Trial> trials() {
      return List.of();
    }

    /** Values that the method has chosen by itself, by name. */
    default SortedMap<String, Double> choices() {
      return new TreeMap<>();
    }

    /** Whether the tolerance was reached, of a solver that has one. */
    default Optional<Boolean> converged() {
      return Optional.empty();
    }

    /** Warnings for the user. */
    default List<String> warnings() {
      return List.of();
    }

    /** Epochs from one scoring of the held-out rows to the next. */
    default int scoringInterval() {
      return 1;
    }

    /** Times at which the fitted values were computed anew. */
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
  Plan plan();

  /** The same plan, where it depends on the rows themselves. */
  default Plan plan(Workers workers) {
    return plan();
  }

  /**
   * A task that measures the seconds for an entry of the plan's matrix; none without such a matrix.
   */
  default Optional<Task<Double>> timing() {
    return Optional.empty();
  }

  /** The same for an entry that the cache keeps; none without a cache. */
  default Optional<Task<Double>> keptTiming() {
    return Optional.empty();
  }

  /** The same for an element of a vector that is added to another; none without vectors. */
  default Optional<Task<Double>> elementTiming() {
    return Optional.empty();
  }

  /** Puts the method's data on the workers, as planned; the state before the first step. */
  S start(Plan plan, Workers workers);

  /** Whether there is no further step. */
  boolean done(S state);

  /** Does a small piece of work, after which an engine may stop; the next state. */
  S step(S state, Workers workers);

  /** Collects the model, whose memory is its own. */
  Model model(S state, Workers workers);

  /** What the scores of classes mean by the loss that was minimised. */
  Optional<Probabilities> ofLoss();

  /**
   * The model's scores of validation rows, and of test rows; none of a run that began with an
   * earlier version.
   */
  List<ScoredRows> heldOut(S state, Model model, Workers workers);

  /**
   * Scores of a sample of training rows by the model as it were without them, of a method that
   * knows them; see {@link org.filbert.system.LeavingOut}.
   */
  default Optional<ScoredRows> leftOut(S state, Workers workers) {
    return Optional.empty();
  }
}
