package org.filbert.train;

import java.util.Optional;
import java.util.ServiceLoader;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;

/**
 * How fast the workers are. A run measures it before the first epoch unless a {@link Source} knows
 * it.
 *
 * @param gemmGflops rate of float matrix products of size {@value Calibrate#SIZE} on all workers
 *     together
 * @param secondsPerEpoch what the first epoch will take, by the times of a tile of this run's
 *     matrix and of new memory
 */
public record Speed(double gemmGflops, double secondsPerEpoch) {
  /** Factorisations in double run at about this part of the rate of float products. */
  private static final double FACTOR_SHARE = 0.35;

  /**
   * A service on the class path that knows the speed of the workers, so that nothing is measured.
   */
  public interface Source {
    Speed of(Plan plan, Workers workers);
  }

  static Speed of(Method<?> method, Prepared prepared, Plan plan, Workers workers) {
    return ServiceLoader.load(Source.class, Speed.class.getClassLoader())
        .findFirst()
        .map(source -> source.of(plan, workers))
        .orElseGet(() -> measure(method, prepared, plan, workers));
  }

  static Speed measure(Method<?> method, Prepared prepared, Plan plan, Workers workers) {
    double gflops = workers.gather(new Calibrate()).stream().mapToDouble(rate -> rate).sum();
    Plan.Work work = plan.work();
    Optional<Task<Double>> timing = method.timing(prepared);
    if (timing.isEmpty()) {
      return new Speed(gflops, work.flops() / gflops / 1e9);
    }
    return new Speed(
        gflops,
        work.entries() * slowest(timing.get(), workers)
            + MemoryCheck.freshBytes(plan) * slowest(new FreshMemory(), workers)
            + work.factorFlops() / (FACTOR_SHARE * gflops * 1e9));
  }

  private static double slowest(Task<Double> timing, Workers workers) {
    return workers.gather(timing).stream().mapToDouble(seconds -> seconds).max().orElse(0);
  }
}
