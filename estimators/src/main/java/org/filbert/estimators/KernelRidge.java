package org.filbert.estimators;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.ml.api.Estimator;
import org.apache.flink.ml.param.Param;
import org.apache.flink.ml.util.ParamUtils;
import org.apache.flink.ml.util.ReadWriteUtils;
import org.apache.flink.table.api.Table;

/** Common part of the estimators of kernel ridge models. */
abstract class KernelRidge<E extends KernelRidge<E, M>, M extends KernelRidgeModel<M>>
    implements Estimator<E, M>, KernelRidgeParams<E> {
  private static final long serialVersionUID = 1L;

  private final Map<Param<?>, Object> params = new HashMap<>();

  KernelRidge() {
    ParamUtils.initializeMapWithDefaultValues(params, this);
  }

  /** Kind of the labels. */
  abstract LabelColumn.Kind labels();

  /** A new model without numbers. */
  abstract M newModel();

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
  public M fit(Table... inputs) {
    StoredModel stored = Fitting.run(this, labels(), InputTable.only(inputs));
    M model = newModel();
    model.use(stored);
    ParamUtils.updateExistingParams(model, params);
    return model;
  }

  @Override
  public void save(String path) throws IOException {
    ReadWriteUtils.saveMetadata(this, path);
  }
}
