package org.filbert.estimators;

import java.io.IOException;
import java.util.List;
import org.apache.flink.ml.util.ReadWriteUtils;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.filbert.calibration.Probabilities;

/**
 * Adds to each row the predicted class, by its text, and a vector of the scores of all classes in
 * their natural order (numbers by value); with {@code probabilityCol} also their probabilities,
 * which a model has that was trained with {@code validationFraction} or the logistic loss.
 *
 * <p>The model itself stays in its model store, from which every process loads it once; it is not
 * available as a table. {@link #save} writes a copy of it beside the parameters.
 */
public final class KernelRidgeClassifierModel extends KernelRidgeModel<KernelRidgeClassifierModel>
    implements HasRawPredictionCol<KernelRidgeClassifierModel>,
        HasProbabilityCol<KernelRidgeClassifierModel> {
  private static final long serialVersionUID = 1L;

  @Override
  public Table[] transform(Table... inputs) {
    InputTable input = InputTable.only(inputs);
    input.requireNew("predictionCol", getPredictionCol());
    input.requireNew("rawPredictionCol", getRawPredictionCol());
    String probabilities = getProbabilityCol();
    if (probabilities == null) {
      return predicted(
          input, new Prediction.OfClass(false), List.of(getPredictionCol(), getRawPredictionCol()));
    }
    input.requireNew("probabilityCol", probabilities);
    check(
        model -> {
          if (!(model.calibration() instanceof Probabilities)) {
            throw new IllegalArgumentException(
                "probabilityCol is given, but the model has scores and no probabilities: fit it"
                    + " with validationFraction or the loss logistic");
          }
        });
    return predicted(
        input,
        new Prediction.OfClass(true),
        List.of(getPredictionCol(), getRawPredictionCol(), probabilities));
  }

  public static KernelRidgeClassifierModel load(StreamTableEnvironment environment, String path)
      throws IOException {
    KernelRidgeClassifierModel model = ReadWriteUtils.loadStageParam(path);
    model.use(StoredModel.savedIn(path));
    return model;
  }
}
