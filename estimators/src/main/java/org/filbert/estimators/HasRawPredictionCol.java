package org.filbert.estimators;

import org.apache.flink.ml.param.Param;
import org.apache.flink.ml.param.ParamValidators;
import org.apache.flink.ml.param.StringParam;
import org.apache.flink.ml.param.WithParams;

/** The parameter that names the column of a classifier's scores. */
public interface HasRawPredictionCol<T> extends WithParams<T> {
  Param<String> RAW_PREDICTION_COL =
      new StringParam(
          "rawPredictionCol",
          "Column for vectors of scores, one for each class.",
          "rawPrediction",
          ParamValidators.notNull());

  default String getRawPredictionCol() {
    return get(RAW_PREDICTION_COL);
  }

  default T setRawPredictionCol(String column) {
    return set(RAW_PREDICTION_COL, column);
  }
}
