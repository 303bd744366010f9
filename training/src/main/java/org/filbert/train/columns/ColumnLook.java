package org.filbert.train.columns;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.filbert.workers.Workers;

/**
 * A look at the features of dense rows: those that are constant or nearly so, those that have a
 * value far off, and spreads that differ by orders of magnitude.
 */
public final class ColumnLook {
  /** Distance of a value from the median, over that of the others, from which it is far off. */
  private static final double FAR = 100;

  /** Largest over smallest spread that needs no scaling. */
  private static final double UNEQUAL = 1e4;

  /** Lines about single values. */
  private static final int LINES = 5;

  private final FeatureStatistics statistics;
  private final DenseFit fit;
  private final Notices notices;

  public ColumnLook(FeatureStatistics statistics, DenseFit fit, Notices notices) {
    this.statistics = statistics;
    this.fit = fit;
    this.notices = notices;
  }

  /** Adds what is found. */
  public void look(Scaling scaling, Workers workers) {
    constants();
    far(workers);
    if (scaling instanceof Scaling.None || scaling instanceof Scaling.Divide) {
      spreads();
    }
  }

  /** Columns of zeros alone are common in pictures and counts, and do no harm. */
  private void constants() {
    List<Integer> constant = new ArrayList<>();
    List<Integer> nearly = new ArrayList<>();
    for (int j = 0; j < statistics.mean().length; j++) {
      double[] column = fit.sorted(j);
      if (statistics.min()[j] == statistics.max()[j] && statistics.min()[j] != 0) {
        constant.add(j);
      } else if (column.length > 100
          && column[0] == column[column.length - 1]
          && column[0] != 0
          && statistics.min()[j] != statistics.max()[j]) {
        nearly.add(j);
      }
    }
    if (!constant.isEmpty()) {
      notices.add(
          "%s: the same value in all rows, from which nothing is learned; leave it out",
          notices.features(constant));
    }
    if (!nearly.isEmpty()) {
      notices.add(
          "%s: the same value in all of %s sampled rows, though not in all rows",
          notices.features(nearly), fit.sorted(nearly.get(0)).length);
    }
  }

  /** A value that is far from all others may stand for a missing one. */
  private void far(Workers workers) {
    List<ValueCounts.Interval> far = new ArrayList<>();
    for (int j = 0; j < statistics.mean().length; j++) {
      double[] column = fit.sorted(j);
      int quarter = column.length / 4;
      if (column.length == 0 || column[quarter] == column[column.length - 1 - quarter]) {
        continue; // of pictures and counts, rare values are far from the many zeros
      }
      double median = column[column.length / 2];
      double least = statistics.min()[j];
      double most = statistics.max()[j];
      double value = most - median >= median - least ? most : least;
      double distance = Math.abs(value - median);
      double others = 0;
      int near = 0;
      for (double x : column) {
        double own = Math.abs(x - median);
        if (own < distance / 10) {
          others = Math.max(others, own);
          near++;
        }
      }
      // of a few values that differ alike, such as those of a circle, none is far
      if (2 * near > column.length && others > 0 && distance > FAR * others) {
        far.add(new ValueCounts.Interval(j, value, value));
      }
    }
    if (far.isEmpty()) {
      return;
    }
    List<ValueCounts.Interval> shown = far.subList(0, Math.min(LINES, far.size()));
    long[] counts = ValueCounts.of(shown, workers);
    for (int i = 0; i < counts.length; i++) {
      notices.addValue(
          shown.get(i).feature(),
          "%s has the value %s in %s, far from all others; if it stands for a missing value, leave"
              + " the feature or such rows out, or fill them in",
          notices.feature(shown.get(i).feature()),
          Notices.number(shown.get(i).from()),
          notices.share(counts[i]));
    }
    if (far.size() > shown.size()) {
      notices.add("%s more features have a value far from all others", far.size() - shown.size());
    }
  }

  private void spreads() {
    int smallest = -1;
    int largest = -1;
    double[] spread = new double[statistics.mean().length];
    for (int j = 0; j < spread.length; j++) {
      spread[j] = spread(fit.sorted(j));
      if (spread[j] > 0 && (smallest < 0 || spread[j] < spread[smallest])) {
        smallest = j;
      }
      if (spread[j] > 0 && (largest < 0 || spread[j] > spread[largest])) {
        largest = j;
      }
    }
    if (smallest >= 0 && spread[largest] > UNEQUAL * spread[smallest]) {
      notices.add(
          "%s spreads over %.2g and %s over %.2g, and the kernel sees the former alone; scaling:"
              + " {type: standard} makes them count alike",
          notices.feature(largest), spread[largest], notices.feature(smallest), spread[smallest]);
    }
  }

  /** The range of the middle half of the values; if that is 0 of nine tenths, or of all but few. */
  private static double spread(double[] sorted) {
    return Arrays.stream(new double[] {0.25, 0.05, 0.01})
        .map(
            share -> {
              int cut = (int) (share * sorted.length);
              return sorted.length == 0 ? 0 : sorted[sorted.length - 1 - cut] - sorted[cut];
            })
        .filter(width -> width > 0)
        .findFirst()
        .orElse(0);
  }
}
