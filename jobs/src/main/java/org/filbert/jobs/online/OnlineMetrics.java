package org.filbert.jobs.online;

import java.util.function.ToLongFunction;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;
import org.filbert.table.TableCounts;
import org.jspecify.annotations.Nullable;

/** Exposes the last line of the progressive table as Flink metrics. Reporter threads read them. */
final class OnlineMetrics {
  /** Predictions whose latencies the percentiles are of. */
  private static final int LATENCIES = 10_000;

  private volatile @Nullable OnlineLine line;
  private volatile long batches;
  private final Histogram latency = new DescriptiveStatisticsHistogram(LATENCIES);
  volatile long deadLetters;

  private interface Field {
    Number of(OnlineLine line);
  }

  void register(MetricGroup group) {
    gauge(group, "instances", OnlineLine::instances);
    gauge(group, "labelled", OnlineLine::labelled);
    gauge(group, "lagMillis", OnlineLine::lagMillis);
    gauge(group, "stepSize", OnlineLine::stepSize);
    gauge(group, "blocks", OnlineLine::blocks);
    gauge(group, "drifts", OnlineLine::drifts);
    gauge(group, "farRows", OnlineLine::farRows);
    gauge(group, "missingCells", found -> cells(found, TableCounts::allMissing));
    gauge(group, "unseenCategories", found -> cells(found, TableCounts::allUnseen));
    gauge(group, "reuse", found -> number(found.reuse()));
    gauge(group, "error", found -> number(found.error()));
    gauge(group, "errorInWindow", found -> number(found.errorInWindow()));
    group.histogram("latencyMillis", latency);
    group.gauge("batches", (Gauge<Long>) () -> batches);
    group.gauge("deadLetters", (Gauge<Long>) () -> deadLetters);
  }

  private void gauge(MetricGroup group, String name, Field field) {
    group.gauge(
        name,
        (Gauge<Number>)
            () -> {
              OnlineLine current = line;
              return current == null ? 0 : field.of(current);
            });
  }

  private static long cells(OnlineLine line, ToLongFunction<TableCounts> count) {
    TableCounts cells = line.cells();
    return cells == null ? 0 : count.applyAsLong(cells);
  }

  private static double number(@Nullable Double value) {
    return value == null ? Double.NaN : value;
  }

  /** Takes note that a row was predicted so many milliseconds after its arrival. */
  void predicted(long millis) {
    latency.update(millis);
  }

  void statistics(OnlineLine current, long batchesSoFar) {
    line = current;
    batches = batchesSoFar;
  }
}
