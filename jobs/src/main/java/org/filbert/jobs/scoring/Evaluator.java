package org.filbert.jobs.scoring;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.filbert.data.ClassNames;
import org.filbert.metrics.Threshold;
import org.filbert.operators.scoring.Permutations;
import org.filbert.operators.scoring.ScoredBatch;
import org.filbert.table.TableCounts;
import org.filbert.text.Coverage;
import org.jspecify.annotations.Nullable;

/** Compares scores with labels or targets. */
final class Evaluator implements ResultOperator.Use {
  private final RowErrors errors;
  private final List<Threshold.Aim> aims;
  private final @Nullable ImportanceErrors importances;
  private long rows;
  private double weight;
  private boolean weighted;
  private long farRows;
  private long otherRows;
  private final Set<String> otherClasses = new TreeSet<>();
  private long quarantined;
  private @Nullable String firstBad;
  private Coverage text = Coverage.NONE;
  private TableCounts cells = TableCounts.NONE;

  /**
   * Begins without rows.
   *
   * @param errors makes errors without rows
   * @param aims of thresholds
   * @param permutations that are scored too; null: none
   */
  Evaluator(
      Supplier<RowErrors> errors, List<Threshold.Aim> aims, @Nullable Permutations permutations) {
    this.errors = errors.get();
    this.aims = List.copyOf(aims);
    this.importances = permutations == null ? null : new ImportanceErrors(permutations, errors);
  }

  @Override
  public void add(ScoredBatch batch) {
    boolean permuted = batch.count() > 0 && Permutations.pass(batch.rows()[0]) > 0;
    for (int i = 0; i < batch.count(); i++) {
      double own = batch.weight(i);
      if (own == 0) {
        continue; // as if the row were not there
      }
      if (permuted && importances != null) {
        importances.of(Permutations.pass(batch.rows()[i])).add(batch, i);
        continue;
      }
      errors.add(batch, i);
      rows++;
      weight += own;
      weighted |= own != 1;
    }
    if (permuted) {
      return;
    }
    farRows += batch.farRows();
    quarantined += batch.bad().size();
    text = text.plus(batch.text());
    cells = cells.plus(batch.cells());
    otherRows += batch.otherClasses().size();
    otherClasses.addAll(batch.otherClasses());
    if (firstBad == null && !batch.bad().isEmpty()) {
      firstBad = batch.bad().get(0).place() + ": " + batch.bad().get(0).reason();
    }
  }

  @Override
  public Evaluation result() {
    return new Evaluation(
        rows,
        weighted ? weight : null,
        quarantined,
        farRows,
        firstBad,
        text.documents() > 0 ? text : null,
        cells.rows() > 0 ? cells : null,
        otherRows == 0
            ? null
            : new Evaluation.OtherClasses(
                otherRows, ClassNames.distinct(List.copyOf(otherClasses)).names()),
        errors.classification(aims),
        errors.regression(),
        importances == null || rows == 0 ? null : importances.result());
  }
}
