package org.filbert.estimators;

import org.apache.flink.ml.param.Param;
import org.apache.flink.ml.param.ParamValidators;
import org.apache.flink.ml.param.StringArrayParam;
import org.apache.flink.ml.param.StringParam;
import org.apache.flink.ml.param.WithParams;

/** Parameters of the use of a model, by the names that Flink ML gives them. */
public interface KernelRidgeModelParams<T> extends WithParams<T> {
  Param<String> FEATURES_COL =
      new StringParam(
          "featuresCol", "Column of feature vectors.", "features", ParamValidators.notNull());
  Param<String[]> INPUT_COLS =
      new StringArrayParam(
          "inputCols",
          "Columns of any types in place of the column of feature vectors.",
          new String[0],
          ParamValidators.notNull());
  Param<String> PREDICTION_COL =
      new StringParam(
          "predictionCol", "Column for predictions.", "prediction", ParamValidators.notNull());

  default String getFeaturesCol() {
    return get(FEATURES_COL);
  }

  default T setFeaturesCol(String column) {
    return set(FEATURES_COL, column);
  }

  default String[] getInputCols() {
    return get(INPUT_COLS);
  }

  default T setInputCols(String... columns) {
    return set(INPUT_COLS, columns);
  }

  default String getPredictionCol() {
    return get(PREDICTION_COL);
  }

  default T setPredictionCol(String column) {
    return set(PREDICTION_COL, column);
  }
}
