package org.filbert.jobs.training.plan;

import java.util.List;
import java.util.Locale;
import org.filbert.plan.Plan;
import org.filbert.train.Forecast;
import org.jspecify.annotations.Nullable;

/**
 * What a run would take.
 *
 * @param workers of all machines together
 * @param workerBytes memory of the worker with the most
 * @param driverBytes memory of the driver besides
 * @param machineBytes memory of the machine with the driver
 * @param diskBytes of a machine's cache
 * @param keptShare share of the blocks of training rows that the cache keeps
 * @param flops of an epoch that computes all blocks
 * @param factorFlops additional operations for factors
 * @param supersteps times that the driver waits for the workers in an epoch
 * @param driverMessageBytes that pass the driver in the first epoch
 * @param workerMessageBytes that pass a worker in it besides
 * @param gemmGflops rate of all workers together
 * @param epochs that the run takes at most; of conjugate gradients as a rule
 * @param seconds of all epochs
 */
record PlanEstimate(
    String system,
    String solver,
    long rows,
    int workers,
    int machines,
    long workerBytes,
    long driverBytes,
    long machineBytes,
    long diskBytes,
    double keptShare,
    double flops,
    double factorFlops,
    double supersteps,
    double driverMessageBytes,
    double workerMessageBytes,
    double gemmGflops,
    double firstEpochSeconds,
    double laterEpochSeconds,
    int epochs,
    double seconds) {

  static PlanEstimate of(
      String system, String solver, Forecast.Outlook outlook, Forecast.Site site) {
    Plan plan = outlook.plan();
    Plan.Steps steps = plan.work().steps();
    int here = site.perMachine();
    return new PlanEstimate(
        system,
        solver,
        outlook.prepared().rows(),
        site.workers(),
        site.machines(),
        plan.bytesPerWorker(),
        plan.driverBytes(),
        here * plan.bytesPerWorker() + plan.driverBytes(),
        here * (plan.cache().train().diskBytes() + plan.cache().heldOut().diskBytes()),
        plan.cache().train().keptShare(),
        plan.work().flops(),
        plan.work().factorFlops(),
        steps.supersteps(),
        steps.driverBytes(),
        steps.workerBytes() + steps.factorBytes(),
        outlook.speed().gemmGflops(),
        outlook.firstEpoch(),
        outlook.laterEpoch(),
        outlook.epochs(),
        outlook.seconds());
  }

  /** The headings of {@link #cells}. */
  static List<String> headings() {
    return List.of("memory", "kept", "first epoch", "later ones", "epochs", "all");
  }

  /**
   * Memory of a machine, share of the blocks in the cache, times; of a plan that is refused none.
   */
  static List<String> cells(@Nullable PlanEstimate estimate) {
    return estimate == null
        ? List.of("too much", "-", "-", "-", "-", "-")
        : List.of(
            gibibytes(estimate.machineBytes),
            String.format(Locale.ROOT, "%.0f %%", 100 * estimate.keptShare),
            time(estimate.firstEpochSeconds),
            time(estimate.laterEpochSeconds),
            Integer.toString(estimate.epochs),
            time(estimate.seconds));
  }

  /** Epochs and messages in sentences. */
  List<String> lines(double firstMessages) {
    return List.of(
        String.format(
            Locale.ROOT,
            "epochs: the first in about %s (of these %s for messages), each further one in about"
                + " %s, %s in about %s",
            time(firstEpochSeconds),
            time(firstMessages),
            time(laterEpochSeconds),
            epochs,
            time(seconds)),
        String.format(
            Locale.ROOT,
            "messages of the first epoch: %,.0f supersteps, %,.1f MB through the driver, %,.1f MB"
                + " past it through each worker",
            supersteps,
            driverMessageBytes / 1e6,
            workerMessageBytes / 1e6),
        String.format(
            Locale.ROOT,
            "operations: %.3g an epoch, and %.3g for factors%s",
            flops,
            factorFlops,
            diskBytes > 0 ? "; disk of a machine: " + gibibytes(diskBytes) : ""),
        String.format(
            Locale.ROOT,
            "memory of %s: %s",
            machines == 1 ? "the machine" : "the machine with the driver",
            gibibytes(machineBytes)));
  }

  static String gibibytes(long bytes) {
    return String.format(Locale.ROOT, "%,.2f GiB", bytes / 0x1p30);
  }

  static String time(double seconds) {
    return seconds < 100
        ? String.format(Locale.ROOT, "%.2g s", seconds)
        : seconds < 6000
            ? String.format(Locale.ROOT, "%.0f min", seconds / 60)
            : String.format(Locale.ROOT, "%,.1f h", seconds / 3600);
  }
}
