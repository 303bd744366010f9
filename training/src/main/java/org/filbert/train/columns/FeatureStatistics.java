package org.filbert.train.columns;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.filbert.data.DenseRows;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.linalg.PowerOfTwo;
import org.filbert.linalg.Precision;
import org.filbert.model.Preprocessing;
import org.filbert.shard.ShardState;
import org.filbert.train.rows.Encode;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/**
 * Count, mean, sum of squared deviations and range of every feature, in one pass (Welford), merged
 * exactly (Chan, Golub, LeVeque 1979), accurate however far the data are from the origin.
 *
 * @param m2 of the values times the feature's factor
 * @param factor powers of two that keep the squares in range; none stands for factors of 1
 */
public record FeatureStatistics(
    long count, double[] mean, double[] m2, double[] min, double[] max, double[] factor) {
  /** Sums of squares outside of these bounds, which leave room for their terms, are not exact. */
  private static final double LEAST = 0x1p-900;

  private static final double MOST = 0x1p900;

  /** Relative rounding of a variance. */
  private static final double BINARY = 1e-9;

  /**
   * Measures the training rows; features whose squares overflow or underflow a second time, in
   * other units.
   */
  public static FeatureStatistics measure(int features, Workers workers) {
    FeatureStatistics first = gather(new Measure(features, new double[0]), workers);
    double[] factor = new double[features];
    Arrays.setAll(factor, first::factorInRange);
    return Arrays.stream(factor).allMatch(f -> f == 1)
        ? first
        : gather(new Measure(features, factor), workers).in(factor);
  }

  private static FeatureStatistics gather(Measure measure, Workers workers) {
    return workers.gather(measure).stream().reduce(FeatureStatistics::merge).orElseThrow();
  }

  private double factorInRange(int j) {
    boolean exact = m2[j] >= LEAST && m2[j] <= MOST;
    return exact || min[j] == max[j] ? 1 : PowerOfTwo.toOne(max[j] / 2 - min[j] / 2);
  }

  /** The same in the units of the values, as statistics of values times the factors. */
  private FeatureStatistics in(double[] factors) {
    return new FeatureStatistics(
        count, divided(mean, factors), m2, divided(min, factors), divided(max, factors), factors);
  }

  private static double[] divided(double[] values, double[] by) {
    double[] quotients = values.clone();
    Arrays.setAll(quotients, j -> values[j] / by[j]);
    return quotients;
  }

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
    return new FeatureStatistics(count, mean, m2, min, max, new double[0]);
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
    return new FeatureStatistics(total, mergedMean, mergedM2, mergedMin, mergedMax, new double[0]);
  }

  double standardDeviation(int j) {
    double deviation = Math.sqrt(m2[j] / count);
    return factor.length == 0 ? deviation : deviation / factor[j];
  }

  /** Whether all values are 0 or 1: no other values between have so large a variance. */
  boolean isBinary(int j) {
    double largest = mean[j] * (1 - mean[j]);
    return min[j] == 0 && max[j] == 1 && m2[j] / count >= largest * (1 - BINARY);
  }

  double range(int j) {
    return max[j] - min[j];
  }

  /**
   * Measures every feature of the training rows.
   *
   * @param factor of the features, as of a preprocessing
   */
  record Measure(int features, double[] factor) implements Task<FeatureStatistics> {
    private static final int BATCH = 1024;

    @Override
    public FeatureStatistics run(Worker worker) {
      Preprocessing identity =
          new Preprocessing(features, false, Precision.DOUBLE, new double[0], factor);
      List<Instance> instances = worker.get(ShardState.INSTANCES);
      FeatureStatistics statistics = FeatureStatistics.of(List.of(), features);
      for (int from = 0; from < instances.size(); from += BATCH) {
        List<Features> batch = new ArrayList<>();
        for (Instance instance :
            instances.subList(from, Math.min(from + BATCH, instances.size()))) {
          if (instance instanceof Instance.Example example && example.role() == Role.TRAIN) {
            Encode.checkWidth(identity::check, example);
            batch.add(example.features());
          }
        }
        DenseRows rows = (DenseRows) identity.apply(batch);
        List<double[]> values = new ArrayList<>();
        for (int i = 0; i < rows.count(); i++) {
          values.add(rows.row(i));
        }
        statistics = statistics.merge(FeatureStatistics.of(values, features));
        rows.matrix().close();
      }
      return statistics;
    }
  }
}
