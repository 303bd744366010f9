package org.filbert.estimators;

import java.io.IOException;
import java.util.List;
import org.apache.flink.ml.util.ReadWriteUtils;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

/**
 * Adds to each row the predicted class, by its text, and a vector of the scores of all classes in
 * their natural order (numbers by value).
 *
 * <p>The model itself stays in its model store, from which every process loads it once; it is not
 * available as a table. {@link #save} writes a copy of it beside the parameters.
 */
public final class KernelRidgeClassifierModel extends KernelRidgeModel<KernelRidgeClassifierModel>
    implements HasRawPredictionCol<KernelRidgeClassifierModel> {
  private static final long serialVersionUID = 1L;

  @Override
  public Table[] transform(Table... inputs) {
    InputTable input = InputTable.only(inputs);
    input.requireNew("predictionCol", getPredictionCol());
    input.requireNew("rawPredictionCol", getRawPredictionCol());
    return predicted(input, Prediction.CLASS, List.of(getPredictionCol(), getRawPredictionCol()));
  }

  public static KernelRidgeClassifierModel load(StreamTableEnvironment environment, String path)
      throws IOException {
    KernelRidgeClassifierModel model = ReadWriteUtils.loadStageParam(path);
    model.use(StoredModel.savedIn(path));
    return model;
  }
}
