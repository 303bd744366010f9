package org.filbert.train.forecast;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.train.method.Method;
import org.jspecify.annotations.Nullable;

/**
 * The choice of a system and a solver: the first of several whose plan fits into the memory and the
 * budget. If none fits into the budget, it is the last one that fits into the memory.
 *
 * @param approach what was chosen
 * @param plan with a remark that says so
 * @param method of the run with it
 */
public record ApproachChoice(Approach approach, Plan plan, Method<?> method) {
  /**
   * What a run may take.
   *
   * @param seconds of the whole run; absent: {@value Approach#FLOPS} operations
   * @param solutions of the run: several if it learns a metric
   */
  public record Limits(MemoryLimits memory, OptionalDouble seconds, int solutions) {}

  /**
   * Chooses.
   *
   * @param all from the most accurate on
   * @param methods the method of the run with an approach
   * @param names of its system and its solver
   * @param more adds what the run needs besides
   * @param machines where it will run
   * @throws OutOfMemoryByPlanException if none fits into the memory
   */
  public static ApproachChoice of(
      List<Approach> all,
      Limits limits,
      Prepared prepared,
      Function<Approach, Method<?>> methods,
      Function<Approach, String> names,
      UnaryOperator<Plan> more,
      Machines machines) {
    @Nullable ApproachChoice last = null;
    @Nullable OutOfMemoryByPlanException tooLarge = null;
    for (Approach approach : all) {
      Method<?> method = methods.apply(approach);
      try {
        Plan plan =
            MemoryCheck.fit(
                more.apply(method.plan(machines.workers())), limits.memory(), machines.hosts());
        boolean within = within(limits, approach, prepared, method, plan, machines);
        last = new ApproachChoice(approach, remarked(plan, names.apply(approach), within), method);
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
      Limits limits,
      Approach approach,
      Prepared prepared,
      Method<?> method,
      Plan plan,
      Machines machines) {
    OptionalDouble seconds = limits.seconds();
    return seconds.isEmpty()
        ? limits.solutions() * approach.flops(plan, prepared) <= Approach.FLOPS
        : limits.solutions() * approach.seconds(machines.speed(method, plan))
            <= seconds.getAsDouble();
  }

  private static Plan remarked(Plan plan, String chosen, boolean within) {
    String text = "chosen by the plan: " + chosen;
    return plan.remarking(
        within ? text : text + ", which takes more than the budget: nothing else takes less");
  }
}
