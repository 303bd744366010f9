package org.filbert.train;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * The choice of a system and a solver: the first of several whose plan fits into the memory and the
 * budget. If none fits into the budget, it is the last one that fits into the memory.
 *
 * @param approach what was chosen
 * @param plan with a remark that says so
 * @param method of the run with it
 */
record ApproachChoice(Approach approach, Plan plan, Method<?> method) {
  /**
   * Chooses.
   *
   * @param methods the method of the run with an approach
   * @param more adds what the run needs besides
   * @throws OutOfMemoryByPlanException if none fits into the memory
   */
  static ApproachChoice of(
      TrainingSpec spec,
      Prepared prepared,
      Function<Approach, Method<?>> methods,
      UnaryOperator<Plan> more,
      Workers workers) {
    List<Approach> all = Approach.of(spec, prepared);
    @Nullable ApproachChoice last = null;
    @Nullable OutOfMemoryByPlanException tooLarge = null;
    for (Approach approach : all) {
      Method<?> method = methods.apply(approach);
      try {
        Plan plan = MemoryCheck.fit(more.apply(method.plan(workers)), spec.memory(), workers);
        boolean within = within(spec, approach, prepared, method, plan, workers);
        last = new ApproachChoice(approach, remarked(plan, approach.in(spec), within), method);
        if (within) {
          return last;
        }
      } catch (OutOfMemoryByPlanException e) {
        tooLarge = e;
      }
    }
    if (last != null) {
      return last;
    }
    throw tooLarge != null ? tooLarge : new IllegalStateException("nothing to choose from");
  }

  private static boolean within(
      TrainingSpec spec,
      Approach approach,
      Prepared prepared,
      Method<?> method,
      Plan plan,
      Workers workers) {
    OptionalDouble seconds = spec.budget().seconds();
    return seconds.isEmpty()
        ? approach.flops(spec, plan, prepared) <= Approach.FLOPS
        : approach.seconds(spec, plan, prepared, Speed.of(method, plan, workers))
            <= seconds.getAsDouble();
  }

  private static Plan remarked(Plan plan, TrainingSpec chosen, boolean within) {
    String text =
        String.format(Locale.ROOT, "chosen by the plan: %s, %s", chosen.system(), chosen.solver());
    return plan.remarking(
        within ? text : text + ", which takes more than the budget: nothing else takes less");
  }
}
