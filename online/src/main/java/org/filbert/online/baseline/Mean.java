package org.filbert.online.baseline;

import java.util.ArrayList;
import java.util.List;
import org.filbert.data.Target;
import org.jspecify.annotations.Nullable;

/**
 * Predicts the mean of the numbers so far.
 *
 * @param rows that it is the mean of
 * @param mean one number for each target; empty before the first row
 */
public record Mean(long rows, double[] mean) implements Baseline {
  public Mean() {
    this(0, new double[0]);
  }

  @Override
  public String name() {
    return "mean";
  }

  @Override
  public Learned learn(double[][] x, List<@Nullable Target> targets) {
    List<@Nullable Target> predicted = new ArrayList<>();
    long count = rows;
    double[] next = mean;
    for (Target found : targets) {
      predicted.add(count == 0 ? null : new Target.Values(next));
      if (found instanceof Target.Values values) {
        count++;
        next = moved(next, values.values(), count);
      }
    }
    return new Learned(new Mean(count, next), predicted);
  }

  private static double[] moved(double[] mean, double[] values, long count) {
    double[] next = values.clone();
    for (int t = 0; t < mean.length; t++) {
      next[t] = mean[t] + (values[t] - mean[t]) / count;
    }
    return next;
  }
}
