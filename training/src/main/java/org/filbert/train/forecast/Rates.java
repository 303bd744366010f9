package org.filbert.train.forecast;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.filbert.plan.Plan;
import org.filbert.train.method.Method;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;

/**
 * The rates of one worker while all work.
 *
 * @param gemmGflops of float matrix products of size {@value Speed.Calibrate#SIZE}
 * @param entrySeconds for an entry of the matrix, computed and multiplied; 0 without a matrix
 * @param keptSeconds for an entry that the cache keeps; as {@code entrySeconds} without a cache
 * @param freshSeconds for a byte of new memory
 * @param elementSeconds for an element of a vector that is multiplied or added; 0 without vectors
 */
public record Rates(
    double gemmGflops,
    double entrySeconds,
    double keptSeconds,
    double freshSeconds,
    double elementSeconds) {
  /** Rate of Gram matrices, relative to that of products in the same precision, about. */
  private static final double GRAM_SHARE = 0.85;

  /** Rate of factorisations, relative to that of products in the same precision, about. */
  private static final double FACTOR_SHARE = 0.7;

  /** Seconds that the first epoch of a process takes longer: classes are loaded and compiled. */
  private static final double WARM_UP = 0.2;

  /** Time of an element of a factor in double, relative to that of a kept entry, about. */
  private static final double FACTOR_ELEMENT = 2;

  public static Rates measure(Method<?> method, Workers workers) {
    return of(method, workers::gather);
  }

  /** The same; what was measured before is not measured again. */
  public static Rates measure(
      Method<?> method, Workers workers, Map<Task<Double>, List<Double>> measured) {
    return of(method, task -> measured.computeIfAbsent(task, workers::gather));
  }

  private static Rates of(Method<?> method, Function<Task<Double>, List<Double>> gather) {
    double entry = slowest(method.timing(), gather).orElse(0.0);
    return new Rates(
        gather.apply(new Speed.Calibrate()).stream().mapToDouble(rate -> rate).average().orElse(0),
        entry,
        slowest(method.keptTiming(), gather).orElse(entry),
        slowest(Optional.of(new Speed.FreshMemory()), gather).orElse(0.0),
        slowest(method.elementTiming(), gather).orElse(0.0));
  }

  private static Optional<Double> slowest(
      Optional<Task<Double>> timing, Function<Task<Double>, List<Double>> gather) {
    return timing.flatMap(task -> gather.apply(task).stream().max(Double::compare));
  }

  /** The rates where so many workers share what one has here. */
  public Rates shared(double workers) {
    return new Rates(
        gemmGflops / workers,
        entrySeconds * workers,
        keptSeconds * workers,
        freshSeconds * workers,
        elementSeconds * workers);
  }

  /**
   * The speed of a run.
   *
   * @param workers their number
   */
  public Speed speed(Plan plan, int workers) {
    Plan.Work work = plan.work();
    double gflops = gemmGflops * workers;
    if (entrySeconds == 0) {
      double seconds = work.flops() / gflops / 1e9;
      return new Speed(gflops, seconds, seconds);
    }
    Plan.Passes passes = work.passes();
    double kept = plan.cache().train().keptShare();
    double all = work.entries() + passes.factorEntries();
    double again = kept * (all - passes.distinct());
    double always =
        work.steps().solves() * FACTOR_ELEMENT * keptSeconds + passes.kept() * keptSeconds;
    double factors =
        (passes.gramFlops() / GRAM_SHARE + passes.choleskyFlops() / FACTOR_SHARE) / gflops / 1e9;
    return new Speed(
        gflops,
        (all - again) * entrySeconds
            + again * keptSeconds
            + MemoryCheck.freshBytes(plan) * freshSeconds
            + factors
            + passes.elements() * elementSeconds
            + always
            + WARM_UP,
        work.entries() * ((1 - kept) * entrySeconds + kept * keptSeconds)
            + (work.steps().factorFlops() > 0 ? passes.factorEntries() * entrySeconds + factors : 0)
            + passes.laterElements() * elementSeconds
            + always);
  }
}
