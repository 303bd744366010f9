package org.filbert.jobs.training.plan;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.filbert.jobs.training.report.PlanLines;
import org.filbert.train.Forecast;
import org.filbert.train.forecast.OutOfMemoryByPlanException;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a training that has not run.
 *
 * @param warnings of the rows that were looked at
 * @param outlook of the configuration; null if it is refused
 * @param estimate of the same
 * @param refusal as the training would say it; null if the plan fits
 * @param choices other systems and solvers, the most accurate first
 * @param budgetSeconds time that a recommendation may take
 * @param recommended the first of them that memory and time allow; null if there is none
 * @param scale the same configuration for more rows and machines; empty if nobody has asked
 */
public record PlannedRun(
    String name,
    List<String> warnings,
    @JsonIgnore Forecast.@Nullable Outlook outlook,
    @Nullable PlanEstimate estimate,
    @Nullable String refusal,
    List<Choice> choices,
    double budgetSeconds,
    @Nullable Choice recommended,
    List<Scale> scale) {

  /** Another system and solver; without an estimate if the memory does not suffice. */
  record Choice(String system, String solver, @Nullable PlanEstimate estimate) {}

  /** The configuration for a number of rows and machines. */
  record Scale(long rows, int machines, int workers, @Nullable PlanEstimate estimate) {}

  /**
   * Refuses a plan that does not fit.
   *
   * @throws OutOfMemoryByPlanException as the training does
   */
  public void check() {
    if (refusal != null) {
      throw new OutOfMemoryByPlanException(refusal);
    }
  }

  /** What was found, in sentences. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    warnings.forEach(warning -> lines.add("warning: " + warning));
    if (outlook == null || estimate == null) {
      return lines;
    }
    lines.add(
        PlanLines.headline(
            name,
            outlook.prepared().rows(),
            outlook.prepared().features(),
            outlook.prepared().columns(),
            outlook.spec().kernel(outlook.prepared()).toString()));
    PlanLines plan =
        new PlanLines(
            outlook.plan(),
            estimate.workers(),
            estimate.gemmGflops(),
            outlook.speed().secondsPerEpoch());
    lines.addAll(plan.work());
    lines.addAll(plan.cache());
    lines.addAll(estimate.lines(outlook.firstMessages()));
    return lines;
  }

  /** The other systems and solvers as a table; empty if there are none. */
  public List<List<String>> alternatives() {
    return choices.isEmpty()
        ? List.of()
        : table(
            List.of("system", "solver"),
            choices.stream()
                .map(choice -> row(List.of(choice.system, choice.solver), choice.estimate))
                .toList());
  }

  /** What is recommended, in a sentence. */
  public String advice() {
    String limits = "the memory and " + PlanEstimate.time(budgetSeconds);
    return recommended == null
        ? "none of these fits into " + limits
        : "recommended, the first that fits into %s: --set 'system=%s' --set 'solver=%s'"
            .formatted(limits, recommended.system, recommended.solver);
  }

  /** More rows and machines as a table; empty if nobody has asked. */
  public List<List<String>> larger() {
    return scale.isEmpty()
        ? List.of()
        : table(
            List.of("rows", "machines", "workers"),
            scale.stream()
                .map(
                    each ->
                        row(
                            List.of(
                                String.format(Locale.ROOT, "%,d", each.rows),
                                Integer.toString(each.machines),
                                Integer.toString(each.workers)),
                            each.estimate))
                .toList());
  }

  private static List<List<String>> table(List<String> first, List<List<String>> rows) {
    return Stream.concat(
            Stream.of(Stream.concat(first.stream(), PlanEstimate.headings().stream()).toList()),
            rows.stream())
        .toList();
  }

  private static List<String> row(List<String> first, @Nullable PlanEstimate estimate) {
    return Stream.concat(first.stream(), PlanEstimate.cells(estimate).stream()).toList();
  }
}
