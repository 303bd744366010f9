package org.filbert.jobs.training;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.filbert.cost.Costs;
import org.filbert.jobs.report.StackedBars;
import org.filbert.jobs.report.StackedBars.Part;

/** Where the time went. */
final class PhaseBars {
  private PhaseBars() {}

  /** A bar for each of the costs, in their order; phases that took no time are left out. */
  static StackedBars of(String title, String kind, List<Costs> costs) {
    List<Part> parts = new ArrayList<>();
    parts.add(part("kernel or features", costs, cost -> cost.kernel().seconds()));
    parts.add(part("Gram matrix", costs, cost -> cost.gram().seconds()));
    parts.add(part("factor", costs, cost -> cost.factor().seconds()));
    parts.add(part("solve", costs, cost -> cost.solve().seconds()));
    parts.add(part("residual", costs, cost -> cost.residual().seconds()));
    parts.add(part("scoring", costs, cost -> cost.scoring().seconds()));
    parts.add(part("other", costs, cost -> cost.other().seconds()));
    parts.add(part("communication", costs, cost -> cost.communication().seconds()));
    parts.removeIf(part -> part.total() == 0);
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
