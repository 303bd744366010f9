package org.filbert.solver;

import java.util.Collections;
import java.util.List;
import org.filbert.train.Plan;
import org.filbert.train.Prepared;

/** Memory and work of {@link ColumnDescent}. */
final class ColumnPlan {
  private ColumnPlan() {}

  /**
   * Flops of one epoch: generating Z takes 2ndp, products with it 4npk; the Gram matrices nbp and
   * the factors b²p/3 only once as long as the factors are kept. Conjugation, some 40nk for each
   * block, is left out.
   */
  static Plan of(ColumnDescent.Options options, Prepared prepared) {
    int workers = prepared.shardRows().size();
    double n = prepared.rows();
    long k = prepared.columns();
    long d = prepared.features();
    long p = options.columns().count();
    long b = options.blockSize();
    long blocks = (p - 1) / b + 1;
    long heldOut = prepared.heldOutShardRows();
    long shard = Collections.max(prepared.shardRows());
    long bytes = options.working().bytes();

    long factor = b * b * Double.BYTES;
    long homes = (blocks + workers - 1) / workers;
    long keptFactors = Math.min(homes * factor, options.factorBytes() / workers);
    boolean allKept = keptFactors == homes * factor;
    long wantedColumns = (shard + heldOut) * p * bytes;
    List<Plan.Item> memory =
        List.of(
            new Plan.Item("rows", (shard + heldOut) * prepared.rowBytes()),
            new Plan.Item("targets, fitted values", (2 * shard + 2 * heldOut) * k * Double.BYTES),
            new Plan.Item(
                "last directions", (Directions.MOST + 1) * (shard + heldOut) * k * Double.BYTES),
            new Plan.Item("factors", keptFactors + (allKept ? 0 : factor)),
            new Plan.Item(
                "feature cache", Math.min(wantedColumns, options.cache().memory() / workers)),
            new Plan.Item("block in flight", 4 * factor + ColumnBlocks.STRIP * b * bytes));
    double factorise = n * b * p + (double) b * b * p / 3;
    return new Plan(
        (int) blocks,
        (int) b,
        memory,
        Plan.cache(
            options.cache().share(workers), (int) blocks, shard * b * bytes, heldOut * b * bytes),
        2 * n * d * p + 4 * n * p * k + (allKept ? 0 : factorise),
        "a smaller solver.blockSize than " + b + ", or a smaller cache.memory or factors.memory");
  }
}
