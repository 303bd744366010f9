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
 * Adds to each row the predicted class, by its text, and a vector of the scores of all classes in
 * their natural order (numbers by value).
 *
 * <p>The model itself stays in its model store, from which every process loads it once; it is not
 * available as a table. {@link #save} writes a copy of it beside the parameters.
 */
public final class KernelRidgeClassifierModel
    implements Model<KernelRidgeClassifierModel>,
        KernelRidgeModelParams<KernelRidgeClassifierModel>,
        HasRawPredictionCol<KernelRidgeClassifierModel> {
  private static final long serialVersionUID = 1L;

  private final Map<Param<?>, Object> params = new HashMap<>();
  private @Nullable StoredModel stored;

  /** For Flink ML, which then loads the rest. */
  public KernelRidgeClassifierModel() {
    ParamUtils.initializeMapWithDefaultValues(params, this);
  }

  KernelRidgeClassifierModel of(StoredModel newStored) {
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
    input.requireNew("rawPredictionCol", getRawPredictionCol());
    return new Table[] {
      Predicting.run(
          stored(),
          new FeaturesColumn(getFeaturesCol()),
          Prediction.CLASS,
          List.of(getPredictionCol(), getRawPredictionCol()),
          input)
    };
  }

  @Override
  public void save(String path) throws IOException {
    ReadWriteUtils.saveMetadata(this, path);
    stored().copyTo(path);
  }

  public static KernelRidgeClassifierModel load(StreamTableEnvironment environment, String path)
      throws IOException {
    KernelRidgeClassifierModel model = ReadWriteUtils.loadStageParam(path);
    return model.of(StoredModel.savedIn(path));
  }

  private StoredModel stored() {
    if (stored == null) {
      throw new IllegalStateException("this model was neither fitted nor loaded");
    }
    return stored;
  }
}
