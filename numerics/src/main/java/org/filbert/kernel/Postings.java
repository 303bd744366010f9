package org.filbert.kernel;

import java.util.Arrays;
import org.filbert.data.SparseRows;

/**
 * An inverted index of a few sparse rows: for each feature that occurs, the rows that have it and
 * their values. Features are found by open addressing.
 */
final class Postings {
  private static final int EMPTY = -1;

  private final int mask;
  private final int[] features;
  private final int[] ends;
  private final int[] rows;
  private final double[] values;

  /** Indexes rows {@code from} to {@code to} of the batch as 0, 1, … */
  Postings(SparseRows batch, int from, int to) {
    int first = batch.start(from);
    int last = batch.start(to);
    int slots = Math.max(2, Integer.highestOneBit(Math.max(1, last - first)) * 4);
    mask = slots - 1;
    features = new int[slots];
    ends = new int[slots + 1];
    Arrays.fill(features, EMPTY);
    for (int t = first; t < last; t++) {
      int slot = slot(batch.column(t));
      features[slot] = batch.column(t);
      ends[slot + 1]++;
    }
    for (int slot = 0; slot < slots; slot++) {
      ends[slot + 1] += ends[slot];
    }
    rows = new int[last - first];
    values = new double[last - first];
    for (int i = from; i < to; i++) {
      for (int t = batch.start(i); t < batch.start(i + 1); t++) {
        int at = ends[slot(batch.column(t))]++;
        rows[at] = i - from;
        values[at] = batch.value(t);
      }
    }
  }

  /**
   * sum[j] += value·z_f for every row z_j that has the feature f. Returns the number of such rows.
   */
  int addProducts(int feature, double value, double[] sum) {
    int slot = slot(feature);
    for (int t = start(slot); t < ends[slot]; t++) {
      sum[rows[t]] += value * values[t];
    }
    return ends[slot] - start(slot);
  }

  /**
   * sum[j] += |value - z_f|^p - |value|^p - |z_f|^p for every row z_j that has the feature f.
   * Returns the number of such rows.
   */
  int addPowers(int feature, double value, double p, double[] sum) {
    int slot = slot(feature);
    for (int t = start(slot); t < ends[slot]; t++) {
      double other = values[t];
      sum[rows[t]] += power(value - other, p) - power(value, p) - power(other, p);
    }
    return ends[slot] - start(slot);
  }

  /** |difference|^p. */
  static double power(double difference, double p) {
    double size = Math.abs(difference);
    return p == 1 ? size : Math.pow(size, p);
  }

  /** After filling, each slot's list ends where the next one's begins. */
  private int start(int slot) {
    return slot == 0 ? 0 : ends[slot - 1];
  }

  /** The feature's slot, or the empty one where it would be. */
  private int slot(int feature) {
    int slot = (feature * 0x9E3779B9) >>> 7 & mask;
    while (features[slot] != feature && features[slot] != EMPTY) {
      slot = slot + 1 & mask;
    }
    return slot;
  }
}
