package org.filbert.solver;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.train.Plan;
import org.filbert.train.Prepared;

/** Memory and work of {@link FullKernelDescent}. */
final class DescentPlan {
  private DescentPlan() {}

  /**
   * Flops of one epoch with r ridges, d being the stored values of a row: n²(2d + 2kr) for the
   * products K(:, I)·Δ with the kernel's inner products, and r·b³/3 + 2bd·b for each block whose
   * factors are not kept.
   */
  static Plan of(FullKernelDescent.Options options, Prepared prepared) {
    BlockLayout layout = BlockLayout.of(options.blockSize(), prepared.shardRows());
    int workers = prepared.shardRows().size();
    double n = prepared.rows();
    long k = prepared.columns();
    double d = prepared.rowValues();
    long ridges = options.ridge().values().size();
    long b = IntStream.range(0, layout.blocks()).map(layout::size).max().orElse(0);
    long heldOut = prepared.heldOutShardRows();
    long shard = Collections.max(prepared.shardRows());

    long factor = ridges * b * b * Double.BYTES;
    long homes = (layout.blocks() + workers - 1L) / workers;
    long keptFactors = Math.min(homes * factor, options.factorBytes() / workers);
    long wantedTiles = (shard + heldOut) * (long) n * options.precision().bytes();
    List<Plan.Item> memory =
        List.of(
            new Plan.Item("rows", (shard + heldOut) * prepared.rowBytes()),
            new Plan.Item(
                "targets, coefficients, fitted values",
                ((1 + ridges * (options.patience() > 0 ? 3 : 2)) * shard + (1 + ridges) * heldOut)
                    * k
                    * Double.BYTES),
            new Plan.Item("factors", keptFactors + (keptFactors < homes * factor ? factor : 0)),
            new Plan.Item(
                "kernel cache", Math.min(wantedTiles, options.cache().memory() / workers)),
            new Plan.Item(
                "block in flight", 3 * b * (prepared.rowBytes() + ridges * k * Double.BYTES)));

    double refactorised =
        keptFactors < homes * factor
            ? layout.blocks() * (ridges * (double) b * b * b / 3 + 2.0 * b * b * d)
            : 0;
    String advice =
        layout.blocks() == 1 || factor > 1e9
            ? "a smaller solver.blockSize than " + options.blockSize()
            : "a smaller cache.memory or factors.memory";
    return new Plan(
        layout.blocks(),
        (int) b,
        memory,
        Plan.cache(
            options.cache().share(workers),
            layout.blocks(),
            shard * b * options.precision().bytes(),
            heldOut * b * options.precision().bytes()),
        n * n * (2.0 * d + 2.0 * k * ridges) + refactorised,
        advice + ", or fewer rows");
  }
}
