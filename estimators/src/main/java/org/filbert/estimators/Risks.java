package org.filbert.estimators;

import java.util.Map;
import org.filbert.loss.LogisticLoss;
import org.filbert.loss.SmoothLoss;
import org.filbert.loss.SquareLoss;
import org.filbert.loss.SquaredHingeLoss;
import org.filbert.system.equations.Risk;

/** Losses and penalties by name. */
final class Risks {
  /** The loss that regressions have. */
  static final String SQUARE = "square";

  static final Map<String, SmoothLoss> LOSSES =
      Map.of(
          SQUARE,
          new SquareLoss(),
          "logistic",
          new LogisticLoss(),
          "squared-hinge",
          new SquaredHingeLoss());

  static final Map<String, Risk.Norm> PENALTIES = Map.of("l2", Risk.Norm.L2, "l1", Risk.Norm.L1);

  private Risks() {}
}
