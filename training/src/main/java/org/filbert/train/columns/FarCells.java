package org.filbert.train.columns;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.filbert.train.columns.TableTasks.Series;
import org.filbert.train.columns.TableTasks.Sizes;
import org.filbert.workers.Workers;

/**
 * Numbers of such a size, in columns of others, that they can only stand for something else: a
 * place and a spread that they take part in are theirs alone, and in double precision the other
 * numbers of the column become one. They count as missing.
 *
 * @param limits sizes from which numbers of a column count as missing, by columns
 * @param remarks about these columns, by columns
 */
record FarCells(Map<Integer, Double> limits, Map<Integer, String> remarks) {
  /** The least exponent of such a number: it is 10^15 or more. */
  private static final int LEAST = 50;

  /** Exponents between it and those of the others: it is a million times as large. */
  private static final int APART = 20;

  /** Fewer numbers say nothing about the size of others. */
  private static final long FEWEST = 20;

  /** One number in so many may be far. */
  private static final long IN = 10;

  /** Looks for such numbers, in a pass over the rows if any column has large ones. */
  static FarCells among(Moments moments, Workers workers) {
    List<Series> large = new ArrayList<>();
    List<Double> farthest = new ArrayList<>();
    for (int s = 0; s < moments.series().size(); s++) {
      Series each = moments.series().get(s);
      double size = moments.farthest()[s];
      if (each.part() == null && Math.getExponent(size) >= LEAST) {
        large.add(each);
        farthest.add(size);
      }
    }
    Map<Integer, Double> limits = new TreeMap<>();
    Map<Integer, String> remarks = new TreeMap<>();
    if (!large.isEmpty()) {
      List<long[]> parts = workers.gather(new Sizes(large));
      for (int s = 0; s < large.size(); s++) {
        long[] counts = new long[Sizes.EXPONENTS];
        for (long[] part : parts) {
          for (int e = 0; e < counts.length; e++) {
            counts[e] += part[s * counts.length + e];
          }
        }
        int first = firstFar(counts);
        long cells = 0;
        for (int e = first; e < counts.length; e++) {
          cells += counts[e];
        }
        if (cells > 0) {
          int column = large.get(s).column();
          limits.put(column, Math.scalb(1.0, first + Double.MIN_EXPONENT - 1));
          remarks.put(
              column,
              String.format(
                  Locale.ROOT,
                  cells == 1
                      ? "the value %2$s counts as missing, as it is far from all others"
                      : "%1$,d values up to %2$s count as missing, as they are far from all others",
                  cells,
                  Notices.number(farthest.get(s))));
        }
      }
    }
    return new FarCells(limits, remarks);
  }

  /** The least exponent of far numbers, by the exponent that nine tenths do not exceed. */
  private static int firstFar(long[] counts) {
    long all = 0;
    for (long count : counts) {
      all += count;
    }
    if (all < FEWEST) {
      return counts.length;
    }
    long above = all;
    int exponent = -1;
    while (above > all / IN) {
      above -= counts[++exponent];
    }
    return Math.max(exponent + APART, LEAST - Double.MIN_EXPONENT + 1);
  }

  /** The series without such numbers. */
  Series without(Series series) {
    Double limit = limits.get(series.column());
    return limit == null || series.part() != null
        ? series
        : new Series(series.column(), series.kind(), null, limit);
  }
}
