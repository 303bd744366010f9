package org.filbert.jobs.scoring;

import java.util.List;
import org.filbert.calibration.Margins;
import org.filbert.calibration.Probabilities;
import org.filbert.metrics.ClassErrors;
import org.filbert.metrics.Classification;
import org.filbert.metrics.NumberErrors;
import org.filbert.metrics.Regression;
import org.filbert.metrics.Threshold;
import org.filbert.operators.scoring.ScoredBatch;
import org.jspecify.annotations.Nullable;

/** Errors of the rows of batches, be they classes or numbers. */
final class RowErrors {
  private final @Nullable ClassErrors classes;
  private final @Nullable NumberErrors numbers;
  private final boolean probabilities;
  private final int columns;
  private long rows;

  /**
   * Begins without rows.
   *
   * @param probabilities of the model's classes, if it has them
   * @param margins of the intervals of the targets
   */
  RowErrors(OutputColumns columns, @Nullable Probabilities probabilities, Margins margins) {
    this.columns = columns.scores();
    this.probabilities = probabilities != null;
    boolean ofClasses = columns.ofClasses();
    this.classes =
        ofClasses ? new ClassErrors(columns.classes(), columns.scores(), probabilities) : null;
    this.numbers = ofClasses ? null : new NumberErrors(columns.scores(), margins);
  }

  /** Adds a row of a batch. */
  void add(ScoredBatch batch, int i) {
    rows++;
    if (classes != null) {
      classes.add(batch.scores(), i * columns, batch.labels()[i], batch.weight(i));
    } else if (numbers != null) {
      numbers.add(batch.scores(), batch.targets(), i * columns, batch.weight(i));
    }
  }

  /** What {@link #loss} is. */
  String lossName() {
    return numbers != null ? "RMSE" : probabilities ? "log-loss" : "error";
  }

  /** The log-loss, without probabilities the misclassified share; for numbers the RMSE. */
  double loss() {
    return classes != null ? classes.loss() : numbers != null ? numbers.loss() : Double.NaN;
  }

  /**
   * The quality of classes.
   *
   * @param aims of thresholds
   */
  @Nullable Classification classification(List<Threshold.Aim> aims) {
    return classes == null || rows == 0 ? null : classes.result(aims);
  }

  @Nullable Regression regression() {
    return numbers == null || rows == 0 ? null : numbers.result();
  }
}
