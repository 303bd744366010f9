package org.filbert.online;

import java.util.List;
import java.util.Optional;
import org.filbert.data.Rows;
import org.filbert.kernel.SpectralKernel;
import org.filbert.linalg.Precision;
import org.filbert.model.Provenance;
import org.filbert.model.RowEncoder;
import org.filbert.model.TrainedModel;
import org.filbert.workers.StreamProgram;
import org.filbert.workers.Workers;

/**
 * An algorithm that learns from a stream. It predicts the rows of a batch, then learns from those
 * that have a target. With {@link Columns.OpenClasses} a class that is new to a batch gets a column
 * once the batch has been predicted.
 *
 * @param <S> its state
 */
public interface OnlineLearner<S extends LearnerState> extends StreamProgram<S, Batch, Prediction> {
  /** The predictions of rows, of which nothing is learned. */
  List<Prediction> predict(S state, Batch batch, Workers workers);

  /** The model as it is; none before there is something to predict. */
  Optional<TrainedModel> model(
      S state, RowEncoder preprocessing, Provenance provenance, Workers workers);

  /**
   * The scores of dense rows, without learning from them.
   *
   * @return none before there is something to predict, and of a learner that does not tell
   */
  default Optional<double[][]> scores(S state, Rows rows, Workers workers) {
    return Optional.empty();
  }

  /** The size and the progress of the model. */
  Condition condition(S state);

  /** The state after a response to a change of the stream. */
  S respond(DriftResponse response, S state, Workers workers);

  /** The kernel on the preprocessed rows; none for a learner of several kernels. */
  Optional<SpectralKernel> kernel();

  /** The precision of the features. */
  Precision precision();
}
