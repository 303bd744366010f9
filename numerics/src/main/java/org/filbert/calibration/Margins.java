package org.filbert.calibration;

import java.io.Serializable;
import org.filbert.data.Outputs;
import org.filbert.data.TargetTransform;

/**
 * How far the ends of intervals are from predictions. For a target that is learned as it is they
 * are prediction ∓ r; otherwise as far from what is learned of it, so that an interval around an
 * exponential reaches further up than down.
 *
 * @param r of each target, in units of what is learned; none without intervals
 * @param transform of the targets
 */
public record Margins(double[] r, TargetTransform transform) implements Serializable {
  private static final long serialVersionUID = 1L;

  /** No intervals. */
  public static final Margins NONE = new Margins(new double[0], TargetTransform.NONE);

  /**
   * Those of a level.
   *
   * @throws IllegalArgumentException if the intervals come from too few rows for the level
   */
  public static Margins of(Intervals intervals, double level, Outputs outputs) {
    return new Margins(intervals.halfWidths(level), outputs.transform());
  }

  /** Number of targets with intervals. */
  public int count() {
    return r.length;
  }

  /** The lower end around the prediction of target j. */
  public double lower(double prediction, int j) {
    return moved(prediction, -r[j]);
  }

  /** The upper end. */
  public double upper(double prediction, int j) {
    return moved(prediction, r[j]);
  }

  private double moved(double prediction, double by) {
    return transform.value(transform.learned(prediction) + by);
  }

  /** Whether the truth of target j is within the interval. */
  public boolean contain(double truth, double prediction, int j) {
    return Math.abs(transform.learned(prediction) - transform.learned(truth)) <= r[j];
  }

  /** The distance of the ends; of a mean of predictions the mean distance. */
  public double width(double prediction, int j) {
    return transform.width(prediction, r[j]);
  }
}
