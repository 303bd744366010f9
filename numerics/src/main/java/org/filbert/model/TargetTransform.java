package org.filbert.model;

import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * What is learned of a regression's targets. Predictions, errors and intervals are in the targets'
 * own units in any case.
 */
public enum TargetTransform {
  /** The targets as they are. */
  NONE(value -> value, learned -> learned, (value, r) -> 2 * r, ""),
  /**
   * Their natural logarithms: for targets above 0 whose errors grow with them. A prediction is the
   * exponential of what is learned: the median of the targets where their logarithms are spread
   * evenly around it, not the mean.
   */
  LOG(
      StrictMath::log,
      StrictMath::exp,
      (value, r) -> value * 2 * StrictMath.sinh(r),
      "the logarithm of ");

  private final DoubleUnaryOperator forward;
  private final DoubleUnaryOperator inverse;
  private final DoubleBinaryOperator width;
  private final String prefix;

  TargetTransform(
      DoubleUnaryOperator forward,
      DoubleUnaryOperator inverse,
      DoubleBinaryOperator width,
      String prefix) {
    this.forward = forward;
    this.inverse = inverse;
    this.width = width;
    this.prefix = prefix;
  }

  /** What is learned of a target; not a finite number if it cannot be learned. */
  public double learned(double value) {
    return forward.applyAsDouble(value);
  }

  /** The target that something learned stands for: the inverse. */
  public double value(double learned) {
    return inverse.applyAsDouble(learned);
  }

  /**
   * The distance of the targets that stand r above and r below what is learned of a target. It is
   * linear in the target.
   */
  double width(double value, double r) {
    return width.applyAsDouble(value, r);
  }

  /** What is learned of a target, for messages. */
  public String described(String target) {
    return prefix + target;
  }
}
