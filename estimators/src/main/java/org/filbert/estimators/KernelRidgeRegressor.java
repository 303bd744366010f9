package org.filbert.estimators;

import java.io.IOException;
import org.apache.flink.ml.util.ReadWriteUtils;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

/**
 * Kernel ridge regression on one column of numbers: (K + ridge·I) α = y - mean(y) with the kernel
 * matrix K of all training rows. Job, input and ids are as with {@link KernelRidgeClassifier}.
 */
public final class KernelRidgeRegressor
    extends KernelRidge<KernelRidgeRegressor, KernelRidgeRegressorModel>
    implements HasIntervalCol<KernelRidgeRegressor>, HasTarget<KernelRidgeRegressor> {
  private static final long serialVersionUID = 1L;

  @Override
  LabelColumn.Kind labels() {
    return LabelColumn.Kind.NUMBER;
  }

  @Override
  KernelRidgeRegressorModel newModel() {
    return new KernelRidgeRegressorModel();
  }

  public static KernelRidgeRegressor load(StreamTableEnvironment environment, String path)
      throws IOException {
    return ReadWriteUtils.loadStageParam(path);
  }
}
