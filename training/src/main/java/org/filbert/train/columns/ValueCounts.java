package org.filbert.train.columns;

import java.util.Arrays;
import java.util.List;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.shard.ShardState;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/** Counts the training rows of the shard whose values of some features lie in intervals. */
public record ValueCounts(List<Interval> intervals) implements Task<long[]> {

  /** Values of a feature from one number to another. */
  record Interval(int feature, double from, double to) {
    private boolean has(Features features) {
      double value = features.value(feature);
      return value >= from && value <= to;
    }
  }

  /** Counts over all workers. */
  public static long[] of(List<Interval> intervals, Workers workers) {
    long[] counts = new long[intervals.size()];
    for (long[] own : workers.gather(new ValueCounts(intervals))) {
      Arrays.setAll(counts, i -> counts[i] + own[i]);
    }
    return counts;
  }

  @Override
  public long[] run(Worker worker) {
    long[] counts = new long[intervals.size()];
    for (Instance instance : worker.get(ShardState.INSTANCES)) {
      if (instance instanceof Instance.Example example && example.role() == Role.TRAIN) {
        for (int i = 0; i < counts.length; i++) {
          counts[i] += intervals.get(i).has(example.features()) ? 1 : 0;
        }
      }
    }
    return counts;
  }
}
