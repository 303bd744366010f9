package org.filbert.jobs.training;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.filbert.cache.CachePlan;
import org.filbert.jobs.report.Table;
import org.filbert.plan.Plan;

/** A plan as tables. */
record PlanTables(PlanReport plan) {

  Table work() {
    Plan work = plan.plan();
    Map<String, String> values = new LinkedHashMap<>();
    values.put("training rows", count(plan.rows()));
    values.put("validation rows", count(plan.validationRows()));
    values.put("test rows", count(plan.testRows()));
    if (plan.unscoredRows() > 0) {
      values.put("held-out rows left out", count(plan.unscoredRows()));
    }
    if (plan.validationRows() + plan.testRows() > 0) {
      values.put("epochs between scorings of held-out rows", count(plan.scoringInterval()));
    }
    values.put("features", count(plan.features()));
    values.put("outputs", count(plan.columns()));
    values.put("blocks of an epoch", count(work.blocks()) + " of up to " + count(work.blockRows()));
    values.put("operations of an epoch", format("%.3g Tflop", work.work().flops() / 1e12));
    values.put("measured speed", format("%.0f Gflop/s", plan.gemmGflops()));
    values.put("expected seconds of the first epoch", format("%.2g", plan.secondsPerEpoch()));
    return Table.properties("Plan", values);
  }

  Table memory() {
    Map<String, String> values = new LinkedHashMap<>();
    Plan all = plan.plan();
    all.memory().forEach(item -> values.put(item.purpose(), mebibytes(item.bytes())));
    values.put("cache", mebibytes(all.cache().memory()));
    values.put("together", mebibytes(all.bytesPerWorker()));
    all.driver().forEach(item -> values.put("driver: " + item.purpose(), mebibytes(item.bytes())));
    blocks(values, "training rows", all.cache().train());
    blocks(values, "held-out rows", all.cache().heldOut());
    return Table.properties("Memory of each worker", values);
  }

  private static void blocks(Map<String, String> values, String rows, CachePlan blocks) {
    if (blocks.blockBytes() > 0) {
      values.put(
          "blocks of " + rows,
          "%,d in memory, %,d on disk, %,d computed in every epoch"
              .formatted(blocks.inMemory(), blocks.onDisk(), blocks.recomputed()));
    }
  }

  private static String count(long value) {
    return format("%,d", value);
  }

  private static String mebibytes(long bytes) {
    return format("%,.1f MiB", bytes / 0x1p20);
  }

  private static String format(String pattern, Object value) {
    return String.format(Locale.ROOT, pattern, value);
  }
}
