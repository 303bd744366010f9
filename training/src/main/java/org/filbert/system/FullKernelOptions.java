package org.filbert.system;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.filbert.kernel.Kernel;
import org.filbert.linalg.Precision;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.system.equations.Access;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.Factors;
import org.filbert.system.equations.Risk;
import org.filbert.system.equations.SystemSettings;
import org.filbert.system.internal.entries.EntryTiming;
import org.filbert.system.internal.entries.FullKernelTasks;
import org.filbert.system.internal.entries.KeptTiming;
import org.filbert.system.internal.entries.RowBatchTasks;
import org.filbert.system.internal.entries.SymmetricCells;
import org.filbert.system.internal.entries.SymmetricProduct;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;

/**
 * The full kernel: (K + ridge·I)·α = Y, one coefficient α for each training row.
 *
 * @param rows Training rows that the model learns from, 2 or more: a sample by the seed. Default:
 *     all
 */
public record FullKernelOptions(OptionalInt rows) implements SystemOptions {
  public FullKernelOptions {
    if (rows.orElse(2) < 2) {
      throw new IllegalArgumentException(
          "rows is %s, must be 2 or more".formatted(rows.getAsInt()));
    }
  }

  /** Of all rows. */
  public FullKernelOptions() {
    this(OptionalInt.empty());
  }

  @Override
  public OptionalInt mostRows() {
    return rows;
  }

  @Override
  public boolean allRows() {
    return true;
  }

  @Override
  public Class<FullKernel> kind() {
    return FullKernel.class;
  }

  @Override
  public KernelSystem begin(SystemSettings settings, Prepared prepared, Workers workers) {
    return FullKernel.begin(settings, prepared, blocks(settings, prepared), workers);
  }

  @Override
  public KernelSystem open(
      SystemSettings settings, Prepared prepared, Blocks blocks, Workers workers) {
    return FullKernel.open(settings, prepared, blocks, workers);
  }

  @Override
  public Blocks blocks(SystemSettings settings, Prepared prepared) {
    int pieces = settings.access().whole() ? prepared.shardRows().size() : 1;
    return Blocks.ofRows(Math.multiplyExact(settings.blockSize(), pieces), prepared.shardRows());
  }

  @Override
  public Task<Double> timing(SystemSettings settings, Prepared prepared) {
    int columns = settings.columns(prepared);
    Access access = settings.access();
    return new EntryTiming(
        settings.kernel(), null, settings.precision(), columns, access.whole() && access.again());
  }

  @Override
  public Optional<Task<Double>> keptTiming(SystemSettings settings, Prepared prepared) {
    int columns = settings.columns(prepared);
    Access access = settings.access();
    return Optional.of(
        new KeptTiming(
            settings.kernel(), settings.precision(), columns, access.whole() && access.again()));
  }

  @Override
  public int passes() {
    return 1;
  }

  @Override
  public void check(Kernel kernel, Access access) {}

  @Override
  public void check(Risk risk) {
    if (!risk.linear()) {
      throw new IllegalArgumentException(
          risk.norm() == Risk.Norm.L1
              ? "objective.penalty is l1, which needs system: {type: random-features} or {type:"
                  + " random-binning}"
              : "objective.loss is %s, which needs a system of columns, not system: {type: full-kernel}"
                  .formatted(risk.lossName()));
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>Flops of one epoch with r ridges, where d is the number of stored values of a row: n²(2d +
   * 2kr) for the products K(:, I)·d with the kernel's inner products, and r·b³/3 + 2b²d for each
   * block whose factors are not kept. A block that is solved by conjugate gradients takes 2b²(d +
   * s) for its sketch instead of the factors, and b²(2d + 2kr) for each iteration.
   */
  @Override
  public Plan plan(SystemSettings settings, Prepared prepared, Blocks blocks) {
    SystemPlan plan = new SystemPlan(settings, prepared, blocks);
    if (settings.access().whole()) {
      return whole(plan);
    }
    double n = prepared.rows();
    long b = blocks.largest();
    double d = prepared.rowValues();
    double solves = plan.iterations() * blocks.count() * b * b;
    double products = 2 * (n * n + solves) * (d + plan.columns());
    double each =
        settings.access().sketched()
            ? 2.0 * b * plan.rank() * (b + 2 * plan.rank())
            : plan.ridges() * (double) b * b * b / 3;
    double factorise = blocks.count() * (each + 2.0 * b * b * d);
    Precision factors = Factors.precision(settings.precision(), blocks);
    double entries = (n * n + solves) / plan.workers();
    double ofBlocks = (double) blocks.count() * b * b / 2 / plan.workers(); // a triangle of each
    return plan.with(
        settings.precision(),
        factors,
        List.of(
            plan.factors(factors),
            new Plan.Item(
                "block in flight",
                3 * b * (prepared.rowBytes() + plan.columns() * Double.BYTES)
                    + plan.sketchInFlight())),
        prepared.rowBytes(),
        products,
        factorise,
        entries,
        plan.blockSteps(
            prepared.rowBytes(),
            0,
            factorise,
            2 * n * prepared.rowBytes() + 8 * n * plan.columns() / plan.workers(),
            factors),
        new Plan.Passes(
            entries + ofBlocks,
            ofBlocks,
            0,
            0,
            0,
            0,
            blocks.count() * each * SystemPlan.weight(factors)));
  }

  /**
   * The plan of products with the whole matrix: n²(d + 2kr) flops, since one triangle is computed,
   * or n²(2d + 2kr) for batches, which need the whole matrix.
   */
  private static Plan whole(SystemPlan plan) {
    Blocks blocks = plan.blocks();
    Prepared prepared = plan.prepared();
    long bytes = plan.settings().precision().bytes();
    SymmetricCells cells = new SymmetricCells(blocks);
    double n = prepared.rows();
    boolean triangle = plan.settings().access().again();
    long entries =
        triangle
            ? IntStream.range(0, plan.workers()).mapToLong(cells::entries).max().orElse(0)
            : (long) (n * n / plan.workers());
    long block = 3L * blocks.largest() * (prepared.rowBytes() + plan.columns() * Double.BYTES);
    return new Plan(
        blocks.count(),
        blocks.largest(),
        List.of(new Plan.Item("block in flight", block), plan.coefficients()),
        List.of(
            new Plan.Item("a block on its way", block), plan.modelOnItsWay(prepared.rowBytes())),
        new Plan.Cache(
            plan.settings().cache().share(plan.workers()),
            blocks.count(),
            (entries * bytes - 1) / blocks.count() + 1,
            prepared.heldOutShardRows() * blocks.largest() * bytes),
        new Plan.Work(
            n * n * ((triangle ? 1 : 2) * prepared.rowValues() + 2.0 * plan.columns()),
            0,
            entries,
            plan.wholeSteps(prepared.rowBytes()),
            Plan.Passes.over((double) entries)),
        "a smaller cache.memory or solver.size, or fewer rows");
  }

  /** The registration of the full kernel. */
  public static final class Type extends SystemType {
    public Type() {
      super(
          "full-kernel",
          FullKernelOptions.class,
          SystemOnWorkers.messages(
              FullKernelTasks.class,
              SymmetricProduct.class,
              RowBatchTasks.class,
              FullKernelBatches.class,
              LowRank.class));
    }
  }
}
