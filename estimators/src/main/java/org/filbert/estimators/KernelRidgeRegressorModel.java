package org.filbert.estimators;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.ml.api.Model;
import org.apache.flink.ml.param.Param;
import org.apache.flink.ml.util.ParamUtils;
import org.apache.flink.ml.util.ReadWriteUtils;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.jspecify.annotations.Nullable;

/**
 * Adds the predicted number to each row. As with {@link KernelRidgeClassifierModel} the model stays
 * in its model store.
 */
public final class KernelRidgeRegressorModel
    implements Model<KernelRidgeRegressorModel>, KernelRidgeModelParams<KernelRidgeRegressorModel> {
  private static final long serialVersionUID = 1L;

  private final Map<Param<?>, Object> params = new HashMap<>();
  private @Nullable StoredModel stored;

  /** For Flink ML, which then loads the rest. */
  public KernelRidgeRegressorModel() {
    ParamUtils.initializeMapWithDefaultValues(params, this);
  }

  KernelRidgeRegressorModel of(StoredModel newStored) {
    stored = newStored;
    return this;
  }

  @Override
  public Map<Param<?>, Object> getParamMap() {
    return params;
  }

  @Override
  public Table[] transform(Table... inputs) {
    InputTable input = InputTable.only(inputs);
    input.requireNew("predictionCol", getPredictionCol());
    return new Table[] {
      Predicting.run(
          stored(),
          new FeaturesColumn(getFeaturesCol()),
          Prediction.NUMBER,
          List.of(getPredictionCol()),
          input)
    };
  }

  @Override
  public void save(String path) throws IOException {
    ReadWriteUtils.saveMetadata(this, path);
    stored().copyTo(path);
  }

  public static KernelRidgeRegressorModel load(StreamTableEnvironment environment, String path)
      throws IOException {
    KernelRidgeRegressorModel model = ReadWriteUtils.loadStageParam(path);
    return model.of(StoredModel.savedIn(path));
  }

  private StoredModel stored() {
    if (stored == null) {
      throw new IllegalStateException("this model was neither fitted nor loaded");
    }
    return stored;
  }
}
