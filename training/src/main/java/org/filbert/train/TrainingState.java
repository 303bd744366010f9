package org.filbert.train;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.filbert.data.FormerName;
import org.filbert.plan.Plan;
import org.filbert.selection.OpenChoices;
import org.filbert.selection.Selection;
import org.filbert.shard.Prepared;
import org.filbert.train.forecast.Approach;
import org.filbert.train.forecast.LearningRows;
import org.filbert.train.forecast.Speed;
import org.filbert.train.method.Method;
import org.filbert.train.method.Progress;
import org.filbert.train.metric.MetricScore;
import org.filbert.train.metric.MetricState;
import org.filbert.train.metric.SolutionStage;
import org.jspecify.annotations.Nullable;

/**
 * State of a run between two steps.
 *
 * @param selection what was chosen by leaving training rows out; null if nothing was, and in a
 *     state of an earlier version
 * @param metric how far the learning of a metric is; null without one, and in a state of an earlier
 *     version
 * @param approach what was chosen by the plan; null if nothing was, and in a state of an earlier
 *     version
 * @param startSeconds time before the first epoch, in which memory is reserved and landmarks are
 *     chosen
 * @param choiceSeconds time in which encodings, kernels, ridges and metrics were judged; null
 *     without such a choice, and in a state of an earlier version
 * @param learning the rows that the metric is learned from, before the model's solution; null where
 *     these are all, and in a state of an earlier version
 * @param modelRows rows of each worker that the model's solution is of, once it has begun; null
 *     where these are all, and in a state of an earlier version
 */
@FormerName("org.filbert.train.Training$State")
public record TrainingState(
    Prepared prepared,
    Plan plan,
    Speed speed,
    double startSeconds,
    Ledger ledger,
    Method.State method,
    @Nullable Selection selection,
    @Nullable MetricState metric,
    @Nullable Approach approach,
    @Nullable Double choiceSeconds,
    @Nullable LearningRows learning,
    @Nullable List<Integer> modelRows) {
  /** The progress of all solutions. */
  public Progress progress() {
    Progress now = method.progress();
    return metric == null ? now : metric.progress(now);
  }

  /** The metrics that have been judged, in their order; none if none is learned. */
  public List<MetricScore> metrics() {
    return metric == null ? List.of() : metric.scores();
  }

  /**
   * The metrics that the one which is kept was learned through, it last; none if none is learned,
   * or it is not known yet.
   */
  public List<MetricScore> metricPath() {
    return metric == null || !metric.last() ? List.of() : metric.path();
  }

  /** The solution under way, where a metric is learned; nothing while metrics are judged. */
  public Optional<SolutionStage> stage() {
    if (metric == null || isBeforeModel()) {
      return Optional.empty();
    }
    Approach chosen = settled() && learnedFrom().isPresent() ? approach : null;
    return chosen == null
        ? metric.stage()
        : metric
            .stage()
            .map(stage -> stage.by(chosen.text(OpenChoices.NOTHING.withApproach(true, true))));
  }

  /** Expected seconds of a solution, at most; not a number if the speed is not known. */
  public double secondsOfSolution() {
    Speed now = learning == null ? speed : learning.speed();
    return now.seconds(method.progress().epochs());
  }

  /** The training rows that the metric is learned from, where that is a sample of them. */
  public OptionalInt learnedFrom() {
    Integer rows = metric == null ? null : metric.rows();
    return rows == null ? OptionalInt.empty() : OptionalInt.of(rows);
  }

  /** Expected seconds of the model's solution; not a number where it is like those before it. */
  public double secondsOfLast() {
    return learning == null ? Double.NaN : learning.lastSeconds();
  }

  /** Whether the settings are known: those of a metric are not before its last solution. */
  public boolean settled() {
    return metric == null || (metric.last() && learning == null);
  }

  /** Properties of the rows that are solved now: a sample, or all. */
  Prepared solved() {
    return learning != null
        ? learning.of(prepared)
        : modelRows == null ? prepared : prepared.sampled(modelRows);
  }

  /** Training rows that the model learns from, as far as they are known. */
  public int learnedRows() {
    return modelRows == null
        ? prepared.rows()
        : modelRows.stream().mapToInt(Integer::intValue).sum();
  }

  /** Seconds so far, without the preparation. */
  double seconds() {
    return startSeconds + (choiceSeconds == null ? 0 : choiceSeconds) + ledger.seconds();
  }

  /** Whether the metric is learned, and all rows are to be solved with it. */
  boolean isBeforeModel() {
    return metric != null && metric.last() && learning != null;
  }

  /** Epochs of solutions before the one under way, which a metric was learned from. */
  public int earlierEpochs() {
    return metric == null ? 0 : metric.epochs();
  }

  /** After a piece of the metric's learning. */
  TrainingState with(Ledger after, MetricState learned, @Nullable Double seconds) {
    return new TrainingState(
        prepared,
        plan,
        speed,
        startSeconds,
        after,
        method,
        selection,
        learned,
        approach,
        seconds,
        learning,
        modelRows);
  }

  /** After a step of the method. */
  TrainingState with(Ledger after, Method.State reached) {
    return new TrainingState(
        prepared,
        plan,
        speed,
        startSeconds,
        after,
        reached,
        selection,
        metric,
        approach,
        choiceSeconds,
        learning,
        modelRows);
  }

  /** With other properties of the same rows. */
  TrainingState with(Ledger after, Prepared found) {
    return new TrainingState(
        found,
        plan,
        speed,
        startSeconds,
        after,
        method,
        selection,
        metric,
        approach,
        choiceSeconds,
        learning,
        modelRows);
  }

  /** The metric is known; see {@link #isBeforeModel}. */
  TrainingState with(
      Ledger after, Prepared mapped, @Nullable Selection chosen, MetricState learned) {
    return with(after, mapped, method, chosen, learned);
  }

  /**
   * At the beginning of the model's solution.
   *
   * @param rows of each worker that it is of; null: all
   */
  TrainingState with(
      Ledger after,
      Prepared mapped,
      SolutionPlan planned,
      Method.State first,
      @Nullable List<Integer> rows,
      MetricState learned) {
    return new TrainingState(
        mapped,
        planned.plan(),
        planned.speed(),
        startSeconds,
        after,
        first,
        selection,
        learned,
        planned.approach(),
        choiceSeconds,
        null,
        rows);
  }

  /** At the beginning of another solution. */
  TrainingState with(
      Ledger after,
      Prepared mapped,
      Method.State first,
      @Nullable Selection chosen,
      MetricState learned) {
    return new TrainingState(
        mapped,
        plan,
        speed,
        startSeconds,
        after,
        first,
        chosen,
        learned,
        approach,
        choiceSeconds,
        learning,
        modelRows);
  }
}
