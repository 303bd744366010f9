package org.filbert.system;

import java.util.List;
import org.filbert.kernel.Kernel;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;

/**
 * The system of equations that is solved, and its unknowns. The components of a record that
 * implements this are its keys in a configuration.
 */
public interface SystemOptions {
  /** Its name, as it stands in a configuration. */
  default String type() {
    return SystemType.all().stream()
        .filter(type -> type.options() == getClass())
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(getClass() + " is not registered"))
        .name();
  }

  /** The class of the system, which says what {@link Facet}s it has. */
  Class<? extends KernelSystem> kind();

  /** Puts the system on the workers, with u = 0. */
  KernelSystem begin(SystemSettings settings, Prepared prepared, Workers workers);

  /** The system that {@link #begin} put there. */
  KernelSystem open(SystemSettings settings, Prepared prepared, Blocks blocks, Workers workers);

  /** Memory and work of a system whose vectors are counted by whoever uses them. */
  Plan plan(SystemSettings settings, Prepared prepared);

  /** How the unknowns are cut and spread, about. */
  Blocks blocks(SystemSettings settings, Prepared prepared);

  /** The same, where the rows have to be looked at for it. */
  default Blocks blocks(SystemSettings settings, Prepared prepared, Workers workers) {
    return blocks(settings, prepared);
  }

  /** Memory and work if the unknowns are cut and spread like this. */
  default Plan plan(SystemSettings settings, Prepared prepared, Blocks blocks) {
    return plan(settings, prepared);
  }

  /** How often an epoch looks at every entry of the kernel or feature matrix. */
  int passes();

  /** How many conjugate directions pay for a block descent on the system. */
  int directions();

  /**
   * What a worker has to hold for {@link Batchwise#batches}.
   *
   * @param sample rows of the preconditioner's sample
   */
  default List<Plan.Item> batchMemory(Prepared prepared, long sample) {
    return List.of();
  }

  /** Bytes that one worker needs whatever the data: a block's matrix, on its way and as factors. */
  default long leastBytes(SystemSettings settings) {
    return 0;
  }

  /** Answers the seconds that an entry of the kernel or feature matrix takes. */
  Task<Double> timing(SystemSettings settings, Prepared prepared);

  /** Bytes of a vector with its fitted values on the worker with the most. */
  default long vectorBytes(SystemSettings settings, Prepared prepared, Blocks blocks) {
    return new SystemPlan(settings, prepared, blocks).vectorBytes();
  }

  /**
   * Refuses what does not go together.
   *
   * @throws IllegalArgumentException if it does not
   */
  void check(Kernel kernel, Access access);

  /**
   * Refuses what cannot be minimised on this system.
   *
   * @throws IllegalArgumentException if it cannot
   */
  void check(Risk risk);
}
