package org.filbert.estimators;

import java.io.IOException;
import org.apache.flink.ml.util.ReadWriteUtils;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

/**
 * Kernel ridge classification, one column of targets ±1 for each class: (K + ridge·I) α = Y with
 * the kernel matrix K of all training rows, by block coordinate descent (
 * org.filbert.solver.BlockDescent}).
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
    extends KernelRidge<KernelRidgeClassifier, KernelRidgeClassifierModel>
    implements HasRawPredictionCol<KernelRidgeClassifier>,
        HasProbabilityCol<KernelRidgeClassifier> {
  private static final long serialVersionUID = 1L;

  @Override
  LabelColumn.Kind labels() {
    return LabelColumn.Kind.CLASS;
  }

  @Override
  KernelRidgeClassifierModel newModel() {
    return new KernelRidgeClassifierModel();
  }

  public static KernelRidgeClassifier load(StreamTableEnvironment environment, String path)
      throws IOException {
    return ReadWriteUtils.loadStageParam(path);
  }
}
