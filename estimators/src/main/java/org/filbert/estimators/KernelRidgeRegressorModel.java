package org.filbert.estimators;

import java.io.IOException;
import java.util.List;
import org.apache.flink.ml.util.ReadWriteUtils;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

/**
 * Adds the predicted number to each row. As with {@link KernelRidgeClassifierModel} the model stays
 * in its model store.
 */
public final class KernelRidgeRegressorModel extends KernelRidgeModel<KernelRidgeRegressorModel> {
  private static final long serialVersionUID = 1L;

  @Override
  public Table[] transform(Table... inputs) {
    InputTable input = InputTable.only(inputs);
    input.requireNew("predictionCol", getPredictionCol());
    return predicted(input, Prediction.NUMBER, List.of(getPredictionCol()));
  }

  public static KernelRidgeRegressorModel load(StreamTableEnvironment environment, String path)
      throws IOException {
    KernelRidgeRegressorModel model = ReadWriteUtils.loadStageParam(path);
    model.use(StoredModel.savedIn(path));
    return model;
  }
}
