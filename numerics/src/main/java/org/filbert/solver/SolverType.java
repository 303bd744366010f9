package org.filbert.solver;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/**
 * A solver that is registered, as a service: under its name configurations, estimators, summaries
 * and the wire know it.
 */
public interface SolverType {
  /** As it stands in a configuration. */
  String name();

  /** A record whose components are the keys of its section in a configuration. */
  Class<? extends SolverOptions> options();

  /** The classes of its states, and of tasks and answers of its own. */
  List<Class<?>> messages();

  /** All that are registered, by name. */
  static List<SolverType> all() {
    return ServiceLoader.load(SolverType.class, SolverType.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(SolverType::name))
        .toList();
  }

  /** The one with these options. */
  static SolverType of(SolverOptions options) {
    return all().stream()
        .filter(type -> type.options() == options.getClass())
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(options.getClass() + " is not registered"));
  }
}
