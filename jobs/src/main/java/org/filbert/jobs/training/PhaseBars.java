package org.filbert.jobs.training;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.filbert.cost.Costs;
import org.filbert.jobs.report.StackedBars;
import org.filbert.jobs.report.StackedBars.Part;

/** Chart of the time of each phase. */
final class PhaseBars {
  private PhaseBars() {}

  /** A bar for each of the costs, in their order. */
  static StackedBars of(String title, String kind, List<Costs> costs) {
    List<Part> parts =
        List.of(
            part("kernel or features", costs, cost -> cost.kernel().seconds()),
            part("Gram matrix", costs, cost -> cost.gram().seconds()),
            part("factor", costs, cost -> cost.factor().seconds()),
            part("solve", costs, cost -> cost.solve().seconds()),
            part("residual", costs, cost -> cost.residual().seconds()),
            part("precondition", costs, cost -> cost.precondition().seconds()),
            part("scoring", costs, cost -> cost.scoring().seconds()),
            part("other", costs, cost -> cost.other().seconds()),
            part("communication", costs, cost -> cost.communication().seconds()));
    return new StackedBars(
        title,
        "seconds",
        kind,
        IntStream.rangeClosed(1, costs.size()).mapToObj(Integer::toString).toList(),
        parts);
  }

  private static Part part(String name, List<Costs> costs, ToDoubleFunction<Costs> seconds) {
    return new Part(name, costs.stream().map(seconds::applyAsDouble).toList());
  }
}
