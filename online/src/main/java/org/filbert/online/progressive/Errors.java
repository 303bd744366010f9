package org.filbert.online.progressive;

import java.util.List;
import java.util.stream.DoubleStream;
import org.filbert.data.Target;
import org.filbert.online.Prediction;
import org.jspecify.annotations.Nullable;

/** Errors of predictions. */
final class Errors {
  private Errors() {}

  /** The errors of those predictions whose target is known. */
  static double[] of(List<Prediction> predictions) {
    return predictions.stream()
        .flatMapToDouble(
            prediction ->
                prediction.target() == null
                    ? DoubleStream.empty()
                    : DoubleStream.of(of(predicted(prediction), prediction.target())))
        .toArray();
  }

  private static Target predicted(Prediction prediction) {
    return prediction.label() == null
        ? new Target.Values(prediction.scores())
        : new Target.ClassName(prediction.label());
  }

  /**
   * 0 or 1 for a class; the squared error, summed over the targets, for numbers.
   *
   * @param predicted null where nothing was known: a wrong class, or zeros
   */
  static double of(@Nullable Target predicted, Target target) {
    if (target instanceof Target.ClassName) {
      return target.equals(predicted) ? 0 : 1;
    }
    double[] values = ((Target.Values) target).values();
    double sum = 0;
    for (int j = 0; j < values.length; j++) {
      double score = predicted instanceof Target.Values scores ? scores.values()[j] : 0;
      sum += (score - values[j]) * (score - values[j]);
    }
    return sum;
  }
}
