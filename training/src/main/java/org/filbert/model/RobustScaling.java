package org.filbert.model;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The map x'_j = (x_j - centre_j)·factor_j, cut to the largest size, with the median as centre and
 * the mean absolute deviation from it as 1/factor. So a value far from all that the scaling was
 * fitted to is no farther than others at the edge.
 *
 * <p>Where a tenth of the values would make most of that mean, each counts {@value #FARTHEST} times
 * the least of these deviations at most. So a few values of another magnitude, such as -999 for
 * nothing, do not decide.
 *
 * @param centre of each feature
 * @param factor of each feature
 * @param largest size of a scaled value
 */
public record RobustScaling(double[] centre, double[] factor, double largest) {
  private static final double LARGEST = 8;

  private static final double FARTHEST = 4;

  public RobustScaling {
    if (centre.length != factor.length
        || !Arrays.stream(centre).allMatch(Double::isFinite)
        || !Arrays.stream(factor).allMatch(value -> value > 0 && Double.isFinite(value))
        || !(largest > 0)) {
      throw new IllegalArgumentException(
          "found a scaling by centres %s and factors %s up to %s, must be finite, and all but the centres above 0"
              .formatted(Arrays.toString(centre), Arrays.toString(factor), largest));
    }
  }

  /** Fits the scaling to one or more rows of one length; a constant feature has the factor 1. */
  public static RobustScaling fit(List<double[]> rows) {
    int d = rows.get(0).length;
    int n = rows.size();
    double[] centre = new double[d];
    double[] factor = new double[d];
    for (int j = 0; j < d; j++) {
      int feature = j;
      double[] values = rows.stream().mapToDouble(row -> row[feature]).sorted().toArray();
      double median = median(values);
      double[] deviations = Arrays.stream(values).map(value -> Math.abs(value - median)).toArray();
      double deviation = mean(deviations, Double.POSITIVE_INFINITY);
      Arrays.sort(deviations);
      double tenth = deviations[n * 9 / 10];
      if (tenth > 0 && deviation > 2 * tenth) {
        deviation = mean(deviations, FARTHEST * tenth);
      }
      centre[j] = median;
      factor[j] = Double.isFinite(1 / deviation) ? 1 / deviation : 1;
    }
    return new RobustScaling(centre, factor, LARGEST);
  }

  /** The median of values in ascending order. */
  public static double median(double[] sorted) {
    int n = sorted.length;
    return sorted[(n - 1) / 2] / 2 + sorted[n / 2] / 2;
  }

  private static double mean(double[] values, double most) {
    double mean = 0;
    for (double value : values) {
      mean += Math.min(value, most) / values.length;
    }
    return mean;
  }

  /** The scaling that changes nothing. */
  public static RobustScaling none(int features) {
    double[] factor = new double[features];
    Arrays.fill(factor, 1);
    return new RobustScaling(new double[features], factor, Double.POSITIVE_INFINITY);
  }

  /** With the centre and the factor of another one for some features. */
  public RobustScaling with(RobustScaling other, BitSet features) {
    double[] newCentre = centre.clone();
    double[] newFactor = factor.clone();
    features.stream()
        .forEach(
            j -> {
              newCentre[j] = other.centre[j];
              newFactor[j] = other.factor[j];
            });
    return new RobustScaling(newCentre, newFactor, largest);
  }

  /** The scaled row, as a new array. */
  public double[] apply(double[] row) {
    double[] scaled = new double[row.length];
    for (int j = 0; j < row.length; j++) {
      double value = (row[j] - centre[j]) * factor[j];
      scaled[j] = Math.max(-largest, Math.min(largest, value));
    }
    return scaled;
  }
}
