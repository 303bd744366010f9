package org.filbert.system;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.filbert.features.RandomBinning;
import org.filbert.kernel.Kernel;
import org.filbert.linalg.Naturals;
import org.filbert.linalg.Precision;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.system.equations.Access;
import org.filbert.system.equations.BlockNorms;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.ColumnSource;
import org.filbert.system.equations.Shared;
import org.filbert.system.equations.SystemSettings;
import org.filbert.system.internal.entries.BinTasks;
import org.filbert.system.internal.entries.ColumnTasks;
import org.filbert.system.internal.entries.GramTasks;
import org.filbert.system.internal.entries.GridColumns;
import org.filbert.system.internal.entries.GridDescent;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;

/**
 * Random binning for the laplacian kernel, or k-pq with q = p ≤ 1: (Zᵀ·Z + ridge·I)·w = Zᵀ·Y, one
 * weight w for each bin of R random grids that has a training row.
 *
 * @param grids Number R of grids.
 * @param shape Shape of the Gamma distribution of the widths of bins, 2 to 100. Default: 2
 */
public record BinningOptions(int grids, OptionalInt shape) implements SystemOptions {
  /**
   * Time to send and add an element of a sum, divided by the time of an addition in a product; see
   * ADR 16.
   */
  private static final double SUMS = 2.4;

  /** Number of grids from which the number of all bins is estimated. */
  private static final int PILOT = 16;

  public BinningOptions {
    if (grids < 1) {
      throw new IllegalArgumentException("grids is " + grids + ", must be at least 1");
    }
    shape.ifPresent(RandomBinning::checkShape);
  }

  private RandomBinning map(SystemSettings settings, Prepared prepared) {
    return new RandomBinning(
        settings.kernel(),
        shape.orElse(RandomBinning.LAPLACIAN),
        prepared.features(),
        grids,
        settings.seed());
  }

  @Override
  public Class<BinSystem> kind() {
    return BinSystem.class;
  }

  @Override
  public KernelSystem begin(SystemSettings settings, Prepared prepared, Workers workers) {
    ColumnSource.Grids source = BinTasks.find(map(settings, prepared), prepared, true, workers);
    int[] sizes = new int[grids];
    Arrays.setAll(sizes, source::size);
    return open(settings, prepared, Blocks.ofSizes(sizes, workers.count()), workers)
        .begin(source, new long[0]);
  }

  @Override
  public BinSystem open(
      SystemSettings settings, Prepared prepared, Blocks blocks, Workers workers) {
    return new BinSystem(
        Shared.of(settings, prepared, blocks, Precision.DOUBLE, Precision.DOUBLE), workers);
  }

  /** The upper bound: as many bins in every grid as there are rows. */
  @Override
  public Blocks blocks(SystemSettings settings, Prepared prepared) {
    int[] sizes = new int[grids];
    Arrays.fill(sizes, Math.min(prepared.rows(), Integer.MAX_VALUE / grids));
    return Blocks.ofSizes(sizes, prepared.shardRows().size());
  }

  /** The estimate from some grids: their mean number of bins plus two standard errors. */
  @Override
  public Blocks blocks(SystemSettings settings, Prepared prepared, Workers workers) {
    RandomBinning some = BinTasks.first(map(settings, prepared), PILOT);
    ColumnSource.Grids found = BinTasks.find(some, prepared, false, workers);
    DoubleSummaryStatistics sizes = new DoubleSummaryStatistics();
    double squares = 0;
    for (int grid = 0; grid < some.grids(); grid++) {
      sizes.accept(found.size(grid));
      squares += (double) found.size(grid) * found.size(grid);
    }
    double mean = sizes.getAverage();
    double error = Math.sqrt((squares / some.grids() - mean * mean) / some.grids());
    int size = (int) Math.min(prepared.rows(), Math.ceil(mean + 2 * error));
    int[] each = new int[grids];
    Arrays.fill(each, Math.min(size, Integer.MAX_VALUE / grids));
    return Blocks.ofSizes(each, prepared.shardRows().size());
  }

  @Override
  public Task<Double> timing(SystemSettings settings, Prepared prepared) {
    int columns = settings.columns(prepared);
    return new BinTasks.Timing(map(settings, prepared), columns);
  }

  @Override
  public void check(Kernel kernel, Access access) {
    access.requireFactors(); // blocks are diagonal
    if (!RandomBinning.standsFor(kernel)) {
      throw new IllegalArgumentException(
          "system.type is random-binning, which needs kernel: {type: laplacian}, or k-pq"
              + " with q = p of at most 1: no other kernel has a distribution of bin widths");
    }
  }

  @Override
  public Plan plan(SystemSettings settings, Prepared prepared, Blocks blocks) {
    SystemPlan plan = new SystemPlan(settings, prepared, blocks);
    double n = prepared.rows();
    long rows = plan.shard() + prepared.heldOutShardRows();
    long unknowns = blocks.unknowns();
    Plan whole =
        plan.withoutFactors(
            List.of(
                new Plan.Item("bins of the rows", rows * grids * Naturals.size(blocks.largest())),
                new Plan.Item("names of the bins", 2 * unknowns * Long.BYTES),
                new Plan.Item("diagonals", unknowns * Double.BYTES),
                new Plan.Item("values of bins in flight", 2L * GridColumns.GROUP * Double.BYTES)),
            4 * n * grids * plan.columns(),
            2 * n * grids / plan.workers(),
            plan.settings().access().whole() ? plan.wholeSteps(0) : gridSteps(plan),
            "fewer system.grids than " + grids);
    return plan.workers() == 1 ? whole : whole.remarking(layout(plan));
  }

  /** Sums of a grid's gradient and curvature come to the driver, its step goes to all. */
  private static Plan.Steps gridSteps(SystemPlan plan) {
    double sums = 8.0 * (2 * plan.columns() + 1) * plan.blocks().unknowns();
    return new Plan.Steps(0, 0, 2.0 * plan.blocks().count(), sums, sums, 0, 0);
  }

  /**
   * The remark why rows stay at their workers, with the bytes that ADR 16 compares: those of whole
   * vectors, or of a grid's step. Sums take 2.4·P·(D/R)/n of the time of products.
   */
  private String layout(SystemPlan plan) {
    double n = plan.prepared().rows();
    double unknowns = plan.blocks().unknowns();
    double k = plan.columns();
    boolean whole = plan.settings().access().whole();
    double stay = whole ? 16 * unknowns * k : 8 * (2 * k + 1) * unknowns / grids;
    double owned = whole ? 16 * n * k : 8 * n * k;
    return String.format(
        Locale.ROOT,
        "rows stay at their workers: %s sends %.3g MB; if workers owned grids, it would send %.3g"
            + " MB, after %.3g MB of bins to each worker once; sums take about %.2g of the time of"
            + " products (workers that own grids are faster from 0.4 on)",
        whole ? "an iteration" : "the step of a grid",
        stay / 1e6,
        owned / 1e6,
        8 * n * grids / plan.workers() / 1e6,
        SUMS * plan.workers() * unknowns / grids / n);
  }

  /** The registration of random binning. */
  public static final class Type extends SystemType {
    public Type() {
      super(
          "random-binning",
          BinningOptions.class,
          SystemOnWorkers.messages(
              ColumnTasks.class,
              GramTasks.class,
              BlockNorms.class,
              BinTasks.class,
              GridDescent.class));
    }
  }
}
