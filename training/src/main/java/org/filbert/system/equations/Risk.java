package org.filbert.system.equations;

import org.filbert.loss.LogisticLoss;
import org.filbert.loss.SmoothLoss;
import org.filbert.loss.SquareLoss;

/**
 * The risk J(u) = Σ_i w_i ℓ(F_i, y_i) + penalty that is minimised, with F the fitted values of u.
 *
 * @param loss ℓ
 */
public record Risk(SmoothLoss loss, Norm norm) {
  /** The penalty on the unknowns. */
  public enum Norm {
    /** ½ ridge·‖u‖²; for landmarks the norm is that of the function. */
    L2,
    /** ridge·‖u‖₁, which makes most unknowns 0. */
    L1
  }

  /** Ridge regression. */
  public static final Risk RIDGE = new Risk(new SquareLoss(), Norm.L2);

  /** Whether the minimum solves a linear system. */
  public boolean linear() {
    return quadratic() && norm == Norm.L2;
  }

  /** The name of the loss in a configuration. */
  public String lossName() {
    if (loss instanceof SquareLoss) {
      return "square";
    }
    return loss instanceof LogisticLoss ? "logistic" : "squared-hinge";
  }

  /** Whether the loss is quadratic. */
  boolean quadratic() {
    return loss instanceof SquareLoss;
  }
}
