package org.filbert.online.recursive;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.DoubleStream;
import org.filbert.model.RobustScaling;

/**
 * The last rows that were learned from, {@value #ROWS} at most, which tell whether the scaling
 * still suits the stream. A feature does not suit it where its median or its spread is another one
 * by far. After three looks in a row that have found such a feature, all of these rows are of the
 * new kind. Then a scaling that is fitted to them is tried.
 *
 * @param rows as they came
 * @param losses of their predictions
 * @param looks in a row that have found something
 * @param refused features whose scaling was tried and refused
 * @param patience rows after which these are tried again
 * @param since rows since the last trial
 */
record Recent(
    Opening rows, List<Double> losses, int looks, List<Integer> refused, int patience, long since) {
  private static final int ROWS = 64;

  /** Rows between two looks. */
  private static final int EVERY = 16;

  private static final int LOOKS = 3;
  private static final int LONGEST = 512;

  /** Distance of two medians, in units of the spread, that is another place. */
  private static final double FAR = 2;

  /**
   * Spread, in units of the former one, that is another one; less than 1/{@value #OTHER} is, too.
   */
  private static final double OTHER = 3;

  static final Recent EMPTY = new Recent(Opening.EMPTY, List.of(), 0, List.of(), ROWS, 0);

  Recent {
    losses = List.copyOf(losses);
    refused = List.copyOf(refused);
  }

  /**
   * With the rows of a batch that were learned from.
   *
   * @param more their losses
   */
  Recent and(Opening batch, double[] more) {
    List<Double> all = new ArrayList<>(losses);
    for (double loss : more) {
      all.add(loss);
    }
    int first = Math.max(0, all.size() - ROWS);
    return new Recent(
        rows.and(batch.selected(batch.learned())).from(first),
        all.subList(first, all.size()),
        looks,
        refused,
        patience,
        since + more.length);
  }

  /** With the losses of the last rows instead of those that were taken for them. */
  Recent with(double[] last) {
    List<Double> all = new ArrayList<>(losses);
    for (int i = 1; i <= Math.min(last.length, all.size()); i++) {
      all.set(all.size() - i, last[last.length - i]);
    }
    return new Recent(rows, all, looks, refused, patience, since);
  }

  /** Rows until the next look. */
  int untilLook() {
    return (int) Math.max(EVERY - since % EVERY, ROWS - losses.size());
  }

  /** After a look at the features that do not suit the scaling. */
  Recent looked(BitSet unsuited) {
    int inARow = unsuited.isEmpty() ? 0 : looks + 1;
    return new Recent(rows, losses, inARow, refused, patience, since);
  }

  /** After a trial of some features that has failed. */
  Recent refused(BitSet tried) {
    BitSet all = (BitSet) tried.clone();
    refused.forEach(all::set);
    return new Recent(
        rows, losses, 0, all.stream().boxed().toList(), Math.min(2 * patience, LONGEST), 0);
  }

  /** The features that are to be tried now. */
  BitSet tried(BitSet unsuited) {
    BitSet fresh = (BitSet) unsuited.clone();
    if (since < patience) {
      refused.forEach(fresh::clear);
    }
    if (looks < LOOKS) {
      fresh.clear();
    }
    return fresh;
  }

  /** The features that the scaling does not suit. */
  BitSet unsuited(RobustScaling scaling) {
    BitSet unsuited = new BitSet();
    double[] sorted = new double[rows.rows().size()];
    double[] deviations = new double[sorted.length];
    for (int j = 0; j < scaling.centre().length; j++) {
      for (int i = 0; i < sorted.length; i++) {
        sorted[i] = rows.rows().get(i)[j] - scaling.centre()[j];
      }
      Arrays.sort(sorted);
      double median = RobustScaling.median(sorted);
      deviate(sorted, median, deviations);
      double factor = scaling.factor()[j];
      double half = RobustScaling.median(deviations);
      if (Math.abs(median) * factor > FAR
          || half * factor > OTHER
          || (half > 0 && mean(deviations) * factor * OTHER < 1)) {
        unsuited.set(j);
      }
    }
    return unsuited;
  }

  /** The distances of ascending values from their median, in ascending order. */
  private static void deviate(double[] sorted, double median, double[] deviations) {
    int below = (sorted.length - 1) / 2;
    int above = below + 1;
    for (int i = 0; i < sorted.length; i++) {
      boolean isBelow =
          above == sorted.length
              || (below >= 0 && median - sorted[below] <= sorted[above] - median);
      deviations[i] = Math.abs((isBelow ? sorted[below--] : sorted[above++]) - median);
    }
  }

  private static double mean(double[] values) {
    return DoubleStream.of(values).average().orElse(0);
  }

  /** Mean of the losses. */
  double loss() {
    return losses.stream().mapToDouble(loss -> loss).average().orElse(0);
  }
}
