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
 * A worker's gauges: the last superstep that it has done, the frames that wait for it, the bytes
 * that its process has for matrices, and the seconds that it has worked, by phase, since the run
 * began.
 *
 * @param before seconds by the names of phases up to the checkpoint that the worker came from
 */
record WorkerMetrics(Worker worker, Map<String, Double> before) {
  void register(MetricGroup group, IntSupplier superstep, IntSupplier queued) {
    group.gauge("superstep", (Gauge<Integer>) superstep::getAsInt);
    group.gauge("queuedFrames", (Gauge<Integer>) queued::getAsInt);
    group.gauge("nativeBytes", (Gauge<Long>) NativeMemory::taken);
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

  /** What a checkpoint keeps. */
  Map<String, Double> seconds() {
    Map<String, Double> seconds = new TreeMap<>();
    for (Phase phase : Phase.values()) {
      seconds.put(phase.name(), seconds(phase));
    }
    return seconds;
  }
}
