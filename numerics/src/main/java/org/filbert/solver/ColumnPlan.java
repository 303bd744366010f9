package org.filbert.solver;

import java.util.Collections;
import java.util.List;
import org.filbert.train.Plan;
import org.filbert.train.Prepared;

/** Memory and work of {@link ColumnDescent}. */
final class ColumnPlan {
  private ColumnPlan() {}

  /**
   * Flops of one epoch with r ridges, d being the stored values of a row: generating Z takes 2ndp,
   * products with it 4npkr; the Gram matrices nbp and the factors rb²p/3 only once as long as the
   * factors are kept. Conjugation, some 40nkr for each block, is left out.
   */
  static Plan of(ColumnDescent.Options options, Prepared prepared) {
    int workers = prepared.shardRows().size();
    double n = prepared.rows();
    long k = prepared.columns();
    double d = prepared.rowValues();
    long ridges = options.ridge().values().size();
    long p = options.columns().count();
    long b = options.blockSize();
    long blocks = (p - 1) / b + 1;
    long heldOut = prepared.heldOutShardRows();
    long shard = Collections.max(prepared.shardRows());
    long bytes = options.working().bytes();

    long gram = b * b * Double.BYTES;
    long factor = ridges * gram;
    long homes = (blocks + workers - 1) / workers;
    long keptFactors = Math.min(homes * factor, options.factorBytes() / workers);
    boolean allKept = keptFactors == homes * factor;
    long wantedColumns = (shard + heldOut) * p * bytes;
    List<Plan.Item> memory =
        List.of(
            new Plan.Item("rows", (shard + heldOut) * prepared.rowBytes()),
            new Plan.Item(
                "targets, fitted values", (1 + ridges) * (shard + heldOut) * k * Double.BYTES),
            new Plan.Item(
                "last directions",
                (Directions.MOST + 1) * ridges * (shard + heldOut) * k * Double.BYTES),
            new Plan.Item("factors", keptFactors + (allKept ? 0 : factor)),
            new Plan.Item(
                "feature cache", Math.min(wantedColumns, options.cache().memory() / workers)),
            new Plan.Item("block in flight", 4 * gram + ColumnBlocks.STRIP * b * bytes));
    double factorise = n * b * p + ridges * (double) b * b * p / 3;
    return new Plan(
        (int) blocks,
        (int) b,
        memory,
        Plan.cache(
            options.cache().share(workers), (int) blocks, shard * b * bytes, heldOut * b * bytes),
        2 * n * d * p + 4 * n * p * k * ridges + (allKept ? 0 : factorise),
        "a smaller solver.blockSize than " + b + ", or a smaller cache.memory or factors.memory");
  }
}
