package org.filbert.operators.loop;

import java.io.Serializable;
import java.util.concurrent.atomic.DoubleAdder;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/** Seconds that one thing has taken since the subtask started. Any thread may read them. */
final class Stopwatch implements Serializable {
  private static final long serialVersionUID = 1;

  private final DoubleAdder seconds = new DoubleAdder();

  /** Adds the time from one reading of {@link System#nanoTime} to another. */
  void add(long from, long to) {
    seconds.add((to - from) / 1e9);
  }

  /** Adds the time until now. Returns now. */
  long since(long from) {
    long now = System.nanoTime();
    add(from, now);
    return now;
  }

  /** Adds seconds. */
  void add(double more) {
    seconds.add(more);
  }

  void register(MetricGroup group, String name) {
    group.gauge(name, (Gauge<Double>) seconds::sum);
  }
}
