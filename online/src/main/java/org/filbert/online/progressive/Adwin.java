package org.filbert.online.progressive;

import java.util.ArrayList;
import java.util.List;

/**
 * Adaptive windowing [1]: the longest window of errors whose parts do not differ in their means, as
 * far as a test at confidence δ can tell, kept as sums over buckets of 1, 2, 4, … errors, at most
 * {@value #BUCKETS} of a size.
 *
 * <p>[1] Bifet, Gavaldà. Learning from time-changing data with adaptive windowing. SDM 2007,
 * Algorithm ADWIN2 and equation (3.1).
 *
 * @param delta δ, probability of a false alarm at one test
 * @param seen errors so far
 * @param buckets from the oldest to the newest
 */
public record Adwin(double delta, long seen, List<Bucket> buckets) implements DriftDetector {
  private static final int BUCKETS = 5;

  /** Errors between two tests. */
  private static final int PACE = 32;

  /** Errors that either part of the window must have to be compared. */
  private static final int FEWEST_ROWS = 5;

  /**
   * Some errors in a row.
   *
   * @param count a power of 2
   * @param squares sum of squared deviations from their mean
   */
  public record Bucket(long count, double sum, double squares) {
    Bucket merge(Bucket other) {
      long n = count + other.count;
      double difference = sum / count - other.sum / other.count;
      return new Bucket(
          n,
          sum + other.sum,
          squares + other.squares + difference * difference * count * other.count / n);
    }
  }

  public Adwin {
    if (!(delta > 0 && delta < 1)) {
      throw new IllegalArgumentException("delta is " + delta + ", must be between 0 and 1");
    }
    buckets = List.copyOf(buckets);
  }

  public Adwin(double delta) {
    this(delta, 0, List.of());
  }

  @Override
  public Watched watch(double[] errors) {
    List<Bucket> window = new ArrayList<>(buckets);
    long n = seen;
    boolean drift = false;
    for (double error : errors) {
      window.add(new Bucket(1, error, 0));
      compress(window);
      if (++n % PACE == 0) {
        drift |= shrink(window);
      }
    }
    return new Watched(new Adwin(delta, n, window), drift);
  }

  /** Merges the two oldest buckets of every size that there are too many of. */
  private static void compress(List<Bucket> window) {
    int end = window.size();
    while (end > 0) {
      long size = window.get(end - 1).count();
      int first = end;
      while (first > 0 && window.get(first - 1).count() == size) {
        first--;
      }
      if (end - first <= BUCKETS) {
        return;
      }
      window.set(first, window.get(first).merge(window.remove(first + 1)));
      end = first + 1;
    }
  }

  /**
   * Drops the oldest buckets while they differ from the rest; whether the rest's mean is higher.
   */
  private boolean shrink(List<Bucket> window) {
    boolean grown = false;
    for (int cut = cut(window); cut > 0; cut = cut(window)) {
      grown |= mean(window.subList(cut, window.size())) > mean(window.subList(0, cut));
      window.remove(0);
    }
    return grown;
  }

  /** A place where the window falls into two parts; 0 if it does not. */
  private int cut(List<Bucket> window) {
    Bucket all = window.stream().reduce(Bucket::merge).orElseThrow();
    double variance = all.squares() / all.count();
    double confidence = Math.log(2 * Math.log((double) all.count()) / delta);
    long n0 = 0;
    double sum0 = 0;
    for (int cut = 1; cut < window.size(); cut++) {
      n0 += window.get(cut - 1).count();
      sum0 += window.get(cut - 1).sum();
      long n1 = all.count() - n0;
      if (n0 < FEWEST_ROWS || n1 < FEWEST_ROWS) {
        continue;
      }
      double harmonic = 1.0 / n0 + 1.0 / n1;
      double bound =
          Math.sqrt(2 * harmonic * variance * confidence) + 2.0 / 3 * harmonic * confidence;
      if (Math.abs(sum0 / n0 - (all.sum() - sum0) / n1) > bound) {
        return cut;
      }
    }
    return 0;
  }

  private static double mean(List<Bucket> window) {
    double sum = 0;
    long count = 0;
    for (Bucket bucket : window) {
      sum += bucket.sum();
      count += bucket.count();
    }
    return sum / count;
  }
}
