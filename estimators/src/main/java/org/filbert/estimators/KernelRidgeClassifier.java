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
 * Kernel ridge classification, one column of targets ±1 for each class: (K + ridge·I) α = Y with
 * the kernel matrix K of all training rows, by block coordinate descent ({@link
 * org.filbert.solver.FullKernelDescent}).
 *
 * <p>{@link #fit} is eager: it executes a job and returns when the model is in the model store. The
 * job takes with it whatever else was added to the environment and not yet executed. The input must
 * be bounded and of a table environment in streaming mode. Features are dense or sparse vectors;
 * labels may have any type, and the classes are their texts.
 *
 * <p>The same rows with the same ids ({@code idCol}), seed and parallelism give the same model.
 * Without ids rows are numbered as they arrive, and the model depends on that order within the
 * accuracy of the solution.
 */
public final class KernelRidgeClassifier
    implements Estimator<KernelRidgeClassifier, KernelRidgeClassifierModel>,
        KernelRidgeParams<KernelRidgeClassifier>,
        HasRawPredictionCol<KernelRidgeClassifier> {
  private static final long serialVersionUID = 1L;

  private final Map<Param<?>, Object> params = new HashMap<>();

  public KernelRidgeClassifier() {
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
  public KernelRidgeClassifierModel fit(Table... inputs) {
    StoredModel stored = Fitting.run(this, LabelColumn.Kind.CLASS, InputTable.only(inputs));
    KernelRidgeClassifierModel model = new KernelRidgeClassifierModel().of(stored);
    ParamUtils.updateExistingParams(model, params);
    return model;
  }

  @Override
  public void save(String path) throws IOException {
    ReadWriteUtils.saveMetadata(this, path);
  }

  public static KernelRidgeClassifier load(StreamTableEnvironment environment, String path)
      throws IOException {
    return ReadWriteUtils.loadStageParam(path);
  }
}
