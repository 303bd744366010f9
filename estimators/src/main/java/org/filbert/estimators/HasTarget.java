package org.filbert.estimators;

import java.util.Arrays;
import java.util.Locale;
import org.apache.flink.ml.param.Param;
import org.apache.flink.ml.param.ParamValidators;
import org.apache.flink.ml.param.StringParam;
import org.apache.flink.ml.param.WithParams;
import org.filbert.data.TargetTransform;

/** The parameter of what a regressor learns of its labels. */
public interface HasTarget<T> extends WithParams<T> {
  Param<String> TARGET =
      new StringParam(
          "target",
          "What is learned of the labels: none, as they are; log, their logarithms. Predictions and"
              + " intervals are in the labels' own unit.",
          "none",
          ParamValidators.inArray(
              Arrays.stream(TargetTransform.values())
                  .map(transform -> transform.name().toLowerCase(Locale.ROOT))
                  .toArray(String[]::new)));

  default String getTarget() {
    return get(TARGET);
  }

  default T setTarget(String target) {
    return set(TARGET, target);
  }
}
