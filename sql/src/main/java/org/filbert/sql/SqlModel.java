package org.filbert.sql;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import org.filbert.model.TrainedModel;
import org.filbert.operators.scoring.ModelChoice;

/**
 * A SQL model over a stored one.
 *
 * @param choice of the stored model
 * @param batchSize most rows of a batch
 * @param batchWait longest time that a row waits for others
 * @param outputs columns that are predicted
 * @param interval probability that a number lies within its interval
 * @param onBadRow what becomes of a row that the model does not take
 */
record SqlModel(
    ModelChoice choice,
    int batchSize,
    Duration batchWait,
    InputColumns inputs,
    List<OutputColumn> outputs,
    double interval,
    OnBadRow onBadRow)
    implements Serializable {

  /**
   * Compares the columns with a stored model.
   *
   * @throws IllegalArgumentException saying what does not fit
   */
  void check(TrainedModel model) {
    inputs.reader(model.preprocessing());
    for (OutputColumn output : outputs) {
      output.value().check(output, model, interval);
    }
  }
}
