package org.filbert.jobs.scoring;

import java.util.List;
import org.filbert.calibration.Probabilities;
import org.filbert.operators.scoring.ScoredBatch;
import org.filbert.text.Coverage;
import org.jspecify.annotations.Nullable;

/** Compares scores with labels or targets. */
final class Evaluator implements ResultOperator.Use {
  private final OutputColumns columns;
  private final ErrorAccumulator errors;
  private long rows;
  private long farRows;
  private long quarantined;
  private @Nullable String firstBad;
  private Coverage text = Coverage.NONE;

  /**
   * Begins without rows.
   *
   * @param probabilities of the model's classes, if it has them
   * @param halfWidths of the interval of each target; none without intervals
   */
  Evaluator(OutputColumns columns, @Nullable Probabilities probabilities, double[] halfWidths) {
    this.columns = columns;
    this.errors =
        columns.ofClasses()
            ? new ErrorAccumulator.OfClasses(
                columns.classes().size(), columns.scores(), probabilities)
            : new ErrorAccumulator.OfNumbers(columns.scores(), halfWidths);
  }

  @Override
  public void add(ScoredBatch batch) {
    errors.add(batch);
    rows += batch.count();
    farRows += batch.farRows();
    quarantined += batch.bad().size();
    text = text.plus(batch.text());
    if (firstBad == null && !batch.bad().isEmpty()) {
      firstBad = batch.bad().get(0).place() + ": " + batch.bad().get(0).reason();
    }
  }

  @Override
  public Evaluation result() {
    Evaluation.OfClasses classification = null;
    Evaluation.OfNumbers regression = null;
    if (rows > 0 && errors instanceof ErrorAccumulator.OfClasses ofClasses) {
      classification = Evaluation.OfClasses.of(List.copyOf(columns.classes()), ofClasses);
    } else if (rows > 0 && errors instanceof ErrorAccumulator.OfNumbers ofNumbers) {
      regression = Evaluation.OfNumbers.of(ofNumbers);
    }
    return new Evaluation(
        rows,
        quarantined,
        farRows,
        firstBad,
        text.documents() > 0 ? text : null,
        classification,
        regression);
  }
}
