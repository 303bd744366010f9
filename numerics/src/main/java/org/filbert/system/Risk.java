package org.filbert.system;

import org.filbert.loss.LogisticLoss;
import org.filbert.loss.SmoothLoss;
import org.filbert.loss.SquareLoss;

/**
 * What is minimised: J(u) = Σ_i w_i ℓ(F_i, y_i) + the penalty, with F the fitted values of u.
 *
 * @param loss ℓ
 */
public record Risk(SmoothLoss loss, Norm norm) {
  /** The penalty on the unknowns. */
  public enum Norm {
    /** ½ ridge·‖u‖², of landmarks of the function's norm. */
    L2,
    /** ridge·‖u‖₁, which leaves few unknowns other than 0. */
    L1
  }

  /** Ridge regression. */
  public static final Risk RIDGE = new Risk(new SquareLoss(), Norm.L2);

  /** Whether a linear system has the minimum. */
  public boolean linear() {
    return quadratic() && norm == Norm.L2;
  }

  /** As it stands in a configuration. */
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
