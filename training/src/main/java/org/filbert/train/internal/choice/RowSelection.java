package org.filbert.train.internal.choice;

import java.util.List;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import org.filbert.data.Outputs;
import org.filbert.kernel.Kernel;
import org.filbert.selection.Criterion;
import org.filbert.selection.OpenChoices;
import org.filbert.selection.Selection;
import org.filbert.shard.Prepared;
import org.filbert.train.rows.MedianDistance;
import org.filbert.workers.Workers;

/**
 * Chooses kernels and ridges by leaving training rows out.
 *
 * @param takes whether the system and the solver work with a kernel
 * @param by what candidates are compared by
 * @param codes whether classes may have other targets than ±1
 * @param summed most of n rows whose sum a product with the coefficients is
 */
public record RowSelection(
    Predicate<Kernel> takes,
    Function<Outputs, Criterion> by,
    Predicate<Outputs> codes,
    LongUnaryOperator summed,
    long seed) {
  /**
   * The choice.
   *
   * @param open what is chosen
   * @param ridges where they are not open
   * @param most rows that judge
   */
  public Selection of(
      Prepared prepared, OpenChoices open, List<Double> ridges, int most, Workers workers) {
    return Selection.of(
        new Selection.Question(
            open,
            prepared.kernel(),
            takes,
            p -> MedianDistance.ofDiffering("sigma: auto", workers, seed, p),
            ridges,
            Selection.leastRidge(
                prepared.preprocessing().precision(), summed.applyAsLong(prepared.rows())),
            by.apply(prepared.outputs()),
            codes.test(prepared.outputs())),
        prepared.outputs(),
        most,
        seed,
        workers);
  }
}
