package org.filbert.operators.loop;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.SimpleCounter;
import org.filbert.operators.loop.internal.frames.Frame;

/**
 * Counters of a driver since the start of the run, which checkpoints contain, and what its time has
 * gone to since the subtask started.
 */
final class DriverMetrics {
  private static final String STEPS = "steps";
  private static final String SUPERSTEP = "superstep";
  private static final String SENT_BYTES = "sentBytes";
  private static final String RECEIVED_BYTES = "receivedBytes";

  private final AtomicLong steps = new AtomicLong();
  private volatile int superstep;
  private final Counter sentBytes = new SimpleCounter();
  private final Counter receivedBytes = new SimpleCounter();

  private final Stopwatch program = new Stopwatch();
  private final Stopwatch transport = new Stopwatch();
  private final Stopwatch wait = new Stopwatch();
  private final Stopwatch checkpoint = new Stopwatch();

  void register(MetricGroup group) {
    program.register(group, "programSeconds");
    transport.register(group, "transportSeconds");
    wait.register(group, "waitSeconds");
    checkpoint.register(group, "checkpointSeconds");
    group.gauge(SUPERSTEP, (Gauge<Integer>) () -> superstep);
    group.gauge(STEPS, (Gauge<Long>) steps::get);
    group.counter(SENT_BYTES, sentBytes);
    group.counter(RECEIVED_BYTES, receivedBytes);
  }

  /** Records that all workers have done a superstep. */
  void answered(int number) {
    superstep = number;
  }

  /** Records that the program has reached a state. */
  void stepped() {
    steps.incrementAndGet();
  }

  /** Time of the program between two supersteps. */
  Stopwatch program() {
    return program;
  }

  /** Time in which messages are encoded and decoded. */
  Stopwatch transport() {
    return transport;
  }

  /** Time in which the program waits for the workers. */
  Stopwatch waiting() {
    return wait;
  }

  /** Time of the synchronous part of checkpoints. */
  Stopwatch checkpoint() {
    return checkpoint;
  }

  /** Counter of sent bytes. */
  Counter sentBytes() {
    return sentBytes;
  }

  /** Records that a frame has arrived. */
  void received(Frame frame) {
    receivedBytes.inc(frame.bytes());
  }

  /** The counts for a checkpoint. */
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

  /** Restores {@link #counts}. Missing counts start at 0. */
  void restore(Map<String, Long> counts) {
    steps.set(counts.getOrDefault(STEPS, 0L));
    superstep = Math.toIntExact(counts.getOrDefault(SUPERSTEP, 0L));
    sentBytes.inc(counts.getOrDefault(SENT_BYTES, 0L));
    receivedBytes.inc(counts.getOrDefault(RECEIVED_BYTES, 0L));
  }
}
