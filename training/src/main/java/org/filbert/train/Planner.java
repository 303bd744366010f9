package org.filbert.train;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.DoubleSupplier;
import java.util.function.UnaryOperator;
import org.filbert.plan.Plan;
import org.filbert.random.Purpose;
import org.filbert.selection.OpenChoices;
import org.filbert.selection.Selection;
import org.filbert.shard.Prepared;
import org.filbert.train.forecast.Approach;
import org.filbert.train.forecast.ApproachChoice;
import org.filbert.train.forecast.Machines;
import org.filbert.train.forecast.MemoryCheck;
import org.filbert.train.forecast.MemoryLimits;
import org.filbert.train.forecast.OutOfMemoryByPlanException;
import org.filbert.train.forecast.Speed;
import org.filbert.train.method.Method;
import org.filbert.train.rows.SampledRows;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * Plans the solutions of a run: the model's, of all rows, and those that a metric is learned from.
 * These are exact ones of a sample, so that their cost does not grow with the rows: what they
 * choose is a scale for each input, for which more rows soon say the same, while the model gains by
 * all.
 */
final class Planner {
  /** Training rows that metrics are learned from. */
  static final int ROWS = 5_000;

  /** The same where time or memory are short. */
  private static final int FEWEST_ROWS = 2_500;

  /** Part of the time that is kept for the model's solution while metrics are learned, at most. */
  private static final double RESERVED = 0.25;

  /** Part of the time for the solutions that metrics are learned from. */
  private static final double LEARNING = 0.5;

  /**
   * What a run's solutions have to keep to.
   *
   * @param open what is chosen by the plan
   * @param memory limits
   * @param seconds of the whole run; absent if they are not limited
   * @param solutions most of a run
   * @param sample training rows that metrics are learned from, if they are given
   * @param sampled whether metrics can be learned from a sample
   * @param rows most that the model learns from, if they are given
   */
  record Terms(
      OpenChoices open,
      MemoryLimits memory,
      OptionalDouble seconds,
      int solutions,
      OptionalInt sample,
      boolean sampled,
      OptionalInt rows) {}

  /** The methods of a run. */
  interface Methods {
    /** What n rows may be solved by, the most accurate first. */
    List<Approach> approaches(int n);

    /**
     * The method of the model's solution.
     *
     * @param prepared of the rows that it is of
     * @param approach that was chosen; null if nothing was
     */
    Method<?> ofAll(Prepared prepared, @Nullable Selection selection, @Nullable Approach approach);

    /** The method of an exact solution of a sample. */
    Method<?> ofSample(Prepared sample, @Nullable Selection selection);

    /** The method of the solution under way. */
    default Method<?> of(TrainingState state) {
      return state.learning() == null
          ? ofAll(state.solved(), state.selection(), state.approach())
          : ofSample(state.solved(), state.selection());
    }
  }

  /**
   * The plans of a run.
   *
   * @param first its first solution: of a sample, or like the model's
   * @param ofModel its last one
   */
  record Plans(SolutionPlan first, SolutionPlan ofModel) {}

  private final Terms terms;
  private final Methods methods;
  private final boolean timed;

  /**
   * A planner.
   *
   * @param timed whether the speed is measured where no choice depends on it
   */
  Planner(Terms terms, Methods methods, boolean timed) {
    this.terms = terms;
    this.methods = methods;
    this.timed = timed;
  }

  Methods methods() {
    return methods;
  }

  MemoryLimits memory() {
    return terms.memory();
  }

  /** Training rows that a metric is learned from: all, or a sample of so many. */
  int learningRows(Prepared all, UnaryOperator<Plan> more, Machines machines) {
    int n = modelRows(all, null);
    if (!terms.sampled() || terms.sample().isPresent()) {
      return Math.min(n, terms.sample().orElse(n));
    }
    int rows = ROWS;
    while (rows > FEWEST_ROWS && !fits(sample(all, Math.min(n, rows)), more, machines)) {
      rows /= 2;
    }
    return Math.min(n, rows);
  }

  /**
   * Rows of each worker in a sample that is not drawn yet; null if metrics are learned from all.
   */
  @Nullable List<Integer> sample(Prepared all, Machines machines) {
    int rows = learningRows(all, UnaryOperator.identity(), machines);
    return rows < all.rows() ? sample(all, rows).shardRows() : null;
  }

  /** As many rows, evenly of all workers. */
  private static Prepared sample(Prepared all, int rows) {
    double share = (double) rows / all.rows();
    List<Integer> shards = new ArrayList<>();
    long before = 0;
    for (int shard : all.shardRows()) {
      shards.add((int) (Math.round((before + shard) * share) - Math.round(before * share)));
      before += shard;
    }
    return all.sampled(shards);
  }

  /** Rows that the model learns from, with an approach that was chosen if there is one. */
  private int modelRows(Prepared all, @Nullable Approach approach) {
    Integer chosen = approach == null ? null : approach.rows();
    return Math.min(all.rows(), chosen == null ? terms.rows().orElse(all.rows()) : chosen);
  }

  /** The same rows, as they are planned. */
  private Prepared ofModel(Prepared all, @Nullable Approach approach) {
    int rows = modelRows(all, approach);
    return rows < all.rows() ? sample(all, rows) : all;
  }

  /**
   * Sets the rows aside that the model does not learn from. All rows must be there.
   *
   * @return those that are left to each worker; null if these are all
   */
  @Nullable List<Integer> keepRows(
      Prepared all, @Nullable Approach approach, long seed, Workers workers) {
    int rows = modelRows(all, approach);
    return rows < all.rows() ? SampledRows.keep(rows, seed, Purpose.MODEL_ROWS, workers) : null;
  }

  private boolean fits(Prepared sample, UnaryOperator<Plan> more, Machines machines) {
    OptionalDouble seconds = terms.seconds();
    try {
      SolutionPlan planned =
          planned(methods.ofSample(sample.untested(), null), more, machines, seconds.isPresent());
      return seconds.isEmpty()
          || terms.solutions() * planned.speed().seconds(1) <= LEARNING * seconds.getAsDouble();
    } catch (OutOfMemoryByPlanException e) {
      return false;
    }
  }

  /**
   * Whether there is time to learn one more metric, which takes as long as one did so far. A metric
   * gains more than the last landmarks do: the model's solution has a part of the time kept for it,
   * and then takes what is left.
   *
   * @param spent seconds of the run
   * @param solutions so far
   * @param last seconds of the model's solution as it was planned; not a number if nobody knows
   */
  boolean hasTime(double spent, int solutions, double last) {
    if (terms.seconds().isEmpty()) {
      return true;
    }
    double limit = terms.seconds().getAsDouble();
    double reserved = Double.isNaN(last) ? 0 : Math.min(last, RESERVED * limit);
    return spent + spent / solutions + reserved <= limit;
  }

  /**
   * Plans a run.
   *
   * @param sample rows of each worker that metrics are learned from; null if these are all
   * @param more adds what the run needs besides
   * @param worth measures what a {@linkplain Approach#WORTH landmark} is worth, where that matters
   */
  Plans plans(
      Prepared prepared,
      @Nullable Selection selection,
      @Nullable List<Integer> sample,
      UnaryOperator<Plan> more,
      DoubleSupplier worth,
      Machines machines) {
    if (sample == null) {
      SolutionPlan each = ofAll(prepared, selection, terms.solutions(), 0, more, worth, machines);
      return new Plans(each, each);
    }
    SolutionPlan first =
        planned(
            methods.ofSample(prepared.sampled(sample).untested(), selection),
            more,
            machines,
            timed);
    SolutionPlan ofModel =
        ofAll(
            prepared,
            selection,
            1,
            timed ? terms.solutions() * first.speed().seconds(1) : 0,
            plan -> more.apply(plan).remarking(remark(sample, prepared)),
            () -> Approach.WORTH, // until the metric is known
            machines);
    return new Plans(first, ofModel);
  }

  /**
   * The method of the model's solution as it was planned.
   *
   * @param rows that {@link #keepRows} has left
   */
  Method<?> method(
      SolutionPlan planned,
      Prepared all,
      @Nullable Selection selection,
      @Nullable List<Integer> rows) {
    return rows == null
        ? planned.method()
        : methods.ofAll(all.sampled(rows), selection, planned.approach());
  }

  private SolutionPlan planned(
      Method<?> method, UnaryOperator<Plan> more, Machines machines, boolean measured) {
    Plan plan =
        MemoryCheck.fit(
            more.apply(method.plan(machines.workers())), terms.memory(), machines.hosts());
    return new SolutionPlan(
        method, null, plan, measured ? machines.speed(method, plan) : Speed.UNKNOWN);
  }

  /**
   * Plans the model's solution, by the most accurate system and solver that the time allows where
   * these are open.
   *
   * @param solutions of the run like this one
   * @param spent seconds of the run before it
   * @param more adds what the run needs besides
   * @param worth measures what a landmark is worth
   */
  SolutionPlan ofAll(
      Prepared prepared,
      @Nullable Selection selection,
      int solutions,
      double spent,
      UnaryOperator<Plan> more,
      DoubleSupplier worth,
      Machines machines) {
    if (!terms.open().approach()) {
      return planned(
          methods.ofAll(ofModel(prepared, null), selection, null), more, machines, timed);
    }
    int n = prepared.rows();
    List<Approach> all = methods.approaches(n);
    ApproachChoice chosen =
        choice(
            Approach.sorted(all, n, Approach.WORTH),
            prepared,
            selection,
            solutions,
            spent,
            more,
            machines);
    if (terms.open().system() && chosen.approach().reduced()) {
      double measured = worth.getAsDouble();
      if (measured != Approach.WORTH) {
        chosen =
            choice(
                Approach.sorted(all, n, measured),
                prepared,
                selection,
                solutions,
                spent,
                plan -> more.apply(plan).remarking(remark(measured)),
                machines);
      }
    }
    return new SolutionPlan(
        chosen.method(),
        chosen.approach(),
        chosen.plan(),
        timed ? machines.speed(chosen.method(), chosen.plan()) : Speed.UNKNOWN);
  }

  private ApproachChoice choice(
      List<Approach> all,
      Prepared prepared,
      @Nullable Selection selection,
      int solutions,
      double spent,
      UnaryOperator<Plan> more,
      Machines machines) {
    OptionalDouble seconds = terms.seconds();
    return ApproachChoice.of(
        all,
        new ApproachChoice.Limits(
            terms.memory(),
            seconds.isPresent()
                ? OptionalDouble.of(Math.max(0, seconds.getAsDouble() - spent))
                : seconds,
            solutions),
        prepared,
        each -> methods.ofAll(ofModel(prepared, each), selection, each),
        each -> each.text(terms.open()),
        more,
        machines);
  }

  /** What a plan says of the worth of landmarks. */
  private static String remark(double worth) {
    return String.format(
        Locale.ROOT,
        "a landmark is worth %.1f rows: as good as those are the exact solutions of samples",
        worth);
  }

  /** What a plan says of the sample. */
  private static String remark(List<Integer> sample, Prepared all) {
    return String.format(
        Locale.ROOT,
        "metrics are learned from exact solutions of %,d of the %,d training rows",
        sample.stream().mapToInt(rows -> rows).sum(),
        all.rows());
  }
}
