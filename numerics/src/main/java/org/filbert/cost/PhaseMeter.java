package org.filbert.cost;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the work of one worker. Work outside of all phases is not counted. The meter is for one
 * thread.
 */
public final class PhaseMeter implements Meter {
  private final Map<Phase, Work> done = new EnumMap<>(Phase.class);
  private final Map<Phase, Double> seconds = new ConcurrentHashMap<>();
  private @Nullable Phase current;
  private long since;
  private double flops;

  @Override
  public <R> R get(Phase phase, Supplier<R> work) {
    Phase outer = current;
    if (outer == Phase.SCORING) {
      return work.get();
    }
    enter(phase);
    try {
      return work.get();
    } finally {
      enter(outer);
    }
  }

  private void enter(@Nullable Phase next) {
    long now = System.nanoTime();
    if (current != null) {
      seconds.merge(current, (now - since) / 1e9, Double::sum);
      done.merge(current, new Work((now - since) / 1e9, flops), Work::plus);
    }
    current = next;
    since = now;
    flops = 0;
  }

  @Override
  public void count(double operations) {
    flops += operations;
  }

  /** Seconds of a phase since the meter was created. Any thread may ask. */
  public double seconds(Phase phase) {
    return seconds.getOrDefault(phase, 0.0);
  }

  /** The work since the last call. */
  public Costs take() {
    Costs costs = Costs.of(done);
    done.clear();
    return costs;
  }
}
