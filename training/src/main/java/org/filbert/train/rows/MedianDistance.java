package org.filbert.train.rows;

import org.filbert.data.RefusedException;
import org.filbert.data.Rows;
import org.filbert.kernel.Distances;
import org.filbert.landmarks.Landmarks;
import org.filbert.random.Purpose;
import org.filbert.workers.Workers;

/**
 * The median pairwise distance of a seeded sample of at most {@value #SAMPLE} training rows, in the
 * kernel's own distance ‖x - z‖_p; the upper one of an even number of pairs. The driver holds the
 * sample.
 */
public final class MedianDistance {
  static final int SAMPLE = 2000;

  private MedianDistance() {}

  /**
   * The median.
   *
   * @param wanted what needs it, for the message
   * @throws RefusedException if it is 0 or infinite
   */
  public static double of(String wanted, Workers workers, long seed, double p) {
    Rows rows = sample(workers, seed);
    return required(wanted, rows.count(), middle(rows, p));
  }

  private static double required(String wanted, int rows, double median) {
    if (rows < 2) {
      throw new RefusedException(
          "%s needs 2 or more training rows, found %s".formatted(wanted, rows));
    }
    if (!isWidth(median)) {
      throw new RefusedException(
          "%s needs rows that differ, found a median distance of %s between %s training rows; what helps: features that vary%s"
              .formatted(
                  wanted,
                  median,
                  rows,
                  wanted.startsWith("sigma") ? ", or a number as sigma" : ""));
    }
    return median;
  }

  /**
   * The median, or that of the distances above 0 if most rows are the same.
   *
   * @throws RefusedException if all are
   */
  public static double ofDiffering(String wanted, Workers workers, long seed, double p) {
    Rows rows = sample(workers, seed);
    PairDistances distances = PairDistances.of(rows, p);
    double median = distances.median(0);
    if (median == 0) {
      median = distances.median(distances.zeros());
    }
    return required(wanted, rows.count(), median);
  }

  /** Whether a median can be the width of a kernel. */
  public static boolean isWidth(double median) {
    return median > 0 && !Double.isInfinite(median);
  }

  private static Rows sample(Workers workers, long seed) {
    return Landmarks.atMost(workers, SAMPLE, seed, Purpose.MEDIAN_SAMPLE).x();
  }

  /** The median, or 0 of a single row. */
  public static double ofAny(Workers workers, long seed, double p) {
    return middle(sample(workers, seed), p);
  }

  private static double middle(Rows rows, double p) {
    return PairDistances.of(rows, p).median(0);
  }

  /**
   * The median of some of the first rows, for a choice that is made by few; or 0 of a single row.
   */
  public static double ofFirst(Rows rows, double p) {
    return ofSorted(new Distances(rows, p).sorted(1));
  }

  /** The median of ascending distances; 0 of none. */
  public static double ofSorted(double[] distances) {
    return distances.length == 0 ? 0 : distances[distances.length / 2];
  }
}
