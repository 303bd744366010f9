package org.filbert.train;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.filbert.plan.Plan;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;

/**
 * The rates of one worker while all work.
 *
 * @param gemmGflops of float matrix products of size {@value Speed.Calibrate#SIZE}
 * @param entrySeconds for an entry of the matrix, computed and multiplied; 0 without a matrix
 * @param keptSeconds for an entry that the cache keeps; as {@code entrySeconds} without a cache
 * @param freshSeconds for a byte of new memory
 */
record Rates(double gemmGflops, double entrySeconds, double keptSeconds, double freshSeconds) {
  /** Rate of factorisations in double, relative to that of float products, about. */
  private static final double FACTOR_SHARE = 0.35;

  /** Time of an element of a factor in double, relative to that of a kept entry, about. */
  private static final double FACTOR_ELEMENT = 2;

  static Rates measure(Method<?> method, Workers workers) {
    return of(method, workers::gather);
  }

  /** The same; what was measured before is not measured again. */
  static Rates measure(
      Method<?> method, Workers workers, Map<Task<Double>, List<Double>> measured) {
    return of(method, task -> measured.computeIfAbsent(task, workers::gather));
  }

  private static Rates of(Method<?> method, Function<Task<Double>, List<Double>> gather) {
    double entry = slowest(method.timing(), gather).orElse(0.0);
    return new Rates(
        gather.apply(new Speed.Calibrate()).stream().mapToDouble(rate -> rate).average().orElse(0),
        entry,
        slowest(method.keptTiming(), gather).orElse(entry),
        slowest(Optional.of(new Speed.FreshMemory()), gather).orElse(0.0));
  }

  private static Optional<Double> slowest(
      Optional<Task<Double>> timing, Function<Task<Double>, List<Double>> gather) {
    return timing.flatMap(task -> gather.apply(task).stream().max(Double::compare));
  }

  /** The rates where so many workers share what one has here. */
  Rates shared(double workers) {
    return new Rates(
        gemmGflops / workers,
        entrySeconds * workers,
        keptSeconds * workers,
        freshSeconds * workers);
  }

  /**
   * The speed of a run.
   *
   * @param workers their number
   */
  Speed speed(Plan plan, int workers) {
    Plan.Work work = plan.work();
    double gflops = gemmGflops * workers;
    if (entrySeconds == 0) {
      double seconds = work.flops() / gflops / 1e9;
      return new Speed(gflops, seconds, seconds);
    }
    double solves = work.steps().solves() * FACTOR_ELEMENT * keptSeconds;
    double kept = plan.cache().train().keptShare();
    return new Speed(
        gflops,
        work.entries() * entrySeconds
            + MemoryCheck.freshBytes(plan) * freshSeconds
            + factors(work.factorFlops(), gflops)
            + solves,
        work.entries() * ((1 - kept) * entrySeconds + kept * keptSeconds)
            + factors(work.steps().factorFlops(), gflops)
            + solves);
  }

  private static double factors(double flops, double gflops) {
    return flops / (FACTOR_SHARE * gflops * 1e9);
  }
}
