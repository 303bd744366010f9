package org.filbert.train.method;

import org.filbert.data.TargetTransform;
import org.filbert.system.equations.Ridge;
import org.filbert.system.equations.Risk;
import org.filbert.train.rows.ClassWeights;

/**
 * What solvers of kernel systems minimise.
 *
 * @param ridge factor of the penalty, or several to choose from by validation rows
 * @param risk loss of the fitted values and norm of the penalty
 * @param classWeights weights of the classes in the loss
 * @param target what is learned of a regression's targets
 */
public record Objective(Ridge ridge, Risk risk, ClassWeights classWeights, TargetTransform target) {
  /** Ridge regression in which all rows count alike. */
  public static Objective of(Ridge ridge) {
    return new Objective(ridge, Risk.RIDGE, new ClassWeights.Equal(), TargetTransform.NONE);
  }

  public Objective with(Ridge other) {
    return new Objective(other, risk, classWeights, target);
  }

  public Objective with(Risk other) {
    return new Objective(ridge, other, classWeights, target);
  }

  public Objective with(ClassWeights others) {
    return new Objective(ridge, risk, others, target);
  }

  public Objective with(TargetTransform other) {
    return new Objective(ridge, risk, classWeights, other);
  }
}
