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
 * matrices, and its working seconds by phase since the start of the run.
 *
 * @param before seconds by the names of phases in the restored checkpoint
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

  /** The seconds for a checkpoint. */
  Map<String, Double> seconds() {
    Map<String, Double> seconds = new TreeMap<>();
    for (Phase phase : Phase.values()) {
      seconds.put(phase.name(), seconds(phase));
    }
    return seconds;
  }
}
