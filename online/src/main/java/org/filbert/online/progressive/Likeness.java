package org.filbert.online.progressive;

import java.util.Locale;
import org.filbert.data.Rows;
import org.filbert.kernel.Distances;
import org.filbert.kernel.SpectralKernel;
import org.jspecify.annotations.Nullable;

/**
 * Kernel values of the stream's first pairs of successive rows.
 *
 * @param pairs counted so far, at most {@value #MOST}
 * @param least κ of a pair
 * @param most κ of a pair
 * @param distance their mean distance
 * @param last the row before the next one; empty before the first and after the last pair
 */
record Likeness(int pairs, double least, double most, double distance, double[] last) {
  static final Likeness NONE = new Likeness(0, 1, 0, 0, new double[0]);

  private static final int MOST = 20;

  private static final double TINY = 1e-6;

  /** With further rows. */
  Likeness add(Rows x, SpectralKernel kernel) {
    Likeness sum = this;
    for (int i = 0; i < x.count() && sum.pairs < MOST; i++) {
      sum = sum.add(x.row(i), kernel);
    }
    return sum;
  }

  private Likeness add(double[] row, SpectralKernel kernel) {
    if (last.length == 0) {
      return new Likeness(pairs, least, most, distance, row);
    }
    double found = Distances.of(new double[][] {row, last}, kernel.power()).of(0, 1);
    double r = found / kernel.sigma();
    double value = kernel.withSigma(1).at(r);
    return new Likeness(
        pairs + 1,
        Math.min(least, value),
        Math.max(most, value),
        distance + (found - distance) / (pairs + 1),
        pairs + 1 < MOST ? row : new double[0]);
  }

  /** What is wrong with the width, once all pairs are there; null if nothing is. */
  @Nullable String problem(SpectralKernel kernel) {
    if (pairs < MOST) {
      return null;
    }
    if (distance == 0) {
      return "the first rows are all the same once they are preprocessed and rounded:"
          + " rows.scaling, rows.spreads or precision: double keep them apart";
    }
    String found =
        String.format(
            Locale.ROOT,
            "kernel.sigma is %s and the first rows are about %.3g apart: to the kernel ",
            kernel.sigma(),
            distance);
    if (least > 1 - TINY) {
      return found + "all rows are the same";
    }
    if (most < TINY) {
      return found + "no two rows are alike, so that nothing is learned of new ones";
    }
    return null;
  }
}
