package org.filbert.system;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.filbert.kernel.Kernel;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.system.equations.Access;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.Risk;
import org.filbert.system.equations.SystemSettings;
import org.filbert.system.internal.entries.VectorTasks;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;

/**
 * The system of equations that is solved, and its unknowns. The components of a record that
 * implements this interface are its keys in a configuration.
 */
public interface SystemOptions {
  /** The name of the system in a configuration. */
  default String type() {
    return SystemType.all().stream()
        .filter(type -> type.options() == getClass())
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(getClass() + " is not registered"))
        .name();
  }

  /** What stands for it until a system is chosen; itself if it is one. */
  default SystemOptions standIn() {
    return this;
  }

  /** Whether the system is left to the plan. */
  default boolean automatic() {
    return !standIn().equals(this);
  }

  /** Training rows that the model learns from at most, a seeded sample of all; absent: all. */
  default OptionalInt mostRows() {
    return OptionalInt.empty();
  }

  /** Whether there is one unknown for each training row. */
  default boolean allRows() {
    return false;
  }

  /** The class of the system, which implements its {@link Facet}s. */
  Class<? extends KernelSystem> kind();

  /** Puts the system on the workers, with u = 0. */
  KernelSystem begin(SystemSettings settings, Prepared prepared, Workers workers);

  /** The system that {@link #begin} put there. */
  KernelSystem open(SystemSettings settings, Prepared prepared, Blocks blocks, Workers workers);

  /** The division of the unknowns into blocks, or an estimate of it. */
  Blocks blocks(SystemSettings settings, Prepared prepared);

  /** The same for systems that have to look at the rows. */
  default Blocks blocks(SystemSettings settings, Prepared prepared, Workers workers) {
    return blocks(settings, prepared);
  }

  /** Memory and work with this division of the unknowns. The solver counts its own vectors. */
  Plan plan(SystemSettings settings, Prepared prepared, Blocks blocks);

  /** The plan of a solution with the preconditioner of a {@link SelfPreconditioned} system. */
  default Plan preconditioned(Plan plan, SystemSettings settings) {
    return plan;
  }

  /** How often an epoch uses every entry of the kernel or feature matrix. */
  default int passes() {
    return 2;
  }

  /** The number of conjugate directions that speeds block descent up most. */
  default int directions() {
    return 0;
  }

  /**
   * Memory of a worker for {@link Batchwise#batches}.
   *
   * @param sample number of rows of the preconditioner's sample
   */
  default List<Plan.Item> batchMemory(Prepared prepared, long sample) {
    return List.of();
  }

  /** Bytes that one worker needs for any data: a block's matrix, as a message and as factors. */
  default long leastBytes(SystemSettings settings) {
    return 0;
  }

  /** A task that answers the seconds for an entry of the kernel or feature matrix. */
  Task<Double> timing(SystemSettings settings, Prepared prepared);

  /** The same for an entry that the cache keeps; none of a system without a cache. */
  default Optional<Task<Double>> keptTiming(SystemSettings settings, Prepared prepared) {
    return Optional.empty();
  }

  /** The same for an element of a vector that is multiplied by, or added to, another one. */
  default Task<Double> elementTiming(SystemSettings settings, Prepared prepared) {
    int columns = settings.columns(prepared);
    return new VectorTasks.Timing(columns);
  }

  /** Bytes of a vector with its fitted values on the worker with the most. */
  default long vectorBytes(SystemSettings settings, Prepared prepared, Blocks blocks) {
    return new SystemPlan(settings, prepared, blocks).vectorBytes();
  }

  /**
   * Refuses a kernel or an access that the system does not support.
   *
   * @throws IllegalArgumentException if it does not
   */
  void check(Kernel kernel, Access access);

  /**
   * Refuses a system whose solutions have no gradients.
   *
   * @param wanted the choice that needs them, as {@link Facet#require} has it
   * @throws IllegalArgumentException if they have none
   */
  default void requireGradients(String wanted) {
    Differentiable.FACET.require(this, wanted);
  }

  /**
   * Refuses an ensemble whose members the system cannot tell apart.
   *
   * @param wanted the choice that needs them, as {@link Facet#require} has it
   * @throws IllegalArgumentException if it cannot
   */
  default void requireMembers(String wanted) {
    throw new IllegalArgumentException(
        "%s, which needs system: {type: random-features} with map: fourier, found %s"
            .formatted(wanted, type()));
  }

  /**
   * Refuses a risk that the system cannot minimise; every risk is allowed by default.
   *
   * @throws IllegalArgumentException if it cannot
   */
  default void check(Risk risk) {}
}
