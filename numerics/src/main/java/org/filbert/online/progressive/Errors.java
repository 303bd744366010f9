package org.filbert.online.progressive;

import java.util.List;
import java.util.stream.DoubleStream;
import org.filbert.data.Target;
import org.filbert.online.Prediction;

/** How wrong predictions are. */
final class Errors {
  private Errors() {}

  /** The errors of those predictions whose target is known. */
  static double[] of(List<Prediction> predictions) {
    return predictions.stream()
        .flatMapToDouble(
            prediction ->
                prediction.target() == null
                    ? DoubleStream.empty()
                    : DoubleStream.of(of(prediction, prediction.target())))
        .toArray();
  }

  /** 0 or 1 for a class; the squared error, summed over the targets, for numbers. */
  private static double of(Prediction prediction, Target target) {
    if (target instanceof Target.ClassName name) {
      return name.name().equals(prediction.label()) ? 0 : 1;
    }
    double[] values = ((Target.Values) target).values();
    double sum = 0;
    for (int j = 0; j < values.length; j++) {
      double score = prediction.scores()[j];
      sum += (score - values[j]) * (score - values[j]);
    }
    return sum;
  }
}
