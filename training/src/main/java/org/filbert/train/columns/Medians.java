package org.filbert.train.columns;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.filbert.train.columns.TableTasks.Series;
import org.filbert.workers.Workers;

/** Exact medians of the training rows' numbers, found digit by digit. */
final class Medians {
  private static final int BITS = 8;

  private Medians() {}

  /** The median of each series by its column; of two numbers in the middle, their mean. */
  static Map<Integer, Double> of(List<Series> series, Workers workers) {
    Map<Integer, Double> medians = new HashMap<>();
    if (series.isEmpty()) {
      return medians;
    }
    // Every series is searched twice: for the lower and for the upper of its middle numbers.
    List<Series> both = Stream.concat(series.stream(), series.stream()).toList();
    long[] prefixes = new long[both.size()];
    List<Long> ranks = new ArrayList<>();
    for (int shift = Long.SIZE - BITS; shift >= 0; shift -= BITS) {
      List<long[]> parts = workers.gather(new TableTasks.Digits(both, prefixes, shift, BITS));
      for (int s = 0; s < both.size(); s++) {
        long[] counts = new long[1 << BITS];
        for (long[] part : parts) {
          for (int bin = 0; bin < counts.length; bin++) {
            counts[bin] += part[s * counts.length + bin];
          }
        }
        if (ranks.size() == s) {
          long count = Arrays.stream(counts).sum();
          ranks.add(s < series.size() ? (count - 1) / 2 : count / 2);
        }
        long rank = ranks.get(s);
        int bin = 0;
        while (rank >= counts[bin]) {
          rank -= counts[bin++];
        }
        ranks.set(s, rank);
        prefixes[s] = (prefixes[s] << BITS) | bin;
      }
    }
    for (int s = 0; s < series.size(); s++) {
      double lower = TableTasks.Digits.number(prefixes[s]);
      double upper = TableTasks.Digits.number(prefixes[s + series.size()]);
      medians.put(series.get(s).column(), lower / 2 + upper / 2);
    }
    return medians;
  }
}
