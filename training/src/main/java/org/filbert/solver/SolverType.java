package org.filbert.solver;

import java.util.List;
import org.filbert.registry.Registered;

/** A registered solver: summaries and checkpoints know it by its name too. */
public abstract class SolverType extends Registered<SolverOptions> {
  private final List<Class<?>> messages;

  /**
   * Describes a solver.
   *
   * @param name the value of {@code type} in a configuration
   * @param options a record whose components are the keys of its section in a configuration
   * @param messages the classes in which the solver's states, and tasks and answers of its own, are
   *     nested; see {@link org.filbert.workers.Program#messages}
   */
  protected SolverType(
      String name, Class<? extends SolverOptions> options, List<Class<?>> messages) {
    super(name, options);
    this.messages = List.copyOf(messages);
  }

  /** All registered solvers, by name. */
  public static List<SolverType> all() {
    return all(SolverType.class);
  }

  /** The solver with these options. */
  public static SolverType of(SolverOptions options) {
    return of(SolverType.class, options);
  }

  /** The classes that name the messages of all solvers. */
  public static List<Class<?>> messages() {
    return all().stream().<Class<?>>flatMap(type -> type.messages.stream()).distinct().toList();
  }
}
