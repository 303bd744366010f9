package org.filbert.train;

import java.util.Arrays;
import org.filbert.data.DenseRows;
import org.filbert.data.RefusedException;
import org.filbert.data.Rows;
import org.filbert.data.SparseRows;
import org.filbert.kernel.Statistic;
import org.filbert.landmarks.Landmarks;
import org.filbert.random.Purpose;
import org.filbert.workers.Workers;

/**
 * The median pairwise distance of a seeded sample of at most {@value #SAMPLE} training rows, in the
 * kernel's own distance; the upper one of an even number of pairs. The driver holds the sample.
 */
final class MedianDistance {
  static final int SAMPLE = 4000;

  private MedianDistance() {}

  static double of(Workers workers, long seed, Statistic statistic) {
    Rows rows = Landmarks.atMost(workers, SAMPLE, seed, Purpose.MEDIAN_SAMPLE).x();
    float[] distances = distances(rows, statistic == Statistic.ABSOLUTE_DISTANCE);
    Arrays.sort(distances);
    double median = distances.length == 0 ? 0 : distances[distances.length / 2];
    if (!(median > 0)) {
      throw new RefusedException(
          "sigma: median needs rows that differ, found a median distance of " + median);
    }
    return median;
  }

  private static float[] distances(Rows rows, boolean absolute) {
    int n = rows.count();
    double[][] dense = new double[rows instanceof DenseRows ? n : 0][];
    Arrays.setAll(dense, rows::row);
    float[] distances = new float[n * (n - 1) / 2];
    int at = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        double sum =
            rows instanceof SparseRows sparse
                ? distance(sparse, i, j, absolute)
                : distance(dense[i], dense[j], absolute);
        distances[at++] = (float) (absolute ? sum : Math.sqrt(sum));
      }
    }
    return distances;
  }

  private static double distance(double[] a, double[] b, boolean absolute) {
    double sum = 0;
    for (int f = 0; f < a.length; f++) {
      sum += term(a[f] - b[f], absolute);
    }
    return sum;
  }

  private static double distance(SparseRows rows, int i, int j, boolean absolute) {
    double sum = 0;
    int s = rows.start(i);
    int t = rows.start(j);
    while (s < rows.start(i + 1) || t < rows.start(j + 1)) {
      int left = s < rows.start(i + 1) ? rows.column(s) : Integer.MAX_VALUE;
      int right = t < rows.start(j + 1) ? rows.column(t) : Integer.MAX_VALUE;
      double difference = 0;
      if (left <= right) {
        difference = rows.value(s++);
      }
      if (right <= left) {
        difference -= rows.value(t++);
      }
      sum += term(difference, absolute);
    }
    return sum;
  }

  private static double term(double difference, boolean absolute) {
    return absolute ? Math.abs(difference) : difference * difference;
  }
}
