package org.filbert.data;

/**
 * What is learned of a regression's targets. Predictions, errors and intervals are in the targets'
 * own units in any case.
 */
public enum TargetTransform {
  /** The targets as they are. */
  NONE,
  /**
   * Their natural logarithms: for targets above 0 whose errors grow with them. A prediction is the
   * exponential of what is learned: the median of the targets where their logarithms are spread
   * evenly around it, not the mean.
   */
  LOG;

  /** What is learned of a target; not a finite number if it cannot be learned. */
  public double learned(double value) {
    return switch (this) {
      case NONE -> value;
      case LOG -> StrictMath.log(value);
    };
  }

  /** The target that something learned stands for: the inverse. */
  public double value(double learned) {
    return switch (this) {
      case NONE -> learned;
      case LOG -> StrictMath.exp(learned);
    };
  }

  /**
   * The distance of the targets that stand r above and r below what is learned of a target. It is
   * linear in the target.
   */
  public double width(double value, double r) {
    return switch (this) {
      case NONE -> 2 * r;
      case LOG -> value * 2 * StrictMath.sinh(r);
    };
  }

  /** What is learned of a target, for messages. */
  public String described(String target) {
    return switch (this) {
      case NONE -> target;
      case LOG -> "the logarithm of " + target;
    };
  }
}
