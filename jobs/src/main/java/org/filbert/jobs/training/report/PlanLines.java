package org.filbert.jobs.training.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.filbert.cache.CachePlan;
import org.filbert.jobs.report.Numbers;
import org.filbert.plan.Plan;

/**
 * A plan as the console shows it.
 *
 * @param gemmGflops rate of a float matrix product on all workers together
 * @param secondsPerEpoch estimated time of the first epoch
 */
public record PlanLines(Plan plan, int workers, double gemmGflops, double secondsPerEpoch) {
  /** The rows, and the kernel. */
  public static String headline(String name, long rows, int features, int outputs, String kernel) {
    return String.format(
        Locale.ROOT,
        "%s: %,d rows of %,d features, %s outputs, %s",
        name,
        rows,
        features,
        outputs,
        Numbers.briefly(kernel));
  }

  /** Work, and memory by purpose. */
  public List<String> work() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "plan: %s workers, %s of up to %,d, %.2f Tflop an epoch at %.0f Gflop/s, the first in"
                + " about %.2g s",
            workers,
            plan.blocks() == 1 ? "1 block" : plan.blocks() + " blocks",
            plan.blockRows(),
            plan.work().flops() / 1e12,
            gemmGflops,
            secondsPerEpoch));
    lines.add("memory of each worker: " + mebibytes(plan.bytesPerWorker()));
    plan.memory()
        .forEach(
            item -> lines.add("  %-40s %12s".formatted(item.purpose(), mebibytes(item.bytes()))));
    lines.add("  %-40s %12s".formatted("cache", mebibytes(plan.cache().memory())));
    lines.add("the driver besides: " + mebibytes(plan.driverBytes()));
    lines.addAll(plan.remarks());
    return lines;
  }

  /** Where the blocks of the cache go. */
  public List<String> cache() {
    List<String> lines = new ArrayList<>();
    places(lines, "training rows", plan.cache().train());
    places(lines, "held-out rows", plan.cache().heldOut());
    return lines;
  }

  private static void places(List<String> lines, String rows, CachePlan blocks) {
    if (blocks.blockBytes() > 0) {
      lines.add(
          "cache of each worker, %s: %s blocks in memory (%s), %s on disk (%s), %s computed in every epoch%s"
              .formatted(
                  rows,
                  blocks.inMemory(),
                  mebibytes(blocks.memoryBytes()),
                  blocks.onDisk(),
                  mebibytes(blocks.diskBytes()),
                  blocks.recomputed(),
                  blocks.recomputed() > 0
                      ? ": neither cache.memory nor cache.disk has room for these "
                          + mebibytes(blocks.recomputed() * blocks.blockBytes())
                      : ""));
    }
  }

  private static String mebibytes(long bytes) {
    return String.format(Locale.ROOT, "%,.1f MiB", bytes / 0x1p20);
  }
}
