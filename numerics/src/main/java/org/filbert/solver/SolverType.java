package org.filbert.solver;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/**
 * A solver as it is registered, by a service of this type: configurations, estimators, summaries
 * and checkpoints know it by its name.
 */
public abstract class SolverType {
  private final String name;
  private final Class<? extends SolverOptions> options;
  private final List<Class<?>> messages;

  /**
   * Describes a solver.
   *
   * @param name in a configuration
   * @param options a record whose components are the keys of its section in a configuration
   * @param messages the classes of its states, and of tasks and answers of its own
   */
  protected SolverType(
      String name, Class<? extends SolverOptions> options, List<Class<?>> messages) {
    this.name = name;
    this.options = options;
    this.messages = messages;
  }

  /** Its name in a configuration. */
  public final String name() {
    return name;
  }

  /** The record of its options. */
  public final Class<? extends SolverOptions> options() {
    return options;
  }

  /** The classes that travel to and from the workers. */
  public final List<Class<?>> messages() {
    return messages;
  }

  /** All registered types, by name. */
  public static List<SolverType> all() {
    return ServiceLoader.load(SolverType.class, SolverType.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(SolverType::name))
        .toList();
  }

  /** The type with these options. */
  public static SolverType of(SolverOptions options) {
    return all().stream()
        .filter(type -> type.options() == options.getClass())
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(options.getClass() + " is not registered"));
  }
}
