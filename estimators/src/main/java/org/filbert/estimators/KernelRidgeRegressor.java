package org.filbert.estimators;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.ml.api.Estimator;
import org.apache.flink.ml.param.Param;
import org.apache.flink.ml.util.ParamUtils;
import org.apache.flink.ml.util.ReadWriteUtils;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

/**
 * Kernel ridge regression on one column of numbers: (K + ridge·I) α = y - mean(y) with the kernel
 * matrix K of all training rows. What {@link KernelRidgeClassifier} says of its job, its input and
 * its ids holds here too.
 */
public final class KernelRidgeRegressor
    implements Estimator<KernelRidgeRegressor, KernelRidgeRegressorModel>,
        KernelRidgeParams<KernelRidgeRegressor> {
  private static final long serialVersionUID = 1L;

  private final Map<Param<?>, Object> params = new HashMap<>();

  public KernelRidgeRegressor() {
    ParamUtils.initializeMapWithDefaultValues(params, this);
  }

  @Override
  public Map<Param<?>, Object> getParamMap() {
    return params;
  }

  /**
   * Trains, and waits for the end.
   *
   * @throws IllegalArgumentException if a parameter or a row does not fit; the message says which
   * @throws IllegalStateException if the job fails
   * @throws java.io.UncheckedIOException if the model store cannot be used
   */
  @Override
  public KernelRidgeRegressorModel fit(Table... inputs) {
    StoredModel stored = Fitting.run(this, LabelColumn.Kind.NUMBER, InputTable.only(inputs));
    KernelRidgeRegressorModel model = new KernelRidgeRegressorModel().of(stored);
    ParamUtils.updateExistingParams(model, params);
    return model;
  }

  @Override
  public void save(String path) throws IOException {
    ReadWriteUtils.saveMetadata(this, path);
  }

  public static KernelRidgeRegressor load(StreamTableEnvironment environment, String path)
      throws IOException {
    return ReadWriteUtils.loadStageParam(path);
  }
}
