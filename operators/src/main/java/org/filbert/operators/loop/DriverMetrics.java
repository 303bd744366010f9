package org.filbert.operators.loop;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.SimpleCounter;

/** What a driver counts, since the run began: all of it is in checkpoints. */
final class DriverMetrics {
  private static final String STEPS = "steps";
  private static final String SUPERSTEP = "superstep";
  private static final String SENT_BYTES = "sentBytes";
  private static final String RECEIVED_BYTES = "receivedBytes";

  private final AtomicLong steps = new AtomicLong();
  private volatile int superstep;
  private final Counter sentBytes = new SimpleCounter();
  private final Counter receivedBytes = new SimpleCounter();

  void register(MetricGroup group) {
    group.gauge(SUPERSTEP, (Gauge<Integer>) () -> superstep);
    group.gauge(STEPS, (Gauge<Long>) steps::get);
    group.counter(SENT_BYTES, sentBytes);
    group.counter(RECEIVED_BYTES, receivedBytes);
  }

  /** All workers have done a superstep. */
  void answered(int number) {
    superstep = number;
  }

  /** The program has come to a state. */
  void stepped() {
    steps.incrementAndGet();
  }

  /** Counts the bytes that leave. */
  Counter sentBytes() {
    return sentBytes;
  }

  /** A frame has come in. */
  void received(Frame frame) {
    receivedBytes.inc(frame.bytes());
  }

  /** What a checkpoint keeps. */
  Map<String, Long> counts() {
    return Map.of(
        STEPS,
        steps.get(),
        SUPERSTEP,
        (long) superstep,
        SENT_BYTES,
        sentBytes.getCount(),
        RECEIVED_BYTES,
        receivedBytes.getCount());
  }

  /** Goes on from what {@link #counts} gave; what it did not give begins anew. */
  void restore(Map<String, Long> counts) {
    steps.set(counts.getOrDefault(STEPS, 0L));
    superstep = Math.toIntExact(counts.getOrDefault(SUPERSTEP, 0L));
    sentBytes.inc(counts.getOrDefault(SENT_BYTES, 0L));
    receivedBytes.inc(counts.getOrDefault(RECEIVED_BYTES, 0L));
  }
}
