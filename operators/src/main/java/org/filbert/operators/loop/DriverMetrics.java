package org.filbert.operators.loop;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.SimpleCounter;

/** What a driver counts, since the run began: all of it is in checkpoints. */
final class DriverMetrics {
  private final AtomicLong steps = new AtomicLong();
  private volatile int superstep;
  private final Counter sentBytes = new SimpleCounter();

  void register(MetricGroup group) {
    group.gauge("superstep", (Gauge<Integer>) () -> superstep);
    group.gauge("steps", (Gauge<Long>) steps::get);
    group.counter("sentBytes", sentBytes);
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

  void write(DataOutput out) throws IOException {
    out.writeLong(steps.get());
    out.writeInt(superstep);
    out.writeLong(sentBytes.getCount());
  }

  void read(DataInput in) throws IOException {
    steps.set(in.readLong());
    superstep = in.readInt();
    sentBytes.inc(in.readLong());
  }
}
