package org.filbert.train.rows;

import org.filbert.data.Rows;
import org.filbert.kernel.Distances;

/**
 * The distances of all pairs of some rows, rounded to floats. Their order is that of their bits, as
 * none is negative: a median is found by counting the upper and then the lower halves of bits,
 * which takes two passes where sorting takes some twenty.
 */
final class PairDistances {
  private static final int HALF = 16;
  private static final int LOWER = (1 << HALF) - 1;

  private final float[] values;

  private PairDistances(float[] values) {
    this.values = values;
  }

  /** Of the norm ‖·‖_p. */
  static PairDistances of(Rows rows, double p) {
    int n = rows.count();
    Distances between = new Distances(rows, p);
    float[] values = new float[n * (n - 1) / 2];
    int at = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        values[at++] = (float) between.of(i, j);
      }
    }
    return new PairDistances(values);
  }

  /** Number of pairs of rows that are the same. */
  int zeros() {
    int zeros = 0;
    for (float value : values) {
      zeros += value == 0 ? 1 : 0;
    }
    return zeros;
  }

  /** The upper median of all but the least ones; 0 if there are no others. */
  float median(int least) {
    int rank = least + (values.length - least) / 2;
    return rank < values.length ? ranked(rank) : 0;
  }

  /** The distance with so many before it in ascending order. */
  private float ranked(int rank) {
    int[] counts = new int[1 << HALF];
    for (float value : values) {
      counts[Float.floatToIntBits(value) >>> HALF]++;
    }
    Bucket upper = Bucket.of(counts, rank);
    int[] inBucket = new int[1 << HALF];
    for (float value : values) {
      int bits = Float.floatToIntBits(value);
      if (bits >>> HALF == upper.index) {
        inBucket[bits & LOWER]++;
      }
    }
    Bucket lower = Bucket.of(inBucket, rank - upper.before);
    return Float.intBitsToFloat(upper.index << HALF | lower.index);
  }

  /**
   * The bucket of a rank.
   *
   * @param before number of values in the buckets before
   */
  private record Bucket(int index, int before) {
    static Bucket of(int[] counts, int rank) {
      int before = 0;
      int index = 0;
      while (before + counts[index] <= rank) {
        before += counts[index];
        index++;
      }
      return new Bucket(index, before);
    }
  }
}
