package org.filbert.system;

import java.util.Optional;

/**
 * Operations that some solvers need and only some {@linkplain KernelSystem systems} have.
 *
 * @param type interface of the operations
 * @param systems the systems that have them, in the words of a message
 */
public record Facet<K extends KernelSystem>(Class<K> type, String systems) {
  /** The operations that every system has. */
  public static final Facet<KernelSystem> NONE = new Facet<>(KernelSystem.class, "a system");

  /** Whether a system has these operations. */
  public boolean offeredBy(SystemOptions system) {
    return type.isAssignableFrom(system.kind());
  }

  /**
   * Refuses a system that lacks these operations.
   *
   * @param wanted the choice that needs them, such as {@code solver.type is newton-cg}
   * @throws IllegalArgumentException if it lacks them
   */
  public void require(SystemOptions system, String wanted) {
    if (!offeredBy(system)) {
      throw new IllegalArgumentException(wanted + ", which needs " + systems);
    }
  }

  /** The system with these operations, after {@link #require} has accepted it. */
  public K of(KernelSystem system) {
    return type.cast(system);
  }

  /** The system with these operations, if it has them. */
  public Optional<K> find(KernelSystem system) {
    return type.isInstance(system) ? Optional.of(of(system)) : Optional.empty();
  }
}
