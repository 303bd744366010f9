package org.filbert.train;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.filbert.kernel.Kernel;
import org.filbert.selection.Criterion;
import org.filbert.selection.OpenChoices;
import org.filbert.selection.Selection;
import org.filbert.shard.Prepared;
import org.filbert.workers.Workers;

/**
 * Chooses kernels and ridges by leaving training rows out.
 *
 * @param takes whether the system and the solver work with a kernel
 * @param by measure that held-out rows choose by, if it is given
 */
record RowSelection(Predicate<Kernel> takes, Optional<Measure> by, long seed) {
  /**
   * The choice.
   *
   * @param open what is chosen
   * @param ridges where they are not open
   * @param most rows that judge
   */
  Selection of(
      Prepared prepared, OpenChoices open, List<Double> ridges, int most, Workers workers) {
    return Selection.of(
        new Selection.Question(
            open,
            prepared.kernel(),
            takes,
            p -> MedianDistance.ofDiffering("sigma: auto", workers, seed, p),
            ridges,
            prepared.preprocessing().precision(),
            criterion()),
        prepared.outputs(),
        most,
        seed,
        workers);
  }

  private Criterion criterion() {
    return by.map(
            measure ->
                switch (measure) {
                  case ERROR -> Criterion.ERROR;
                  case LOG_LOSS -> Criterion.LOG_LOSS;
                  default -> Criterion.MEAN_SQUARE;
                })
        .orElse(Criterion.MEAN_SQUARE);
  }
}
