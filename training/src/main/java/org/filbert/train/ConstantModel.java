package org.filbert.train;

import java.util.List;
import java.util.Locale;
import org.filbert.data.Outputs;
import org.filbert.data.Target;
import org.filbert.model.CurvePoint;
import org.filbert.model.TrainedModel;

/** Whether a model is a constant, after all. */
final class ConstantModel {
  /** Part of the targets' spread that a model explains at least. */
  private static final double LEAST = 1e-6;

  /** The largest coefficient of a model of classes whose scores may round to 0. */
  private static final double NOTHING = 1e-30;

  private ConstantModel() {}

  /** What there is to say of a model of classes: a line, or none. */
  static List<String> notices(TrainedModel model) {
    return model.outputs() instanceof Outputs.Targets
            || model.model().coefficients().largest() > NOTHING
        ? List.of()
        : List.of(
            "the model is a constant: all its coefficients are 0 or nearly so, and every row is "
                + ((Target.ClassName) model.outputs().target(new double[model.outputs().columns()]))
                    .name()
                + "; what helps: a smaller ridge, another sigma, or scaling: {type: standard}");
  }

  /** What there is to say of a regression that has learned nothing but the mean of its targets. */
  static List<String> notices(Outputs outputs, CurvePoint reached) {
    double spread = outputs.errorOfMeans().orElse(0);
    return reached.trainError() < (1 - LEAST) * spread
            || spread == 0
            || reached.trainError() == 0 // of targets that are all the same
        ? List.of()
        : List.of(
            String.format(
                Locale.ROOT,
                "the model is a constant: its training error, %.4g, is that of the mean of the"
                    + " targets; what helps: a smaller ridge, another sigma, or scaling: {type:"
                    + " standard}",
                reached.trainError()));
  }
}
