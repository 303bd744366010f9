package org.filbert.system;

import org.filbert.kernel.Kernel;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.system.equations.Access;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.Risk;
import org.filbert.system.equations.SystemSettings;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;

/**
 * The most accurate system that the planned memory and work allow: the full kernel, or else nystrom
 * with as many landmarks as possible.
 *
 * <p>The full kernel stands for it until it is chosen.
 */
public record AutomaticSystem() implements SystemOptions {
  private static final FullKernelOptions STAND_IN = new FullKernelOptions();

  @Override
  public SystemOptions standIn() {
    return STAND_IN;
  }

  @Override
  public String type() {
    return STAND_IN.type();
  }

  @Override
  public Class<? extends KernelSystem> kind() {
    return STAND_IN.kind();
  }

  @Override
  public KernelSystem begin(SystemSettings settings, Prepared prepared, Workers workers) {
    return STAND_IN.begin(settings, prepared, workers);
  }

  @Override
  public KernelSystem open(
      SystemSettings settings, Prepared prepared, Blocks blocks, Workers workers) {
    return STAND_IN.open(settings, prepared, blocks, workers);
  }

  @Override
  public Blocks blocks(SystemSettings settings, Prepared prepared) {
    return STAND_IN.blocks(settings, prepared);
  }

  @Override
  public Plan plan(SystemSettings settings, Prepared prepared, Blocks blocks) {
    return STAND_IN.plan(settings, prepared, blocks);
  }

  @Override
  public Task<Double> timing(SystemSettings settings, Prepared prepared) {
    return STAND_IN.timing(settings, prepared);
  }

  @Override
  public void check(Kernel kernel, Access access) {
    STAND_IN.check(kernel, access);
  }

  @Override
  public void check(Risk risk) {
    STAND_IN.check(risk);
  }
}
