package org.filbert.jobs.training.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import org.filbert.cache.CachePlan;
import org.filbert.jobs.report.Table;
import org.filbert.model.TablePreprocessing;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.table.CategoryColumn;
import org.filbert.table.TableColumn;
import org.filbert.train.TrainingState;
import org.filbert.train.method.Trial;

/**
 * The plan of a run, printed before it begins.
 *
 * @param rows number n of training rows
 * @param unscoredRows held-out rows that {@code evaluation.rows} leaves out
 * @param scoringInterval epochs from one scoring of held-out rows to the next
 * @param ridges what is added to the diagonal: several if there is a choice
 * @param sigmas widths of the kernel to choose from; none if there is no choice
 * @param quarantined records that are left out
 * @param gemmGflops rate of a float matrix product of size 1024 on all workers together
 * @param secondsPerEpoch estimated time of the first epoch, by the time of a tile
 * @param choices values that the solver has chosen by itself
 * @param selection kernels and ridges that were chosen from by leaving rows out, the chosen one
 *     first; empty without such a choice
 * @param hashed numbers of features that hashes choose, by column of very many categories
 * @param warnings of the rows, and others so far
 */
public record PlanReport(
    String name,
    String kernel,
    int rows,
    long validationRows,
    long testRows,
    long unscoredRows,
    int scoringInterval,
    int features,
    int columns,
    List<Double> ridges,
    List<Double> sigmas,
    int quarantined,
    int workers,
    Plan plan,
    double gemmGflops,
    double secondsPerEpoch,
    SortedMap<String, Double> choices,
    List<SelectionEntry> selection,
    Map<String, Integer> hashed,
    List<String> warnings) {
  public PlanReport {
    selection = Objects.requireNonNullElse(selection, List.of()); // of an earlier version
    hashed = Objects.requireNonNullElse(hashed, Map.of()); // of an earlier version
    warnings = Objects.requireNonNullElse(warnings, List.of()); // of an earlier version
  }

  public static PlanReport of(TrainingRun run, TrainingState state) {
    Prepared prepared = state.prepared();
    return new PlanReport(
        run.model(),
        run.spec().kernel(prepared).toString(),
        prepared.rows(),
        prepared.validationRows(),
        prepared.testRows(),
        prepared.heldOutRows() - prepared.validationRows() - prepared.testRows(),
        state.method().scoringInterval(),
        prepared.features(),
        prepared.columns(),
        state.method().trials().stream().map(Trial::ridge).toList(),
        run.spec().sigmas(),
        prepared.bad().size(),
        prepared.shardRows().size(),
        state.plan(),
        state.speed().gemmGflops(),
        state.speed().secondsPerEpoch(),
        state.method().choices(),
        SelectionEntry.all(state.selection(), prepared.outputs()),
        hashed(prepared),
        state.ledger().warnings());
  }

  private static Map<String, Integer> hashed(Prepared prepared) {
    Map<String, Integer> hashed = new LinkedHashMap<>();
    if (prepared.preprocessing().ofRecords() instanceof TablePreprocessing records) {
      for (TableColumn column : records.table().columns()) {
        if (column.encoder() instanceof CategoryColumn category && category.hashed() > 0) {
          hashed.put(column.name(), category.hashed());
        }
      }
    }
    return hashed;
  }

  /** The plan as a table. */
  Table work() {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("training rows", count(rows));
    values.put("validation rows", count(validationRows));
    values.put("test rows", count(testRows));
    if (unscoredRows > 0) {
      values.put("held-out rows left out", count(unscoredRows));
    }
    if (validationRows + testRows > 0) {
      values.put("epochs between scorings of held-out rows", count(scoringInterval));
    }
    values.put("features", count(features));
    values.put("outputs", count(columns));
    values.put("blocks of an epoch", count(plan.blocks()) + " of up to " + count(plan.blockRows()));
    values.put("operations of an epoch", format("%.3g Tflop", plan.work().flops() / 1e12));
    values.put("measured speed", format("%.0f Gflop/s", gemmGflops));
    values.put("expected seconds of the first epoch", format("%.2g", secondsPerEpoch));
    return Table.properties("Plan", values);
  }

  /** The memory of each worker as a table. */
  Table memory() {
    Map<String, String> values = new LinkedHashMap<>();
    plan.memory().forEach(item -> values.put(item.purpose(), mebibytes(item.bytes())));
    values.put("cache", mebibytes(plan.cache().memory()));
    values.put("together", mebibytes(plan.bytesPerWorker()));
    plan.driver().forEach(item -> values.put("driver: " + item.purpose(), mebibytes(item.bytes())));
    blocks(values, "training rows", plan.cache().train());
    blocks(values, "held-out rows", plan.cache().heldOut());
    return Table.properties("Memory of each worker", values);
  }

  private static void blocks(Map<String, String> values, String rows, CachePlan blocks) {
    if (blocks.blockBytes() > 0) {
      values.put(
          "blocks of " + rows,
          String.format(
              Locale.ROOT,
              "%,d in memory, %,d on disk, %,d computed in every epoch",
              blocks.inMemory(),
              blocks.onDisk(),
              blocks.recomputed()));
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
