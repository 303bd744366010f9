package org.filbert.train;

import java.util.Arrays;
import java.util.List;

/**
 * Count, mean, sum of squared deviations and range of every feature, in one pass (Welford), merged
 * exactly (Chan, Golub, LeVeque 1979), accurate however far the data are from the origin.
 */
record FeatureStatistics(long count, double[] mean, double[] m2, double[] min, double[] max) {

  static FeatureStatistics of(List<double[]> rows, int features) {
    double[] mean = new double[features];
    double[] m2 = new double[features];
    double[] min = new double[features];
    double[] max = new double[features];
    Arrays.fill(min, Double.POSITIVE_INFINITY);
    Arrays.fill(max, Double.NEGATIVE_INFINITY);
    long count = 0;
    for (double[] row : rows) {
      count++;
      for (int j = 0; j < features; j++) {
        double deviation = row[j] - mean[j];
        mean[j] += deviation / count;
        m2[j] += deviation * (row[j] - mean[j]);
        min[j] = Math.min(min[j], row[j]);
        max[j] = Math.max(max[j], row[j]);
      }
    }
    return new FeatureStatistics(count, mean, m2, min, max);
  }

  FeatureStatistics merge(FeatureStatistics other) {
    if (count == 0 || other.count == 0) {
      return count == 0 ? other : this;
    }
    int d = mean.length;
    double[] mergedMean = new double[d];
    double[] mergedM2 = new double[d];
    double[] mergedMin = new double[d];
    double[] mergedMax = new double[d];
    long total = count + other.count;
    for (int j = 0; j < d; j++) {
      double delta = other.mean[j] - mean[j];
      mergedMean[j] = mean[j] + delta * other.count / total;
      mergedM2[j] = m2[j] + other.m2[j] + delta * delta * count / total * other.count;
      mergedMin[j] = Math.min(min[j], other.min[j]);
      mergedMax[j] = Math.max(max[j], other.max[j]);
    }
    return new FeatureStatistics(total, mergedMean, mergedM2, mergedMin, mergedMax);
  }

  double standardDeviation(int j) {
    return Math.sqrt(m2[j] / count);
  }

  double range(int j) {
    return max[j] - min[j];
  }
}
