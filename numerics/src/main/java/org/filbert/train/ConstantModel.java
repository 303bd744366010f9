package org.filbert.train;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.filbert.model.CurvePoint;
import org.filbert.model.Outputs;

/** Whether a regression has learned nothing but the mean of its targets. */
final class ConstantModel {
  /** Part of the targets' spread that a model explains at least. */
  private static final double LEAST = 1e-6;

  private ConstantModel() {}

  /** What there is to say of a finished run: a line, or none. */
  static List<String> notices(Outputs outputs, CurvePoint reached) {
    if (!(outputs instanceof Outputs.Targets)) {
      return List.of();
    }
    double spread =
        outputs.unit()
            * Math.sqrt(
                Arrays.stream(outputs.shares()).map(share -> share * share).average().orElse(0));
    return reached.trainError() < (1 - LEAST) * spread
            || reached.trainError() == 0 // of targets that are all the same
        ? List.of()
        : List.of(
            String.format(
                Locale.ROOT,
                "the model is a constant: its training error, %.4g, is that of the mean of the targets; what helps: a smaller ridge, another sigma, or scaling: {type: standard}",
                reached.trainError()));
  }
}
