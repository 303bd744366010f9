package org.filbert.estimators;

import org.apache.flink.ml.param.Param;
import org.apache.flink.ml.param.ParamValidators;
import org.apache.flink.ml.param.StringParam;
import org.apache.flink.ml.param.WithParams;
import org.jspecify.annotations.Nullable;

/** The parameter that names the column of a classifier's probabilities. */
public interface HasProbabilityCol<T> extends WithParams<T> {
  Param<String> PROBABILITY_COL =
      new StringParam(
          "probabilityCol",
          "Column for vectors of probabilities, one for each class; without it there is none.",
          null,
          ParamValidators.alwaysTrue());

  default @Nullable String getProbabilityCol() {
    return get(PROBABILITY_COL);
  }

  default T setProbabilityCol(String column) {
    return set(PROBABILITY_COL, column);
  }
}
