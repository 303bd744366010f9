package org.filbert.system;

import java.util.List;
import org.filbert.kernel.Kernel;
import org.filbert.linalg.Precision;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;

/** The kernel matrix of all training rows: (K + ridge·W⁻¹)·α = Y. */
public record FullKernelOptions() implements SystemOptions {
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
    int columns = prepared.columns() * settings.ridge().values().size();
    return new EntryTiming(settings.kernel(), null, settings.precision(), columns);
  }

  @Override
  public int passes() {
    return 1;
  }

  @Override
  public int directions() {
    return FullKernel.DIRECTIONS;
  }

  @Override
  public boolean sketchable() {
    return true;
  }

  @Override
  public void check(Kernel kernel, Access access) {}

  /**
   * {@inheritDoc}
   *
   * <p>Flops of one epoch with r ridges, d being the stored values of a row: n²(2d + 2kr) for the
   * products K(:, I)·d with the kernel's inner products, and r·b³/3 + 2b²d for each block whose
   * factors are not kept.
   */
  @Override
  public void check(Risk risk) {
    if (!risk.linear()) {
      throw new IllegalArgumentException(
          risk.norm() == Risk.Norm.L1
              ? "objective.penalty is l1, which needs system: {type: random-features} or {type: random-binning}"
              : "objective.loss is %s, which needs a system of columns, not system: {type: full-kernel}"
                  .formatted(risk.lossName()));
    }
  }

  @Override
  public Plan plan(SystemSettings settings, Prepared prepared) {
    Blocks blocks = blocks(settings, prepared);
    SystemPlan plan = new SystemPlan(settings, prepared, blocks);
    double n = prepared.rows();
    long b = blocks.largest();
    double d = prepared.rowValues();
    double products = 2 * n * n * (d + plan.columns());
    double factorise = blocks.count() * (plan.ridges() * (double) b * b * b / 3 + 2.0 * b * b * d);
    Precision factors = Factors.precision(settings.precision(), blocks);
    return plan.with(
        settings.precision(),
        factors,
        List.of(
            plan.factors(factors),
            new Plan.Item(
                "block in flight", 3 * b * (prepared.rowBytes() + plan.columns() * Double.BYTES))),
        prepared.rowBytes(),
        products,
        factorise,
        n * n / prepared.shardRows().size());
  }
}
