package org.filbert.estimators;

import org.apache.flink.ml.param.DoubleParam;
import org.apache.flink.ml.param.Param;
import org.apache.flink.ml.param.ParamValidators;
import org.apache.flink.ml.param.StringParam;
import org.apache.flink.ml.param.WithParams;
import org.jspecify.annotations.Nullable;

/** The parameters of a regressor's prediction intervals. */
public interface HasIntervalCol<T> extends WithParams<T> {
  Param<String> INTERVAL_COL =
      new StringParam(
          "intervalCol",
          "Column for vectors of the two ends of an interval; without it there is none.",
          null,
          ParamValidators.alwaysTrue());
  Param<Double> COVERAGE =
      new DoubleParam(
          "coverage",
          "Probability with which the label of a new row lies in its interval.",
          0.9,
          value -> value != null && value > 0 && value < 1);

  default @Nullable String getIntervalCol() {
    return get(INTERVAL_COL);
  }

  default T setIntervalCol(String column) {
    return set(INTERVAL_COL, column);
  }

  default double getCoverage() {
    return get(COVERAGE);
  }

  default T setCoverage(double coverage) {
    return set(COVERAGE, coverage);
  }
}
