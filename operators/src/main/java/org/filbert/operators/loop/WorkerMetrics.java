package org.filbert.operators.loop;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.filbert.cost.Phase;
import org.filbert.linalg.NativeMemory;
import org.filbert.workers.Worker;

/**
 * Gauges of a worker: its last superstep, the number of waiting frames, its process's bytes for
 * matrices, and its working seconds by phase since the start of the run; what the rest of its time
 * has gone to since the subtask started.
 */
final class WorkerMetrics {
  private final Worker worker;
  private final Map<String, Double> before;
  private final Stopwatch transport = new Stopwatch();
  private final Stopwatch wait = new Stopwatch();
  private final Stopwatch checkpoint = new Stopwatch();
  private long idle;

  /**
   * @param before seconds by the names of phases in the restored checkpoint
   */
  WorkerMetrics(Worker worker, Map<String, Double> before) {
    this.worker = worker;
    this.before = before;
  }

  void register(MetricGroup group, IntSupplier superstep, IntSupplier queued) {
    group.gauge("superstep", (Gauge<Integer>) superstep::getAsInt);
    group.gauge("queuedFrames", (Gauge<Integer>) queued::getAsInt);
    group.gauge("nativeBytes", (Gauge<Long>) NativeMemory::taken);
    transport.register(group, "transportSeconds");
    wait.register(group, "waitSeconds");
    checkpoint.register(group, "checkpointSeconds");
    idle = System.nanoTime();
    for (Phase phase : Phase.values()) {
      group.gauge(name(phase), (Gauge<Double>) () -> seconds(phase));
    }
  }

  private static String name(Phase phase) {
    return phase.name().toLowerCase(Locale.ROOT) + "Seconds";
  }

  private double seconds(Phase phase) {
    return before.getOrDefault(phase.name(), 0.0) + worker.seconds(phase);
  }

  /** Does what a message of the driver asks for. What is no work is transport. */
  void receive(Runnable message) {
    long start = wait.since(idle);
    double worked = worked();
    try {
      message.run();
    } finally {
      idle = System.nanoTime();
      transport.add((idle - start) / 1e9 - (worked() - worked));
    }
  }

  private double worked() {
    double sum = 0;
    for (Phase phase : Phase.values()) {
      sum += worker.seconds(phase);
    }
    return sum;
  }

  /** Records the synchronous part of a checkpoint, which nobody has waited for. */
  void checkpointed(long start) {
    wait.add(idle, start);
    idle = checkpoint.since(start);
  }

  /** The seconds for a checkpoint. */
  Map<String, Double> seconds() {
    Map<String, Double> seconds = new TreeMap<>();
    for (Phase phase : Phase.values()) {
      seconds.put(phase.name(), seconds(phase));
    }
    return seconds;
  }
}
