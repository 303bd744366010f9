package org.filbert.jobs.scoring;

import org.filbert.calibration.Probabilities;
import org.filbert.metrics.ClassErrors;
import org.filbert.metrics.NumberErrors;
import org.filbert.operators.scoring.ScoredBatch;
import org.filbert.table.TableCounts;
import org.filbert.text.Coverage;
import org.jspecify.annotations.Nullable;

/** Compares scores with labels or targets. */
final class Evaluator implements ResultOperator.Use {
  private final @Nullable ClassErrors classes;
  private final @Nullable NumberErrors numbers;
  private final int columns;
  private long rows;
  private double weight;
  private boolean weighted;
  private long farRows;
  private long quarantined;
  private @Nullable String firstBad;
  private Coverage text = Coverage.NONE;
  private TableCounts cells = TableCounts.NONE;

  /**
   * Begins without rows.
   *
   * @param probabilities of the model's classes, if it has them
   * @param halfWidths of the interval of each target; none without intervals
   */
  Evaluator(OutputColumns columns, @Nullable Probabilities probabilities, double[] halfWidths) {
    this.columns = columns.scores();
    boolean ofClasses = columns.ofClasses();
    this.classes =
        ofClasses ? new ClassErrors(columns.classes(), columns.scores(), probabilities) : null;
    this.numbers = ofClasses ? null : new NumberErrors(columns.scores(), halfWidths);
  }

  @Override
  public void add(ScoredBatch batch) {
    for (int i = 0; i < batch.count(); i++) {
      double own = batch.weight(i);
      if (own == 0) {
        continue; // as if the row were not there
      }
      rows++;
      weight += own;
      weighted |= own != 1;
      if (classes != null) {
        classes.add(batch.scores(), i * columns, batch.labels()[i], own);
      } else if (numbers != null) {
        numbers.add(batch.scores(), batch.targets(), i * columns, own);
      }
    }
    farRows += batch.farRows();
    quarantined += batch.bad().size();
    text = text.plus(batch.text());
    cells = cells.plus(batch.cells());
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
        rows > 0 && classes != null ? classes.result() : null,
        rows > 0 && numbers != null ? numbers.result() : null);
  }
}
