package org.filbert.operators.scoring;

import java.io.Serializable;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.filbert.model.TrainedModel;
import org.filbert.operators.loop.spec.UserErrorException;

/** Makes an element of the new stream of a row and its prediction. */
@FunctionalInterface
public interface Answer<I, O> extends Serializable {
  O of(I row, ScoredRow scored);

  /**
   * Refuses a version of the model that the answers cannot be made of.
   *
   * @throws IllegalArgumentException saying why
   */
  default void check(TrainedModel version) {}

  /**
   * Makes an element of a row that has no prediction: the model does not take it, or its scores are
   * not finite. Unless this is overridden, the row ends the job.
   */
  default O refused(I row, String problem) {
    throw new SuppressRestartsException(
        new UserErrorException(problem + "; in the row " + row, null));
  }
}
