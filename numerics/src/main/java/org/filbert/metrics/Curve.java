package org.filbert.metrics;

import java.util.Arrays;
import java.util.List;

/** A curve from (x_0, y_0) to its end, by few points. */
public record Curve(double[] x, double[] y) {
  private static final int STEPS = 50;

  /**
   * The share of the rows of a class that is found against the share of the others that is taken
   * for it, by straight lines between distinct scores: the receiver operating characteristic.
   */
  static Curve roc(RankedScores scores) {
    double[] x = new double[STEPS + 1];
    double[] y = new double[STEPS + 1];
    Arrays.setAll(x, i -> (double) i * i / (STEPS * STEPS)); // most of it happens at the left
    Arrays.fill(y, 1);
    int[] next = {0};
    double[] last = new double[2];
    scores.walk(
        (equal, others, above, othersAbove) -> {
          double right = othersAbove / scores.negatives();
          double top = above / scores.positives();
          for (; next[0] < STEPS && x[next[0]] < right; next[0]++) {
            y[next[0]] = last[1] + (top - last[1]) * (x[next[0]] - last[0]) / (right - last[0]);
          }
          last[0] = right;
          last[1] = top;
        });
    return new Curve(x, y);
  }

  /**
   * Precision against recall: at each recall the precision at the highest score that reaches it.
   */
  static Curve precisionRecall(RankedScores scores) {
    double[] x = new double[STEPS + 1];
    double[] y = new double[STEPS + 1];
    Arrays.setAll(x, i -> (double) i / STEPS);
    int[] next = {0};
    scores.walk(
        (equal, others, above, othersAbove) -> {
          double recall = above / scores.positives();
          for (; equal > 0 && next[0] <= STEPS && x[next[0]] <= recall * (1 + 1e-12); next[0]++) {
            y[next[0]] = above / (above + othersAbove);
          }
        });
    return new Curve(x, y);
  }

  /** The mean of curves over the same x. */
  static Curve mean(List<Curve> curves) {
    double[] y = new double[curves.get(0).y.length];
    Arrays.setAll(y, i -> curves.stream().mapToDouble(curve -> curve.y[i]).sum() / curves.size());
    return new Curve(curves.get(0).x, y);
  }
}
