package org.filbert.solver;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/**
 * A registered solver: configurations, estimators, summaries and checkpoints know it by its name.
 * Subclasses are services, so each of them has a constructor without parameters.
 */
public abstract class SolverType {
  private final String name;
  private final Class<? extends SolverOptions> options;
  private final Class<?> solver;

  /**
   * Describes a solver.
   *
   * @param name the value of {@code type} in a configuration
   * @param options a record whose components are the keys of its section in a configuration
   * @param solver a class in which the solver's states, and tasks and answers of its own, are
   *     nested
   */
  protected SolverType(String name, Class<? extends SolverOptions> options, Class<?> solver) {
    this.name = name;
    this.options = options;
    this.solver = solver;
  }

  /** The name, as it stands in a configuration. */
  public final String name() {
    return name;
  }

  /** The record of its options. */
  public final Class<? extends SolverOptions> options() {
    return options;
  }

  /** The class that names its messages; see {@link org.filbert.workers.Program#messages}. */
  public final Class<?> solver() {
    return solver;
  }

  /** All registered solvers, by name. */
  public static List<SolverType> all() {
    return ServiceLoader.load(SolverType.class, SolverType.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(SolverType::name))
        .toList();
  }

  /** The solver with these options. */
  public static SolverType of(SolverOptions options) {
    return all().stream()
        .filter(type -> type.options() == options.getClass())
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(options.getClass() + " is not registered"));
  }
}
